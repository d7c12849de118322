import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { useFollow, type Followed } from './useFollow.ts'

type FollowButtonProps = {
  nickname: string
  relation: Followed
  /** whether the person is asked first; not known in a list */
  isPrivate?: boolean
  size?: 'md' | 'sm'
  /** in a list, where the accessible name must include the person */
  named?: boolean
}

/** Begins or ceases to follow a person, or to ask for it. */
export function FollowButton({
  nickname,
  relation,
  isPrivate = false,
  size = 'md',
  named = false,
}: FollowButtonProps) {
  const follow = useFollow(nickname, { isPrivate: isPrivate || relation === 'requested' })
  const isOn = relation !== 'none'
  // A column of buttons in the accent's colour would shout.
  const variant = named ? (isOn ? 'outline' : 'quiet') : isOn ? 'quiet' : 'primary'
  const {
    follow: toFollow,
    unfollow,
    followPerson,
    unfollowPerson,
    request,
    requested,
    requestedOf,
  } = texts.follows
  const text = { following: unfollow, requested, none: isPrivate ? request : toFollow }[relation]
  const name = { following: unfollowPerson, requested: requestedOf, none: followPerson }[relation](nickname)
  return (
    <Button
      aria-label={named ? name : undefined}
      size={size}
      variant={variant}
      onClick={(click) => isFirstClick(click) && follow(!isOn)}
      className="min-w-28"
    >
      {text}
    </Button>
  )
}
