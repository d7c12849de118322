import type { ActivityEntry } from '../../shared/activity.ts'
import type { Review, SeenReview } from '../../shared/logs.ts'
import { countReviewComments, countReviewLikes } from '../counters.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import type { SignedIn } from '../trpc.ts'

type EntryRow = {
  id: number
  version: number
  nickname: string
  avatar: string | null
  artist: string
  name: string
  image: string | null
  rating: number
  favorite: bigint
  review: string | null
  reviewedAt: Date | null
  date: string
  createdAt: Date
}

const entryView = (row: EntryRow): ActivityEntry => ({
  id: row.id,
  version: row.version,
  user: { nickname: row.nickname, avatar: row.avatar },
  album: { artist: row.artist, name: row.name, image: row.image },
  rating: row.rating,
  favorite: Number(row.favorite) === 1,
  review: row.review,
  date: row.date,
  createdAt: row.createdAt.toISOString(),
})

/** One query by primary key; newest first. */
async function readRows(db: Pick<Tx, '$queryRaw'>, ids: readonly number[]): Promise<EntryRow[]> {
  if (ids.length === 0) return []
  return await db.$queryRaw<EntryRow[]>`
    SELECT l.id, l.version, u.nickname, u.avatar, a.artist, a.name, a.image, l.rating, l.review, l.reviewedAt,
      DATE_FORMAT(l.date, '%Y-%m-%d') AS date, l.createdAt,
      EXISTS(SELECT 1 FROM Favorite f WHERE f.userId = l.userId AND f.albumId = l.albumId) AS favorite
    FROM Log l JOIN User u ON u.id = l.userId JOIN Album a ON a.id = l.albumId
    WHERE l.id IN (${Prisma.join([...ids])}) AND u.disabledAt IS NULL
    ORDER BY l.createdAt DESC, l.id DESC`
}

/** The logs with these ids as entries, newest first; ids that are gone are left out. */
export const readEntries = async (db: Pick<Tx, '$queryRaw'>, ids: readonly number[]): Promise<ActivityEntry[]> =>
  (await readRows(db, ids)).map(entryView)

/** The reviews with these ids, in the order of the ids; what is gone, or holds no text any more, is left out. */
export async function readReviews(db: Pick<Tx, '$queryRaw'>, ids: readonly number[]): Promise<Review[]> {
  const rows = new Map((await readRows(db, ids)).map((row) => [row.id, row]))
  const likes = await countReviewLikes(db, ids)
  const comments = await countReviewComments(db, ids)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row || row.review === null || row.reviewedAt === null) return []
    const { review, reviewedAt } = row
    const counts = { likeCount: likes.get(id) ?? 0, commentCount: comments.get(id) ?? 0 }
    return [{ ...entryView(row), review, createdAt: reviewedAt.toISOString(), ...counts }]
  })
}

/** The same with what the viewer has to do with them. */
export async function readSeenReviews(
  db: Pick<Tx, '$queryRaw'>,
  viewer: SignedIn | null,
  ids: readonly number[],
): Promise<SeenReview[]> {
  const reviews = await readReviews(db, ids)
  if (!viewer || reviews.length === 0) return reviews.map((review) => ({ ...review, liked: false }))
  const rows = await db.$queryRaw<{ logId: number }[]>`
    SELECT logId FROM ReviewLike WHERE userId = ${viewer.id} AND logId IN (${Prisma.join([...ids])})`
  const liked = new Set(rows.map(({ logId }) => logId))
  return reviews.map((review) => ({ ...review, liked: liked.has(review.id) }))
}
