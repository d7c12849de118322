import { Button } from '../ui/Button.tsx'
import { useFollow } from './useFollow.ts'

type FollowButtonProps = { nickname: string; isFollowed: boolean; size?: 'md' | 'sm' }

/** Begins or ceases to follow a person. */
export function FollowButton({ nickname, isFollowed, size = 'md' }: FollowButtonProps) {
  const follow = useFollow(nickname)
  return (
    <Button
      size={size}
      variant={isFollowed ? 'quiet' : 'primary'}
      // The second click of a double click is no second wish.
      onClick={({ detail }) => detail < 2 && follow(!isFollowed)}
      className="min-w-28"
    >
      {isFollowed ? 'Unfollow' : 'Follow'}
    </Button>
  )
}
