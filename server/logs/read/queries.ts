import { sql } from 'kysely'
import type { z } from 'zod'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { utcDay } from '../../../shared/days.ts'
import { limits } from '../../../shared/limits.ts'
import type {
  AlbumState,
  Holdings,
  Listen,
  listensInput,
  mineInput,
  OwnLog,
  RatedListen,
} from '../../../shared/logs.ts'
import { emptyPage, type Page } from '../../../shared/page.ts'
import { chosenLevel, levelForOwner } from '../../access/hiddenLevel.ts'
import { byReader, isSeenBy, NOBODY } from '../../access/visibleTo.ts'
import { findAlbum } from '../../catalog/albums.ts'
import { commentCount } from '../../comments/counts.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import type { Log } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import { notFound } from '../../lib/errors.ts'
import { pageOf } from '../../lib/keyset.ts'
import { kysely, statement } from '../../lib/sql.ts'
import { likeCount } from '../../live/counters.ts'
import { readMentions } from '../../notifications/mentions.ts'
import { defaultVisibility } from '../../users/defaultVisibility.ts'
import { readOf } from '../../users/queries.ts'
import { isAfterDay, readDayCursor, writeDayCursor, type DayPlace } from './dayPlace.ts'
import { readTags } from './tags.ts'

const PAGE = limits.profilePage
/** Maximum number of ratings in a chart, newest first: more points could not be told apart. */
const CHARTED = 500

type Place = { userId: number; albumId: number }

const listeningsOf = ({ userId, albumId }: Place) =>
  kysely
    .selectFrom('Log as l')
    .where('l.userId', '=', userId)
    .where('l.albumId', '=', albumId)
    .orderBy('l.date', 'desc')
    .orderBy('l.id', 'desc')

const newestOf = statement((place: Place) => listeningsOf(place).select('l.id').limit(1))

/** The newest by day, then by creation. */
export async function findNewest(db: Tx, place: Place): Promise<number | null> {
  const [row] = await newestOf(db, place)
  return row?.id ?? null
}

const seenByOwner = (log: Log, favorite: boolean, tags: string[]): OwnLog => ({
  id: log.id,
  version: log.version,
  rating: log.rating,
  review: log.review ?? '',
  date: log.date && utcDay(log.date),
  relisten: log.relisten,
  ...levelForOwner(log),
  tags,
  favorite,
  createdAt: log.createdAt.toISOString(),
  updatedAt: log.updatedAt.toISOString(),
})

export async function readOwnLog(db: Tx, id: number): Promise<OwnLog> {
  const log = await db.log.findUniqueOrThrow({ where: { id } })
  const hearts = await db.favorite.count({ where: { userId: log.userId, albumId: log.albumId } })
  const tagsOf = await readTags(db, [log])
  return seenByOwner(log, hearts > 0, tagsOf(id))
}

const albumOfLog = statement(({ id, userId }: { id: number; userId: number }) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select(['a.artist', 'a.name as album'])
    .where('l.id', '=', id)
    .where('l.userId', '=', userId),
)

/** @throws notFound */
export async function findAlbumOfOwnLog(
  { db }: Pick<Deps, 'db'>,
  viewer: Pick<SignedIn, 'id'>,
  id: number,
): Promise<AlbumRef> {
  const [album] = await albumOfLog(db, { id, userId: viewer.id })
  if (!album) throw notFound('logs.notFound')
  return album
}

/** An album without a row has neither a listening nor a favorite. */
export async function getAlbumState(
  deps: Deps,
  viewer: SignedIn,
  { id, ...ref }: z.output<typeof mineInput>,
): Promise<AlbumState> {
  const album = await findAlbum(deps, ref)
  const level = defaultVisibility(deps.db, viewer.id)
  if (!album) {
    const emptyState = { log: null, favorite: false, listenLater: false, listens: 0 }
    return { ...emptyState, defaultVisibility: await level }
  }
  const place = { userId: viewer.id, albumId: album.id }
  const [logs, favoriteCount, queueCount, listens, visibility] = await Promise.all([
    deps.db.log.findMany({ where: { ...place, id }, orderBy: [{ date: 'desc' }, { id: 'desc' }], take: 1 }),
    deps.db.favorite.count({ where: place }),
    deps.db.listenLater.count({ where: place }),
    deps.db.log.count({ where: place }),
    level,
  ])
  const favorite = favoriteCount > 0
  const tagsOf = await readTags(deps.db, logs)
  const log = logs[0] ? seenByOwner(logs[0], favorite, tagsOf(logs[0].id)) : null
  return { log, favorite, listenLater: queueCount > 0, listens, defaultVisibility: visibility }
}

