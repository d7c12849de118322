import type { ActivityEntry } from '../../shared/activity.ts'
import { utcDay } from '../../shared/days.ts'
import type { Review, SeenReview } from '../../shared/logs.ts'
import type { Mentioned } from '../../shared/mentions.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { reviewComments } from '../commentCounts.ts'
import { chosenLevel } from '../hidden.ts'
import type { Tx } from '../lib/db.ts'
import { countAll, kysely, padded, statement } from '../lib/sql.ts'
import { countLikes } from '../live/counters.ts'
import { readMentions } from '../notifications/mentions.ts'
import type { SignedIn } from '../trpc.ts'
import { isShownTo, isVisible } from '../visible.ts'
import { readTags } from './tags.ts'

/** `viewerId` is 0 for who is not signed in, and null where nobody's eye decides: what one emits or made oneself. */
type Requested = { ids: number[]; viewerId: number | null }
const entriesOf = statement(({ ids, viewerId }: Requested) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .leftJoin('Favorite as f', (join) =>
      join.onRef('f.userId', '=', 'l.userId').onRef('f.albumId', '=', 'l.albumId'),
    )
    .select(['l.id', 'l.version', 'u.nickname', 'u.avatar', 'a.artist', 'a.name', 'a.image'])
    .select(['l.rating', 'l.review', 'l.reviewedAt', 'l.date', 'l.relisten', 'l.feedAt'])
    .select([
      'l.userId',
      'l.albumId',
      'l.visibility',
      'l.hiddenLevel',
      'l.tagCount',
      'f.userId as favoriteOf',
    ])
    .where('l.id', 'in', ids)
    .where(isVisible)
    .$if(viewerId !== null, (query) => query.where(isShownTo(viewerId!)))
    .orderBy('l.feedAt', 'desc')
    .orderBy('l.id', 'desc'),
)
type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number] & { tags: string[]; mentions: Mentioned[] }

const viewOf = (row: EntryRow): Omit<ActivityEntry, 'createdAt'> => ({
  id: row.id,
  version: row.version,
  user: { nickname: row.nickname, avatar: row.avatar },
  album: { artist: row.artist, name: row.name, image: row.image },
  rating: row.rating,
  favorite: row.favoriteOf !== null,
  review: row.review,
  date: row.date && utcDay(row.date),
  relisten: row.relisten,
  ...(row.mentions.length > 0 && { mentions: row.mentions }),
  tags: row.tags,
})

/** One query by primary key, and one each for tags and mentions where there are some; newest first. */
async function readRows(db: Tx, ids: readonly number[], viewerId: number | null): Promise<EntryRow[]> {
  const rows = ids.length === 0 ? [] : await entriesOf(db, { ids: padded(ids), viewerId })
  const tagsOf = await readTags(db, rows)
  const mentionsOf = await readMentions(
    db,
    'logId',
    rows.map(({ id, review: text }) => ({ id, text })),
  )
  return rows.map((row) => ({ ...row, tags: tagsOf(row.id), mentions: mentionsOf(row.id) }))
}

/** The logs with these ids as entries, newest first; what is gone, or in no feed, is left out. */
export const readEntries = async (db: Tx, ids: readonly number[]): Promise<ActivityEntry[]> =>
  (await readRows(db, ids, null)).flatMap((row) =>
    row.feedAt ? [{ ...viewOf(row), createdAt: row.feedAt.toISOString() }] : [],
  )

/** The reviews with these ids, in the order of the ids, for everybody's eyes; what is gone, or holds no text any more, is left out. */
export const readReviews = async (db: Tx, ids: readonly number[]): Promise<Review[]> =>
  (await readReviewRows(db, ids, null)).map(({ review }) => review)

/** The same as far as a viewer may see them; null for who is not signed in. */
export const readShownReviews = async (
  db: Tx,
  viewer: { id: number } | null,
  ids: readonly number[],
): Promise<Review[]> => (await readReviewRows(db, ids, viewer?.id ?? 0)).map(({ review }) => review)

type ReviewRow = {
  review: Review
  userId: number
  albumId: number
  visibility: Visibility
  hiddenLevel: Visibility | null
}
async function readReviewRows(db: Tx, ids: readonly number[], viewerId: number | null): Promise<ReviewRow[]> {
  const rows = new Map((await readRows(db, ids, viewerId)).map((row) => [row.id, row]))
  const likes = await countLikes.ReviewLike(db, ids)
  const comments = await reviewComments.count(db, ids)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row || row.review === null || row.reviewedAt === null) return []
    const { review, reviewedAt, userId, albumId, visibility, hiddenLevel } = row
    const counts = { likeCount: likes.get(id) ?? 0, commentCount: comments.get(id) ?? 0 }
    const view = { ...viewOf(row), review, createdAt: reviewedAt.toISOString(), ...counts }
    return [{ review: view, userId, albumId, visibility, hiddenLevel }]
  })
}

const listensOf = statement(
  ({ viewerId, users, albums }: { viewerId: number; users: number[]; albums: number[] }) =>
    kysely
      .selectFrom('Log as l')
      .innerJoin('User as u', 'u.id', 'l.userId')
      .select(['l.userId', 'l.albumId', countAll])
      .where('l.userId', 'in', users)
      .where('l.albumId', 'in', albums)
      .where(isShownTo(viewerId))
      .groupBy(['l.userId', 'l.albumId']),
)
const likedBy = statement(({ viewerId, ids }: { viewerId: number; ids: number[] }) =>
  kysely.selectFrom('ReviewLike').select('logId').where('userId', '=', viewerId).where('logId', 'in', ids),
)

/**
 * The same with what the viewer has to do with them, and how many listenings of the album by the author they may see. One
 * query more for each.
 */
export async function readSeenReviews(
  db: Tx,
  viewer: SignedIn | null,
  ids: readonly number[],
): Promise<SeenReview[]> {
  const viewerId = viewer?.id ?? 0
  const found = await readReviewRows(db, ids, viewerId)
  if (found.length === 0) return []
  const different = (values: number[]) => padded([...new Set(values)])
  const [listens, likes] = await Promise.all([
    listensOf(db, {
      viewerId,
      users: different(found.map(({ userId }) => userId)),
      albums: different(found.map(({ albumId }) => albumId)),
    }),
    viewer ? likedBy(db, { viewerId, ids: padded(ids) }) : [],
  ])
  const liked = new Set(likes.map(({ logId }) => logId))
  const counts = new Map(listens.map((row) => [`${row.userId} ${row.albumId}`, row.count]))
  return found.map(({ review, userId, albumId, ...levels }) => ({
    ...review,
    liked: liked.has(review.id),
    listens: counts.get(`${userId} ${albumId}`) ?? 1,
    visibility: userId === viewerId ? chosenLevel(levels) : null,
    hidden: levels.hiddenLevel !== null,
  }))
}
