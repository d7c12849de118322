import type { AlbumCard } from '../../shared/catalog.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import type { FavoriteListInput } from '../../shared/favorites.ts'
import { limits } from '../../shared/limits.ts'
import type { Page } from '../../shared/page.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { getUserId } from '../users/queries.ts'

type Row = AlbumCard & { albumId: number; createdAt: Date }

/** A person's favourite albums, the latest heart first, 24 a page. @throws notFound */
export async function listFavorites(
  { db }: Pick<Deps, 'db'>,
  { nickname, cursor }: FavoriteListInput,
): Promise<Page<AlbumCard>> {
  const userId = await getUserId({ db }, nickname)
  const after = readCursor(cursor)
  const older = after
    ? Prisma.sql`AND (f.createdAt < ${after.at} OR (f.createdAt = ${after.at} AND f.albumId < ${after.id}))`
    : Prisma.empty
  const rows = await db.$queryRaw<Row[]>`
    SELECT f.albumId, f.createdAt, a.artist, a.name, a.image FROM Favorite f STRAIGHT_JOIN Album a ON a.id = f.albumId
    WHERE f.userId = ${userId} ${older}
    ORDER BY f.createdAt DESC, f.albumId DESC LIMIT ${limits.profilePage + 1}`
  const page = rows.slice(0, limits.profilePage)
  const last = page.at(-1)
  return {
    items: page.map(({ artist, name, image }) => ({ artist, name, image })),
    next: last && rows.length > page.length ? writeCursor({ at: last.createdAt, id: last.albumId }) : null,
  }
}