const listensSeenBy = byReader((reader) =>
  statement(({ userId, albumId, after, limit }: Place & { after: DayPlace | null; limit: number }) =>
    listeningsOf({ userId, albumId })
      .select(['l.id', 'l.version', 'l.rating', 'l.review', 'l.date', 'l.relisten'])
      .select(['l.visibility', 'l.hiddenLevel', 'l.tagCount', 'l.createdAt'])
      .where(isSeenBy(reader))
      .$if(after !== null, (query) => query.where(isAfterDay({ day: 'l.date', id: 'l.id' }, after!)))
      .limit(limit),
  ),
)

export async function listListens(
  deps: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor, limit = PAGE, ...ref }: z.output<typeof listensInput>,
): Promise<Page<Listen>> {
  const target = { viewer, nickname: nickname ?? viewer?.view.nickname ?? '', nothing: emptyPage }
  return await readOf(deps, target, async ({ id: userId, reader }) => {
    const album = await findAlbum(deps, ref)
    if (!album) return emptyPage
    const place = { userId, albumId: album.id, after: readDayCursor(cursor), limit: limit + 1 }
    const rows = await listensSeenBy[reader](deps.db, place)
    const { page, next } = pageOf(rows, limit, writeDayCursor)
    const tagsOf = await readTags(deps.db, page)
    const reviews = page.map(({ id, review: text }) => ({ id, text }))
    const mentionsOf = await readMentions(deps.db, 'logId', reviews, viewer?.id ?? NOBODY)
    return {
      items: page.map((row) => {
        const { tagCount: _, hiddenLevel, ...listening } = row
        const mentions = mentionsOf(row.id)
        return {
          ...listening,
          tags: tagsOf(row.id),
          date: row.date && utcDay(row.date),
          visibility: reader === 'owner' ? chosenLevel(row) : null,
          hidden: hiddenLevel !== null,
          createdAt: row.createdAt.toISOString(),
          ...(mentions.length > 0 && { mentions }),
        }
      }),
      next,
    }
  })
}

const ratingsOf = statement((place: Place) =>
  listeningsOf(place).select(['l.id', 'l.rating', 'l.date']).where('l.rating', '>', 0).limit(CHARTED),
)

export async function listOwnRatings(
  deps: Pick<Deps, 'db'>,
  viewer: SignedIn,
  ref: AlbumRef,
): Promise<RatedListen[]> {
  const album = await findAlbum(deps, ref)
  const rows = album ? await ratingsOf(deps.db, { userId: viewer.id, albumId: album.id }) : []
  return rows.map(({ date, ...row }) => ({ ...row, date: date && utcDay(date) })).toReversed()
}

/** Likes and comments are counted as on the review's page: a difference would tell the owner about hidden comments. */
const holdingsOf = statement(({ userId, albumId }: Place) =>
  kysely
    .selectFrom('Log as l')
    .select((eb) => {
      const likes = likeCount('ReviewLike', eb.ref('l.id'))
      const comments = commentCount('logId', eb.ref('l.id'))
      return [
        sql<number>`COUNT(*)`.as('listens'),
        sql<number>`CAST(COALESCE(SUM(l.reviewedAt IS NOT NULL), 0) AS SIGNED)`.as('reviews'),
        sql<number>`CAST(COALESCE(SUM(l.rating > 0), 0) AS SIGNED)`.as('rated'),
        sql<number>`CAST(COALESCE(SUM(l.tagCount > 0), 0) AS SIGNED)`.as('tagged'),
        sql<number>`CAST(COALESCE(SUM(${likes}), 0) AS SIGNED)`.as('likes'),
        sql<number>`CAST(COALESCE(SUM(${comments}), 0) AS SIGNED)`.as('comments'),
      ]
    })
    .where('l.userId', '=', userId)
    .where('l.albumId', '=', albumId),
)

export async function readHoldings(
  db: Tx,
  place: Place,
): Promise<Holdings & { rated: number; tagged: number }> {
  const [row] = await holdingsOf(db, place)
  return row!
}

export async function getHoldings(
  deps: Pick<Deps, 'db'>,
  viewer: SignedIn,
  ref: AlbumRef,
): Promise<Holdings> {
  const album = await findAlbum(deps, ref)
  const {
    rated: _,
    tagged: __,
    ...holdings
  } = await readHoldings(deps.db, {
    userId: viewer.id,
    albumId: album?.id ?? 0,
  })
  return holdings
}
