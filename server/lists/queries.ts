import type { z } from 'zod'
import type { AlbumCard } from '../../shared/catalog.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { limits } from '../../shared/limits.ts'
import type * as shared from '../../shared/lists.ts'
import type { Page } from '../../shared/page.ts'
import { findAlbum } from '../catalog/albums.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { transaction } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { likeCount } from '../live/counters.ts'
import type { SignedIn } from '../trpc.ts'
import { readListHeads } from './view.ts'

/** @throws notFound when the list is not there, or its owner is disabled */
export async function requireList({ db }: Pick<Deps, 'db'>, id: number): Promise<void> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT l.id FROM List l JOIN User u ON u.id = l.userId WHERE l.id = ${id} AND u.disabledAt IS NULL`
  if (rows.length === 0) throw notFound('lists.notFound')
}

/** @throws notFound when the viewer has no such list */
export async function requireOwnList({ db }: Pick<Deps, 'db'>, viewer: SignedIn, id: number): Promise<void> {
  const rows = await db.$queryRaw<unknown[]>`SELECT id FROM List WHERE id = ${id} AND userId = ${viewer.id}`
  if (rows.length === 0) throw notFound('lists.notFound')
}

const likesOf = statement(({ id, viewerId }: { id: number; viewerId: number }) =>
  kysely.selectNoFrom((eb) => [
    likeCount('ListLike', id).as('count'),
    eb
      .exists(
        eb.selectFrom('ListLike').select('userId').where('listId', '=', id).where('userId', '=', viewerId),
      )
      .as('own'),
  ]),
)

/** A list as its page shows it, without the albums. @throws notFound */
export async function getList(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { id }: { id: number },
): Promise<shared.ListView> {
  // Noted before the list is read: what happens in between is then told again rather than lost.
  const live = bus.last()
  const [[head], [likes]] = await Promise.all([
    readListHeads(db, [id]),
    likesOf(db, { id, viewerId: viewer?.id ?? 0 }),
  ])
  if (!head) throw notFound('lists.notFound')
  return { ...head, likeCount: likes!.count, liked: Boolean(likes!.own), live }
}

/** The albums of a list in its order, 100 a page. @throws notFound */
export async function listAlbums(
  { db }: Pick<Deps, 'db'>,
  { id, cursor }: z.output<typeof shared.listAlbumsInput>,
): Promise<shared.ListAlbumsPage> {
  await requireList({ db }, id)
  const PAGE = limits.listAlbumsPage
  const begin = /^\d{1,5}$/.test(cursor ?? '') ? Number(cursor) : 0
  const rows = await db.$queryRaw<(AlbumCard & { position: number })[]>`
    SELECT a.artist, a.name, a.image, i.position FROM ListAlbum i STRAIGHT_JOIN Album a ON a.id = i.albumId
    WHERE i.listId = ${id} AND i.position >= ${begin} ORDER BY i.position LIMIT ${PAGE + 1}`
  const following = rows[PAGE]
  return {
    items: rows.slice(0, PAGE).map(({ artist, name, image }) => ({ artist, name, image })),
    next: following ? String(following.position) : null,
  }
}

/** The viewer's own list with all its albums, to be edited. @throws notFound */
export async function getDraft(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { id }: { id: number },
): Promise<shared.ListDraft> {
  // In one transaction: the albums must be those of the version.
  return await transaction(db, async (tx) => {
    const [list] = await tx.$queryRaw<Omit<shared.ListDraft, 'albums'>[]>`
      SELECT id, version, name, description FROM List WHERE id = ${id} AND userId = ${viewer.id}`
    if (!list) throw notFound('lists.notFound')
    const albums = await tx.$queryRaw<shared.ListAlbum[]>`
      SELECT a.id, a.artist, a.name, a.image FROM ListAlbum i STRAIGHT_JOIN Album a ON a.id = i.albumId
      WHERE i.listId = ${id} ORDER BY i.position`
    return { ...list, albums }
  })
}

type OwnRow = {
  id: number
  name: string
  updatedAt: Date
  albums: bigint
  contains: bigint
  artist: string | null
  album: string | null
  image: string | null
}

/** The viewer's own lists, the one first that was changed last, 50 a page, each with whether it holds an album. */
export async function listOwn(
  deps: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { cursor, ...ref }: z.output<typeof shared.ownListsInput>,
): Promise<Page<shared.OwnList>> {
  const PAGE = limits.ownListsPage
  const album = await findAlbum(deps, ref)
  const place = readCursor(cursor)
  const older = place
    ? Prisma.sql`AND l.updatedAt <= ${place.at} AND (l.updatedAt < ${place.at} OR l.id < ${place.id})`
    : Prisma.empty
  const rows = await deps.db.$queryRaw<OwnRow[]>`
    SELECT l.id, l.name, l.updatedAt, a.artist, a.name AS album, a.image,
      (SELECT COUNT(*) FROM ListAlbum WHERE listId = l.id) AS albums,
      EXISTS(SELECT 1 FROM ListAlbum WHERE listId = l.id AND albumId = ${album?.id ?? 0}) AS contains
    FROM List l
    LEFT JOIN ListAlbum i ON i.listId = l.id AND i.position = 0
    LEFT JOIN Album a ON a.id = i.albumId
    WHERE l.userId = ${viewer.id} ${older}
    ORDER BY l.updatedAt DESC, l.id DESC LIMIT ${PAGE + 1}`
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    items: page.map(ownListOf),
    next: last && rows.length > PAGE ? writeCursor({ at: last.updatedAt, id: last.id }) : null,
  }
}

const ownListOf = ({ id, name, albums, contains, artist, album, image }: OwnRow): shared.OwnList => ({
  id,
  name,
  albumCount: Number(albums),
  cover: artist === null || album === null ? null : { artist, name: album, image },
  contains: Number(contains) === 1,
})
