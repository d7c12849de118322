import type { NotNull } from 'kysely'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import type { RatingStats } from '../../../shared/logs.ts'
import { findAlbum } from '../../catalog/albums.ts'
import type { Deps } from '../../core/deps.ts'
import { countAll, kysely, statement } from '../../lib/sql.ts'

const ratingsOf = statement(({ albumId }: { albumId: number }) =>
  kysely
    .selectFrom('Opinion')
    .select(['countedRating as rating', countAll])
    .where('albumId', '=', albumId)
    .where('countedRating', '>', 0)
    .groupBy('countedRating')
    .$narrowType<{ rating: NotNull }>(),
)

/** Counts one rating for each user; the result is the same for all readers. */
export async function getStats(deps: Pick<Deps, 'db'>, ref: AlbumRef): Promise<RatingStats> {
  const album = await findAlbum(deps, ref)
  const rows = album ? await ratingsOf(deps.db, { albumId: album.id }) : []
  const histogram = Array.from({ length: limits.rating }, () => 0)
  for (const { rating, count: logs } of rows) histogram[rating - 1] = logs
  const count = histogram.reduce((sum, logs) => sum + logs, 0)
  const halves = histogram.reduce((sum, logs, index) => sum + logs * (index + 1), 0)
  // Rounded once, as tenths of a star: (halves / 2) * 10.
  return { count, average: count === 0 ? null : Math.round((halves * 5) / count) / 10, histogram }
}
