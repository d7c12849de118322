import { sql } from 'kysely'
import type { AlbumCard } from '../../shared/catalog.ts'
import { readCursor, writeCursor, type Cursor } from '../../shared/cursor.ts'
import type { FavoriteListInput } from '../../shared/favorites.ts'
import { limits } from '../../shared/limits.ts'
import type { Page } from '../../shared/page.ts'
import type { Deps } from '../deps.ts'
import { newestFirst, pageOf } from '../lib/keyset.ts'
import { kysely, statement } from '../lib/sql.ts'
import { getUserId } from '../users/queries.ts'

const PAGE = limits.profilePage

const favoritesOf = statement(({ userId, after }: { userId: number; after: Cursor | null }) =>
  kysely
    .selectFrom('Favorite as f')
    .innerJoin('Album as a', 'a.id', 'f.albumId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['f.albumId', 'f.createdAt', 'a.artist', 'a.name', 'a.image'])
    .where('f.userId', '=', userId)
    .$call((query) => newestFirst(query, 'f.createdAt', 'f.albumId', after))
    .limit(PAGE + 1),
)

/** A person's favourite albums, the latest heart first, 24 a page. @throws notFound */
export async function listFavorites(
  { db }: Pick<Deps, 'db'>,
  { nickname, cursor }: FavoriteListInput,
): Promise<Page<AlbumCard>> {
  const userId = await getUserId({ db }, nickname)
  const rows = await favoritesOf(db, { userId, after: readCursor(cursor) })
  const { page, next } = pageOf(rows, PAGE, ({ createdAt, albumId }) =>
    writeCursor({ at: createdAt, id: albumId }),
  )
  return { items: page.map(({ artist, name, image }) => ({ artist, name, image })), next }
}
