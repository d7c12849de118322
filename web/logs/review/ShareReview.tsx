import type { Review } from '../../../shared/logs.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { ShareButton } from '../../ui/ShareButton.tsx'

export function ShareReview({ review: { id, user, album } }: { review: Review }) {
  const { reviewOf, shareReview } = texts.sharing
  const title = reviewOf(user.nickname, texts.catalog.albumBy(album.name, album.artist))
  return <ShareButton size="sm" label={shareReview} path={paths.review(album, id)} title={title} />
}
