import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { limits } from '../../shared/limits.ts'
import { calendarDay, type SeenReview, type ShelfEntry, type ShelfInput } from '../../shared/logs.ts'
import type { Page } from '../../shared/page.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { SignedIn } from '../trpc.ts'
import { getUserId } from '../users/queries.ts'
import { readSeenReviews } from './view.ts'

const PAGE = limits.profilePage

type Row = {
  id: number
  artist: string
  name: string
  image: string | null
  rating: number
  favorite: bigint
  date: string
  createdAt: Date
}

const entryOf = ({ id, artist, name, image, rating, favorite, date }: Row): ShelfEntry => ({
  id,
  album: { artist, name, image },
  rating,
  favorite: Number(favorite) === 1,
  date,
})

const columns = Prisma.sql`
  l.id, a.artist, a.name, a.image, l.rating, DATE_FORMAT(l.date, '%Y-%m-%d') AS date, l.createdAt,
  EXISTS(SELECT 1 FROM Favorite f WHERE f.userId = l.userId AND f.albumId = l.albumId) AS favorite`

function pageOf<Row, Item>(
  rows: Row[],
  items: (page: Row[]) => Item[],
  place: (last: Row) => string,
): Page<Item> {
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return { items: items(page), next: last && rows.length > PAGE ? place(last) : null }
}

/** The albums that a person has listened to, the latest addition first, 24 a page. @throws notFound */
export async function listListened(
  { db }: Pick<Deps, 'db'>,
  { nickname, cursor }: ShelfInput,
): Promise<Page<ShelfEntry>> {
  const userId = await getUserId({ db }, nickname)
  const after = readCursor(cursor)
  const older = after
    ? Prisma.sql`AND (createdAt < ${after.at} OR (createdAt = ${after.at} AND id < ${after.id}))`
    : Prisma.empty
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${columns} FROM (
      SELECT id, createdAt FROM Log FORCE INDEX (Log_userId_createdAt_id_idx) WHERE userId = ${userId} ${older}
      ORDER BY createdAt DESC, id DESC LIMIT ${PAGE + 1}) n
    STRAIGHT_JOIN Log l ON l.id = n.id STRAIGHT_JOIN Album a ON a.id = l.albumId
    ORDER BY n.createdAt DESC, n.id DESC`
  return pageOf(
    rows,
    (page) => page.map(entryOf),
    ({ createdAt, id }) => writeCursor({ at: createdAt, id }),
  )
}

/** A person's diary: their logs by day, the latest first, 24 a page. @throws notFound */
export async function listDiary(
  { db }: Pick<Deps, 'db'>,
  { nickname, cursor }: ShelfInput,
): Promise<Page<ShelfEntry>> {
  const userId = await getUserId({ db }, nickname)
  // A day and not a moment: days before 1970 have no place in the cursor of moments.
  const [, day, id] = /^(.{10})\.(\d{1,10})$/.exec(cursor ?? '') ?? []
  const older = calendarDay.safeParse(day).success
    ? Prisma.sql`AND (l.date < ${day} OR (l.date = ${day} AND l.id < ${Number(id)}))`
    : Prisma.empty
  // Forced: the database would take the same index, but walk it from the newest day on.
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${columns} FROM Log l FORCE INDEX (Log_userId_date_id_idx) STRAIGHT_JOIN Album a ON a.id = l.albumId
    WHERE l.userId = ${userId} ${older}
    ORDER BY l.date DESC, l.id DESC LIMIT ${PAGE + 1}`
  return pageOf(
    rows,
    (page) => page.map(entryOf),
    (last) => `${last.date}.${last.id}`,
  )
}

/** The reviews that a person has written, the latest first, 24 a page. @throws notFound */
export async function listReviewsBy(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor }: ShelfInput,
): Promise<Page<SeenReview>> {
  const userId = await getUserId({ db }, nickname)
  const after = readCursor(cursor)
  const older = after
    ? Prisma.sql`AND (reviewedAt < ${after.at} OR (reviewedAt = ${after.at} AND id < ${after.id}))`
    : Prisma.empty
  const rows = await db.$queryRaw<{ id: number; reviewedAt: Date }[]>`
    SELECT id, reviewedAt FROM Log WHERE userId = ${userId} AND reviewedAt IS NOT NULL ${older}
    ORDER BY reviewedAt DESC, id DESC LIMIT ${PAGE + 1}`
  const reviews = await readSeenReviews(
    db,
    viewer,
    rows.slice(0, PAGE).map(({ id }) => id),
  )
  return pageOf(
    rows,
    () => reviews,
    ({ reviewedAt, id }) => writeCursor({ at: reviewedAt, id }),
  )
}
