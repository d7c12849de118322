import type { SeenReview } from '../../shared/logs.ts'
import { HeartToggle } from '../ui/HeartToggle.tsx'
import { VisuallyHidden } from '../ui/Hidden.tsx'
import { useLike, type LikeStory } from './useLike.ts'

/** 'Like review' with the number of likes. */
export function LikeButton({ review, story }: { review: SeenReview; story: LikeStory }) {
  const like = useLike(review, story)
  const { liked, likeCount } = review
  return (
    <span className="inline-flex items-center">
      <HeartToggle
        size="sm"
        label="Like review"
        pressed={liked}
        onChange={like}
        {...(likeCount > 0 && { count: likeCount })}
      />
      <VisuallyHidden>
        {likeCount} {likeCount === 1 ? 'like' : 'likes'}
      </VisuallyHidden>
    </span>
  )
}
