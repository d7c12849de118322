import { sql, type NotNull } from 'kysely'
import { readCursor, writeCursor, type Cursor } from '../../../shared/cursor.ts'
import { utcDay } from '../../../shared/days.ts'
import { limits } from '../../../shared/limits.ts'
import {
  calendarDay,
  type AlbumShelfInput,
  type DiaryEntry,
  type SeenReview,
  type ShelfEntry,
  type ShelfInput,
} from '../../../shared/logs.ts'
import { emptyPage, type Page } from '../../../shared/page.ts'
import { levelsSeenBy, type Visibility } from '../../../shared/visibility.ts'
import { byReader, isSeenBy } from '../../access/visibleTo.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { newestFirst, newestOf, pageOf, combine } from '../../lib/keyset.ts'
import { byIndex, kysely, padded, statement } from '../../lib/sql.ts'
import { readOf } from '../../users/queries.ts'
import {
  isReleasedIn,
  newestReleaseFirst,
  readReleaseCursor,
  releaseDate,
  writeReleaseCursor,
  yearsOf,
  type ReleasePlace,
  type Years,
} from './byRelease.ts'
import { inOrder, isFavorite, readShelfRows } from './shelfRows.ts'
import { readSeenReviews } from './view.ts'

// Each statement reads one index range for each visibility that the reader can see, and merges their newest rows.

const PAGE = limits.profilePage

type Requested<After> = { userId: number; after: After | null; limit: number }

const RATING_COLUMN = {
  stranger: 'o.everyoneRating',
  follower: 'o.followersRating',
  owner: 'o.rating',
} as const

const listenedPlaces = byReader((reader) =>
  statement(({ userId, after, limit, years }: Requested<Cursor> & { years: Years | null }) => {
    const ofLevel = (level: Visibility) =>
      kysely
        .selectFrom('Opinion')
        .select(['albumId as id', 'addedAt'])
        .where('userId', '=', userId)
        .where('visibility', '=', level)
        .$if(years !== null, (query) => query.where(isReleasedIn(years!, 'Opinion.albumId')))
        .$call((query) => newestFirst(query, 'addedAt', 'albumId', after))
        .limit(limit)
    return newestOf(levelsSeenBy[reader].map(ofLevel), 'addedAt', limit)
  }),
)
const listenedByRelease = byReader((reader) =>
  statement(({ userId, after, limit, years }: Requested<ReleasePlace> & { years: Years | null }) =>
    kysely
      .selectFrom('Opinion as o')
      .innerJoin('Album as a', 'a.id', 'o.albumId')
      .modifyFront(sql`STRAIGHT_JOIN`)
      .select(['o.albumId as id', releaseDate.as('date')])
      .where('o.userId', '=', userId)
      .where(isSeenBy(reader, 'o'))
      .$if(years !== null, (query) => query.where(isReleasedIn(years!, 'o.albumId')))
      .$call((query) => newestReleaseFirst(query, 'o.albumId', after))
      .limit(limit),
  ),
)
const listenedRows = byReader((reader) =>
  statement(({ userId, albumIds }: { userId: number; albumIds: number[] }) =>
    kysely
      .selectFrom('Opinion as o')
      .innerJoin('Album as a', 'a.id', 'o.albumId')
      .innerJoin('Log as l', (join) =>
        join.on((eb) =>
          eb(
            'l.id',
            '=',
            eb
              .selectFrom('Log as n')
              .select('n.id')
              .whereRef('n.userId', '=', 'o.userId')
              .whereRef('n.albumId', '=', 'o.albumId')
              .where(isSeenBy(reader, 'n'))
              // All columns of the index: MySQL would sort otherwise.
              .orderBy('n.userId', 'desc')
              .orderBy('n.albumId', 'desc')
              .orderBy('n.date', 'desc')
              .orderBy('n.id', 'desc')
              .limit(1),
          ),
        ),
      )
      .select([
        'l.id',
        'a.artist',
        'a.name',
        'a.image',
        'a.year',
        'l.date',
        'l.relisten',
        'l.visibility',
        'l.tagCount',
      ])
      .select(['l.hiddenLevel', 'o.albumId', `${RATING_COLUMN[reader]} as rating`])
      .select(isFavorite)
      .where('o.userId', '=', userId)
      .where('o.albumId', 'in', albumIds),
  ),
)

