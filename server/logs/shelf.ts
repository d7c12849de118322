import { expressionBuilder, sql, type NotNull } from 'kysely'
import { readCursor, writeCursor, type Cursor } from '../../shared/cursor.ts'
import { utcDay } from '../../shared/days.ts'
import { limits } from '../../shared/limits.ts'
import { calendarDay, type SeenReview, type ShelfEntry, type ShelfInput } from '../../shared/logs.ts'
import type { Page } from '../../shared/page.ts'
import type { Deps } from '../deps.ts'
import { newestFirst, pageOf } from '../lib/keyset.ts'
import { byIndex, kysely, statement, type Tables } from '../lib/sql.ts'
import type { SignedIn } from '../trpc.ts'
import { getUserId } from '../users/queries.ts'
import { readSeenReviews } from './view.ts'

const PAGE = limits.profilePage

type Requested<After> = { userId: number; after: After | null }

const columns = ['l.id', 'a.artist', 'a.name', 'a.image', 'l.rating', 'l.date', 'l.createdAt'] as const

const ofLog = expressionBuilder<Tables & { l: Tables['Log'] }, 'l'>()
/** Whether the album of a log (`l`) is a favourite of the person who logged it. */
const isFavorite = ofLog
  .exists(
    ofLog
      .selectFrom('Favorite as f')
      .select('f.albumId')
      .whereRef('f.userId', '=', 'l.userId')
      .whereRef('f.albumId', '=', 'l.albumId'),
  )
  .as('favorite')

const listened = statement(({ userId, after }: Requested<Cursor>) =>
  kysely
    .selectFrom(
      kysely
        .selectFrom(byIndex('Log', 'e', 'Log_userId_createdAt_id_idx'))
        .select(['e.id', 'e.createdAt'])
        .where('e.userId', '=', userId)
        .$call((query) => newestFirst(query, 'e.createdAt', 'e.id', after))
        .limit(PAGE + 1)
        .as('n'),
    )
    .innerJoin('Log as l', 'l.id', 'n.id')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(columns)
    .select(isFavorite)
    .$call((query) => newestFirst(query, 'n.createdAt', 'n.id', null)),
)

// Forced: the database would take the same index, but walk it from the newest day on.
const diary = statement(({ userId, after }: Requested<{ day: string; id: number }>) =>
  kysely
    .selectFrom(byIndex('Log', 'l', 'Log_userId_date_id_idx'))
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(columns)
    .select(isFavorite)
    .where('l.userId', '=', userId)
    // Not `isOlder`: a day may hold a thousand imports, and of this the database makes a range that begins among them.
    .$if(after !== null, (query) =>
      query.where((eb) => {
        const [date, id] = [eb.ref('l.date'), eb.ref('l.id')]
        return sql<boolean>`(${date} < ${after!.day} OR (${date} = ${after!.day} AND ${id} < ${after!.id}))`
      }),
    )
    .$call((query) => newestFirst(query, 'l.date', 'l.id', null))
    .limit(PAGE + 1),
)
type Row = Awaited<ReturnType<typeof diary>>[number]

const entryOf = ({ id, artist, name, image, rating, favorite, date }: Row): ShelfEntry => ({
  id,
  album: { artist, name, image },
  rating,
  favorite: Boolean(favorite),
  date: utcDay(date),
})

/** The albums that a person has listened to, the latest addition first, 24 a page. @throws notFound */
export async function listListened(
  { db }: Pick<Deps, 'db'>,
  { nickname, cursor }: ShelfInput,
): Promise<Page<ShelfEntry>> {
  const userId = await getUserId({ db }, nickname)
  const rows = await listened(db, { userId, after: readCursor(cursor) })
  const { page, next } = pageOf(rows, PAGE, ({ createdAt, id }) => writeCursor({ at: createdAt, id }))
  return { items: page.map(entryOf), next }
}

/** A person's diary: their logs by day, the latest first, 24 a page. @throws notFound */
export async function listDiary(
  { db }: Pick<Deps, 'db'>,
  { nickname, cursor }: ShelfInput,
): Promise<Page<ShelfEntry>> {
  const userId = await getUserId({ db }, nickname)
  // A day and not a moment: days before 1970 have no place in the cursor of moments.
  const [, day, id] = /^(.{10})\.(\d{1,10})$/.exec(cursor ?? '') ?? []
  const { data } = calendarDay.safeParse(day)
  const after = data === undefined ? null : { day: data, id: Number(id) }
  const rows = await diary(db, { userId, after })
  const { page, next } = pageOf(rows, PAGE, (last) => `${utcDay(last.date)}.${last.id}`)
  return { items: page.map(entryOf), next }
}

const reviewsBy = statement(({ userId, after }: Requested<Cursor>) =>
  kysely
    .selectFrom('Log')
    .select(['id', 'reviewedAt'])
    .$narrowType<{ reviewedAt: NotNull }>()
    .where('userId', '=', userId)
    .where('reviewedAt', 'is not', null)
    .$call((query) => newestFirst(query, 'reviewedAt', 'id', after))
    .limit(PAGE + 1),
)

/** The reviews that a person has written, the latest first, 24 a page. @throws notFound */
export async function listReviewsBy(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor }: ShelfInput,
): Promise<Page<SeenReview>> {
  const userId = await getUserId({ db }, nickname)
  const rows = await reviewsBy(db, { userId, after: readCursor(cursor) })
  const { page, next } = pageOf(rows, PAGE, ({ reviewedAt, id }) => writeCursor({ at: reviewedAt, id }))
  const reviews = await readSeenReviews(
    db,
    viewer,
    page.map(({ id }) => id),
  )
  return { items: reviews, next }
}
