import type { SeenReview } from '../../../shared/logs.ts'
import { texts } from '../../../shared/texts.ts'
import type { LikeActions } from '../../likes/likeActions.ts'
import { LikeToggle } from '../../likes/LikeToggle.tsx'
import { useLike } from './useLike.ts'

export function LikeButton({ review, actions }: { review: SeenReview; actions: LikeActions }) {
  return <LikeToggle label={texts.logs.likeReview} thing={review} onLike={useLike(review, actions)} />
}
