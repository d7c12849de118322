import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { useFollow } from './useFollow.ts'

type FollowButtonProps = {
  nickname: string
  isFollowed: boolean
  size?: 'md' | 'sm'
  /** in a list, where the accessible name must include the person */
  named?: boolean
}

/** Begins or ceases to follow a person. */
export function FollowButton({ nickname, isFollowed, size = 'md', named = false }: FollowButtonProps) {
  const follow = useFollow(nickname)
  // A column of buttons in the accent's colour would shout.
  const variant = named ? (isFollowed ? 'outline' : 'quiet') : isFollowed ? 'quiet' : 'primary'
  const { follow: toFollow, unfollow, followPerson, unfollowPerson } = texts.follows
  return (
    <Button
      aria-label={named ? (isFollowed ? unfollowPerson : followPerson)(nickname) : undefined}
      size={size}
      variant={variant}
      onClick={(click) => isFirstClick(click) && follow(!isFollowed)}
      className="min-w-28"
    >
      {isFollowed ? unfollow : toFollow}
    </Button>
  )
}
