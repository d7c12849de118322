import type { AlbumState, OwnLog, Review } from '../../shared/logs.ts'
import { utcDay } from '../../shared/logs.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { readCursor, writeCursor, type Page } from '../../shared/page.ts'
import { findAlbum } from '../catalog/albums.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { readEntries, reviewView } from './view.ts'

/** One log as its owner sees it. The id must be there. */
export async function readOwnLog(db: Tx, id: number): Promise<OwnLog> {
  const log = await db.log.findUniqueOrThrow({ where: { id } })
  const hearts = await db.favorite.count({ where: { userId: log.userId, albumId: log.albumId } })
  return {
    id,
    rating: log.rating,
    review: log.review ?? '',
    date: utcDay(log.date),
    favorite: hearts > 0,
    createdAt: log.createdAt.toISOString(),
    updatedAt: log.updatedAt.toISOString(),
  }
}

/** What the viewer has said of an album: his log and his heart. An album that nobody needed yet has neither. */
export async function getAlbumState(deps: Deps, viewer: SignedIn, ref: AlbumRef): Promise<AlbumState> {
  const album = await findAlbum(deps, ref)
  if (!album) return { log: null, favorite: false }
  const place = { userId: viewer.id, albumId: album.id }
  const [log, hearts] = await Promise.all([
    deps.db.log.findUnique({ where: { userId_albumId: place }, select: { id: true } }),
    deps.db.favorite.count({ where: place }),
  ])
  return { log: log && (await readOwnLog(deps.db, log.id)), favorite: hearts > 0 }
}

/** The reviews of an album, newest first, 25 a page. */
export async function listReviews(deps: Deps, { cursor, ...ref }: AlbumRef & { cursor?: string | null }): Promise<Page<Review>> {
  const album = await findAlbum(deps, ref)
  if (!album) return { items: [], next: null }
  const after = readCursor(cursor)
  const older = after
    ? Prisma.sql`AND l.reviewedAt <= ${after.at} AND (l.reviewedAt < ${after.at} OR l.id < ${after.id})`
    : Prisma.empty
  const rows = await deps.db.$queryRaw<{ id: number; reviewedAt: Date }[]>`
    SELECT l.id, l.reviewedAt FROM Log l JOIN User u ON u.id = l.userId
    WHERE l.albumId = ${album.id} AND l.reviewedAt IS NOT NULL AND u.disabledAt IS NULL ${older}
    ORDER BY l.reviewedAt DESC, l.id DESC LIMIT ${limits.searchPage + 1}`
  const page = rows.slice(0, limits.searchPage)
  const entries = new Map((await readEntries(deps.db, page.map(({ id }) => id))).map((entry) => [entry.id, entry]))
  const last = page.at(-1)
  return {
    items: page.flatMap(({ id }) => entries.get(id) ?? []).map(reviewView),
    next: last && rows.length > page.length ? writeCursor({ at: last.reviewedAt, id: last.id }) : null,
  }
}
