import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { useFollow, type Followed } from './useFollow.ts'

type FollowButtonProps = {
  nickname: string
  relation: Followed
  /** whether the user must accept first */
  isPrivate?: boolean
  size?: 'md' | 'sm'
  /** in a list, where the accessible name must include the nickname */
  named?: boolean
  /** id of the nickname next to it, in a list whose buttons have plain names */
  describedBy?: string
}

export function FollowButton({
  nickname,
  relation,
  isPrivate = false,
  size = 'md',
  named: isNamed = false,
  describedBy,
}: FollowButtonProps) {
  const follow = useFollow(nickname, { isPrivate: isPrivate || relation === 'requested' })
  const isOn = relation !== 'none'
  // In a list, a column of accent-coloured buttons would be too loud.
  const isInList = isNamed || describedBy !== undefined
  const variant = isInList ? (isOn ? 'outline' : 'quiet') : isOn ? 'quiet' : 'primary'
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
      aria-label={isNamed ? name : undefined}
      aria-describedby={describedBy}
      size={size}
      variant={variant}
      onClick={(click) => isFirstClick(click) && follow(!isOn)}
      className="min-w-28"
    >
      {text}
    </Button>
  )
}
