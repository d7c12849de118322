import { texts } from '../../shared/texts.ts'
import { HeartToggle } from '../ui/HeartToggle.tsx'
import { VisuallyHidden } from '../ui/Hidden.tsx'
import type { LikeStatus } from './likeState.ts'

type LikeToggleProps = {
  label: string
  thing: LikeStatus
  onLike: (liked: boolean) => void
  size?: 'md' | 'sm'
}

export function LikeToggle({ label, thing: { liked, likeCount }, onLike, size = 'sm' }: LikeToggleProps) {
  return (
    <span className="inline-flex items-center">
      <HeartToggle
        size={size}
        label={label}
        pressed={liked}
        onChange={onLike}
        {...(likeCount > 0 && { count: likeCount })}
      />
      <VisuallyHidden>{texts.likes.count(likeCount)}</VisuallyHidden>
    </span>
  )
}
