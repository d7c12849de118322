import type { AliasedExpression, InferResult, NotNull } from 'kysely'
import type { ActivityEntry } from '../../../shared/activity.ts'
import { utcDay } from '../../../shared/days.ts'
import type { Review, SeenReview } from '../../../shared/logs.ts'
import type { Visibility } from '../../../shared/visibility.ts'
import { chosenLevel } from '../../access/hiddenLevel.ts'
import { isMutedBy, isShownTo, isVisible, NOBODY } from '../../access/visibleTo.ts'
import { reviewComments } from '../../comments/counts.ts'
import type { SignedIn } from '../../core/trpc.ts'
import type { Tx } from '../../lib/db.ts'
import { countAll, kysely, padded, statement } from '../../lib/sql.ts'
import { countLikes } from '../../live/counters.ts'
import { readMentions } from '../../notifications/mentions.ts'
import { readTags } from './tags.ts'

/** `viewerId` is 0 for visitors. It is null if visibility is not checked: for events, and for the user's own rows. */
type Requested = { ids: number[]; viewerId: number | null }
const logs = kysely
  .selectFrom('Log as l')
  .innerJoin('User as u', 'u.id', 'l.userId')
  .innerJoin('Album as a', 'a.id', 'l.albumId')
  .leftJoin('Favorite as f', (join) =>
    join.onRef('f.userId', '=', 'l.userId').onRef('f.albumId', '=', 'l.albumId'),
  )
  .select(['l.id', 'l.version', 'u.nickname', 'u.avatar', 'a.artist', 'a.name', 'a.image', 'a.year'])
  .select(['l.rating', 'l.review', 'l.date', 'l.relisten', 'l.feedAt', 'l.visibility', 'l.tagCount'])
  .select('f.userId as favoriteOf')
  .where(isVisible)
  .orderBy('l.feedAt', 'desc')
  .orderBy('l.id', 'desc')

type Places = { as: (alias: 'place') => AliasedExpression<{ id: number }, 'place'> }
export const entriesAt = (places: Places) =>
  logs.innerJoin(places.as('place'), 'place.id', 'l.id').$narrowType<{ feedAt: NotNull }>()
export type EntryRow = InferResult<ReturnType<typeof entriesAt>>[number]

const logsOf = statement(({ ids, viewerId }: Requested) =>
  logs
    .select(['l.userId', 'l.albumId', 'l.reviewedAt', 'l.hiddenLevel'])
    .where('l.id', 'in', ids)
    .$if(viewerId !== null, (query) => query.where(isShownTo(viewerId!))),
)

type LogRow = Omit<EntryRow, 'feedAt'>
type View = (row: LogRow, createdAt: Date) => ActivityEntry

/** Reads the tags of all rows with one query and their mentions with another, and skips each query that no row needs. */
async function readView(db: Tx, rows: readonly LogRow[], viewerId: number | null): Promise<View> {
  const tagsOf = await readTags(db, rows)
  const mentionsOf = await readMentions(
    db,
    'logId',
    rows.map(({ id, review: text }) => ({ id, text })),
    viewerId,
  )
  return (row, createdAt) => {
    const entry: ActivityEntry = {
      id: row.id,
      version: row.version,
      user: { nickname: row.nickname, avatar: row.avatar },
      album: { artist: row.artist, name: row.name, image: row.image, year: row.year },
      rating: row.rating,
      favorite: row.favoriteOf !== null,
      review: row.review,
      date: row.date && utcDay(row.date),
      relisten: row.relisten,
      tags: tagsOf(row.id),
      createdAt: createdAt.toISOString(),
    }
    const mentions = mentionsOf(row.id)
    // Assigned, not spread: each feed has fifty entries, and copying one would cost as much as creating it.
    if (mentions.length > 0) entry.mentions = mentions
    return entry
  }
}

export async function viewEntries(
  db: Tx,
  viewer: { id: number },
  rows: readonly EntryRow[],
): Promise<ActivityEntry[]> {
  const view = await readView(db, rows, viewer.id)
  return rows.map((row) => view(row, row.feedAt))
}

/** Listenings that no longer exist or are in no feed are left out. */
export async function readEntries(db: Tx, ids: readonly number[]): Promise<ActivityEntry[]> {
  if (ids.length === 0) return []
  const rows = await logsOf(db, { ids: padded(ids), viewerId: null })
  const view = await readView(db, rows, null)
  return rows.flatMap((row) => (row.feedAt ? [view(row, row.feedAt)] : []))
}

/** Visibility is not checked. Keeps the order of the ids; reviews that no longer exist or have no text are left out. */
export const readReviews = async (db: Tx, ids: readonly number[]): Promise<Review[]> =>
  (await readReviewRows(db, ids, null)).map(({ review }) => review)

/** Keeps the order of the ids. */
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
  if (ids.length === 0) return []
  const logRows = await logsOf(db, { ids: padded(ids), viewerId })
  const view = await readView(db, logRows, viewerId)
  const rows = new Map(logRows.map((row) => [row.id, row]))
  const likes = await countLikes.ReviewLike(db, ids)
  const comments = await reviewComments.count(db, ids)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row || row.review === null || row.reviewedAt === null) return []
    const { review, reviewedAt, userId, albumId, visibility, hiddenLevel } = row
    const counts = { likeCount: likes.get(id) ?? 0, commentCount: comments.get(id) ?? 0 }
    return [
      { review: { ...view(row, reviewedAt), review, ...counts }, userId, albumId, visibility, hiddenLevel },
    ]
  })
}

type Authored = { viewerId: number; users: number[]; albums: number[]; now: Date }
const listensOf = statement(({ viewerId, users, albums, now }: Authored) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.userId', 'l.albumId', countAll, isMutedBy(viewerId, now, 'l.userId').as('muted')])
    .where('l.userId', 'in', users)
    .where('l.albumId', 'in', albums)
    .where(isShownTo(viewerId))
    .groupBy(['l.userId', 'l.albumId']),
)
const likedBy = statement(({ viewerId, ids }: { viewerId: number; ids: number[] }) =>
  kysely.selectFrom('ReviewLike').select('logId').where('userId', '=', viewerId).where('logId', 'in', ids),
)

export async function readSeenReviews(
  { db, now }: { db: Tx; now: () => Date },
  viewer: SignedIn | null,
  ids: readonly number[],
): Promise<SeenReview[]> {
  const viewerId = viewer?.id ?? NOBODY
  const reviewRows = await readReviewRows(db, ids, viewerId)
  if (reviewRows.length === 0) return []
  const unique = (values: number[]) => padded([...new Set(values)])
  const [listens, likes] = await Promise.all([
    listensOf(db, {
      viewerId,
      users: unique(reviewRows.map(({ userId }) => userId)),
      albums: unique(reviewRows.map(({ albumId }) => albumId)),
      now: now(),
    }),
    viewer ? likedBy(db, { viewerId, ids: padded(ids) }) : [],
  ])
  const likedIds = new Set(likes.map(({ logId }) => logId))
  const listensByPlace = new Map(listens.map((row) => [`${row.userId} ${row.albumId}`, row]))
  return reviewRows.map(({ review, userId, albumId, ...levels }) => {
    const { count = 1, muted = 0 } = listensByPlace.get(`${userId} ${albumId}`) ?? {}
    return {
      ...review,
      liked: likedIds.has(review.id),
      listens: count,
      visibility: userId === viewerId ? chosenLevel(levels) : null,
      hidden: levels.hiddenLevel !== null,
      ...(muted && { muted: true }),
    }
  })
}
