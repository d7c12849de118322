import type { SeenReview } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import type { LikeStory } from '../likes/likeStory.ts'
import { LikeToggle } from '../likes/LikeToggle.tsx'
import { useLike } from './useLike.ts'

/** 'Like review' with the number of likes. */
export function LikeButton({ review, story }: { review: SeenReview; story: LikeStory }) {
  return <LikeToggle label={texts.logs.likeReview} thing={review} onLike={useLike(review, story)} />
}
