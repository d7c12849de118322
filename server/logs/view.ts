import type { ActivityEntry } from '../../shared/activity.ts'
import { utcDay } from '../../shared/days.ts'
import type { Review, SeenReview } from '../../shared/logs.ts'
import { reviewComments } from '../commentCounts.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { countLikes } from '../live/counters.ts'
import type { SignedIn } from '../trpc.ts'
import { isVisible } from '../visible.ts'

const entriesOf = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .leftJoin('Favorite as f', (join) =>
      join.onRef('f.userId', '=', 'l.userId').onRef('f.albumId', '=', 'l.albumId'),
    )
    .select(['l.id', 'l.version', 'u.nickname', 'u.avatar', 'a.artist', 'a.name', 'a.image'])
    .select(['l.rating', 'l.review', 'l.reviewedAt', 'l.date', 'l.feedAt', 'f.userId as favoriteOf'])
    .where('l.id', 'in', ids)
    .where(isVisible)
    .orderBy('l.feedAt', 'desc')
    .orderBy('l.id', 'desc'),
)
type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number]

const viewOf = (row: EntryRow): Omit<ActivityEntry, 'createdAt'> => ({
  id: row.id,
  version: row.version,
  user: { nickname: row.nickname, avatar: row.avatar },
  album: { artist: row.artist, name: row.name, image: row.image },
  rating: row.rating,
  favorite: row.favoriteOf !== null,
  review: row.review,
  date: utcDay(row.date),
})

/** One query by primary key; newest first. */
const readRows = async (db: Tx, ids: readonly number[]): Promise<EntryRow[]> =>
  ids.length === 0 ? [] : await entriesOf(db, { ids: padded(ids) })

/** The logs with these ids as entries, newest first; what is gone, or in no feed, is left out. */
export const readEntries = async (db: Tx, ids: readonly number[]): Promise<ActivityEntry[]> =>
  (await readRows(db, ids)).flatMap((row) =>
    row.feedAt ? [{ ...viewOf(row), createdAt: row.feedAt.toISOString() }] : [],
  )

/** The reviews with these ids, in the order of the ids; what is gone, or holds no text any more, is left out. */
export async function readReviews(db: Tx, ids: readonly number[]): Promise<Review[]> {
  const rows = new Map((await readRows(db, ids)).map((row) => [row.id, row]))
  const likes = await countLikes.ReviewLike(db, ids)
  const comments = await reviewComments.count(db, ids)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row || row.review === null || row.reviewedAt === null) return []
    const { review, reviewedAt } = row
    const counts = { likeCount: likes.get(id) ?? 0, commentCount: comments.get(id) ?? 0 }
    return [{ ...viewOf(row), review, createdAt: reviewedAt.toISOString(), ...counts }]
  })
}

/** The same with what the viewer has to do with them. */
export async function readSeenReviews(
  db: Tx,
  viewer: SignedIn | null,
  ids: readonly number[],
): Promise<SeenReview[]> {
  const reviews = await readReviews(db, ids)
  if (!viewer || reviews.length === 0) return reviews.map((review) => ({ ...review, liked: false }))
  const rows = await likedBy(db, { viewerId: viewer.id, ids: padded(ids) })
  const liked = new Set(rows.map(({ logId }) => logId))
  return reviews.map((review) => ({ ...review, liked: liked.has(review.id) }))
}

const likedBy = statement(({ viewerId, ids }: { viewerId: number; ids: number[] }) =>
  kysely.selectFrom('ReviewLike').select('logId').where('userId', '=', viewerId).where('logId', 'in', ids),
)