const diary = byReader((reader) =>
  statement(({ userId, after, limit }: Requested<{ day: string; id: number }>) => {
    // The index is forced: otherwise the database chooses the same one, but reads it from the newest day on.
    const ofLevel = (level: Visibility) =>
      kysely
        .selectFrom(byIndex('Log', 'e', 'Log_userId_visibility_date_id_idx'))
        .select(['e.id', 'e.date'])
        .where('e.userId', '=', userId)
        .where('e.visibility', '=', level)
        .where('e.date', 'is not', null)
        // Not `isOlder`: a day can have a thousand imports, and from this condition the database derives a range that
        // starts among them.
        .$if(after !== null, (query) =>
          query.where((eb) => {
            const [date, id] = [eb.ref('e.date'), eb.ref('e.id')]
            return sql<boolean>`(${date} < ${after!.day} OR (${date} = ${after!.day} AND ${id} < ${after!.id}))`
          }),
        )
        .$call((query) => newestFirst(query, 'e.date', 'e.id', null))
        .limit(limit)
    return combine(levelsSeenBy[reader].map(ofLevel), sql`ORDER BY date DESC, id DESC LIMIT ${limit}`)
  }),
)
export async function listListened(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor, limit = PAGE, sort, decade }: AlbumShelfInput,
): Promise<Page<ShelfEntry>> {
  return await readOf({ db }, { viewer, nickname, nothing: emptyPage }, async ({ id: userId, reader }) => {
    const wanted = { userId, years: yearsOf({ decade }), limit: limit + 1 }
    const { page, next } =
      sort === 'date'
        ? pageOf(
            await listenedByRelease[reader](db, { ...wanted, after: readReleaseCursor(cursor) }),
            limit,
            writeReleaseCursor,
          )
        : pageOf(
            await listenedPlaces[reader](db, { ...wanted, after: readCursor(cursor) }),
            limit,
            ({ addedAt, id }) => writeCursor({ at: addedAt, id }),
          )
    const ids = page.map(({ id }) => id)
    const rows = ids.length === 0 ? [] : await listenedRows[reader](db, { userId, albumIds: padded(ids) })
    return { items: await inOrder(db, ids, rows, { reader, by: 'albumId' }), next }
  })
}

export async function listDiary(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor, limit = PAGE }: ShelfInput,
): Promise<Page<DiaryEntry>> {
  // A day, not a timestamp: the timestamp cursor cannot represent days before 1970.
  const [, day, id] = /^(.{10})\.(\d{1,10})$/.exec(cursor ?? '') ?? []
  const { data } = calendarDay.safeParse(day)
  const after = data === undefined ? null : { day: data, id: Number(id) }
  return await readOf({ db }, { viewer, nickname, nothing: emptyPage }, async ({ id: userId, reader }) => {
    const places = await diary[reader](db, { userId, after, limit: limit + 1 })
    const { page, next } = pageOf(places, limit, (last) => `${utcDay(last.date!)}.${last.id}`)
    const ids = page.map((place) => place.id)
    // A listening whose day was removed in the meantime is no longer part of the diary.
    const items = (await readShelfRows(db, ids, reader)).flatMap((entry) =>
      entry.date === null ? [] : [{ ...entry, date: entry.date }],
    )
    return { items, next }
  })
}

const reviewsBy = byReader((reader) =>
  statement(({ userId, after, limit }: Requested<Cursor>) => {
    const ofLevel = (level: Visibility) =>
      kysely
        .selectFrom('Log')
        .select(['id', 'reviewedAt'])
        .$narrowType<{ reviewedAt: NotNull }>()
        .where('userId', '=', userId)
        .where('visibility', '=', level)
        .where('reviewedAt', 'is not', null)
        .$call((query) => newestFirst(query, 'reviewedAt', 'id', after))
        .limit(limit)
    return newestOf(levelsSeenBy[reader].map(ofLevel), 'reviewedAt', limit)
  }),
)

export async function listReviewsBy(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: SignedIn | null,
  { nickname, cursor, limit = PAGE }: ShelfInput,
): Promise<Page<SeenReview>> {
  return await readOf(deps, { viewer, nickname, nothing: emptyPage }, async ({ id: userId, reader }) => {
    const requested = { userId, after: readCursor(cursor), limit: limit + 1 }
    const rows = await reviewsBy[reader](deps.db, requested)
    const { page, next } = pageOf(rows, limit, ({ reviewedAt, id }) => writeCursor({ at: reviewedAt, id }))
    const ids = page.map(({ id }) => id)
    return { items: await readSeenReviews(deps, viewer, ids), next }
  })
}
