import type { SeenReview } from '../../shared/logs.ts'
import type { LikeStory } from '../likes/likeStory.ts'
import { LikeToggle } from '../likes/LikeToggle.tsx'
import { useLike } from './useLike.ts'

/** 'Like review' with the number of likes. */
export function LikeButton({ review, story }: { review: SeenReview; story: LikeStory }) {
  return <LikeToggle label="Like review" thing={review} onLike={useLike(review, story)} />
}
