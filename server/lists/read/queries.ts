import { sql } from 'kysely'
import type { z } from 'zod'
import { readCursor, writeCursor, type Cursor } from '../../../shared/cursor.ts'
import { limits } from '../../../shared/limits.ts'
import type * as shared from '../../../shared/lists.ts'
import { emptyPage, type Page } from '../../../shared/page.ts'
import { levelForOwner } from '../../access/hiddenLevel.ts'
import { byReader, isSeenBy, isShownTo, NOBODY, shownLists } from '../../access/visibleTo.ts'
import { findAlbum } from '../../catalog/albums.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { transaction, type Tx } from '../../lib/db.ts'
import { notFound } from '../../lib/errors.ts'
import { newestFirst, pageOf } from '../../lib/keyset.ts'
import { countAll, kysely, statement } from '../../lib/sql.ts'
import { readOf } from '../../users/queries.ts'
import { readListCards, readListPage } from './view.ts'

export async function isListShown(
  { db }: { db: Tx },
  viewer: { id: number } | null,
  id: number,
): Promise<boolean> {
  return (await shownLists(db, { ids: [id], viewerId: viewer?.id ?? NOBODY })).length > 0
}

/** @throws notFound if the list does not exist or the viewer cannot see it */
export async function requireList(
  deps: { db: Tx },
  viewer: { id: number } | null,
  id: number,
): Promise<void> {
  if (!(await isListShown(deps, viewer, id))) throw notFound('lists.notFound')
}

const ownList = statement(({ id, ownerId }: { id: number; ownerId: number }) =>
  kysely
    .selectFrom('List')
    .select(['id', 'version', 'name', 'description', 'ranked', 'visibility', 'hiddenLevel'])
    .where('id', '=', id)
    .where('userId', '=', ownerId),
)

export async function requireOwnList({ db }: Pick<Deps, 'db'>, viewer: SignedIn, id: number): Promise<void> {
  if ((await ownList(db, { id, ownerId: viewer.id })).length === 0) throw notFound('lists.notFound')
}

const sourceOf = statement(({ id, viewerId }: { id: number; viewerId: number }) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id', 'l.name'])
    .where('l.id', '=', id)
    .where(isShownTo(viewerId)),
)

export async function getList(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { id }: { id: number },
): Promise<shared.ListView> {
  // Read before the list, so that an event in between is sent again rather than lost.
  const live = bus.last()
  const viewerId = viewer?.id ?? 0
  const page = await readListPage(db, viewerId, id)
  if (!page) throw notFound('lists.notFound')
  const { head, clonedFromId } = page
  const [clonedFrom = null] = clonedFromId === null ? [] : await sourceOf(db, { id: clonedFromId, viewerId })
  return { ...head, clonedFrom, live }
}

const allAlbums = statement(({ id }: { id: number }) =>
  kysely
    .selectFrom('ListAlbum as i')
    .innerJoin('Album as a', 'a.id', 'i.albumId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['a.id', 'a.artist', 'a.name', 'a.image', 'a.year', 'i.note'])
    .where('i.listId', '=', id)
    .orderBy('i.position'),
)

export async function getDraft(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { id }: { id: number },
): Promise<shared.ListDraft> {
  // One transaction, so that the albums match the version.
  return await transaction(db, async (tx) => {
    const [list] = await ownList(tx, { id, ownerId: viewer.id })
    if (!list) throw notFound('lists.notFound')
    const { hiddenLevel, visibility, ...head } = list
    const level = levelForOwner({ visibility, hiddenLevel })
    return { ...head, ...level, albums: await allAlbums(tx, { id }) }
  })
}

type Requested = { ownerId: number; albumId: number; after: Cursor | null }
const listsOf = statement(({ ownerId, albumId, after }: Requested) =>
  kysely
    .selectFrom('List as l')
    .leftJoin('ListAlbum as i', (join) => join.onRef('i.listId', '=', 'l.id').on('i.position', '=', 0))
    .leftJoin('Album as a', 'a.id', 'i.albumId')
    .select(['l.id', 'l.name', 'l.updatedAt', 'a.artist', 'a.name as album', 'a.image'])
    .select((eb) => {
      const albums = eb.selectFrom('ListAlbum as n').whereRef('n.listId', '=', 'l.id')
      return [
        albums.select(countAll).$asScalar().$notNull().as('albums'),
        eb.exists(albums.select('n.albumId').where('n.albumId', '=', albumId)).as('contains'),
      ]
    })
    .where('l.userId', '=', ownerId)
    .$call((query) => newestFirst(query, 'l.updatedAt', 'l.id', after))
    .limit(limits.ownListsPage + 1),
)
type OwnRow = Awaited<ReturnType<typeof listsOf>>[number]

export async function listOwn(
  deps: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { cursor, ...ref }: z.output<typeof shared.ownListsInput>,
): Promise<Page<shared.OwnList>> {
  const album = await findAlbum(deps, ref)
  // No album has the id 0.
  const requested = { ownerId: viewer.id, albumId: album?.id ?? 0, after: readCursor(cursor) }
  const rows = await listsOf(deps.db, requested)
  const { page, next } = pageOf(rows, limits.ownListsPage, ({ updatedAt, id }) =>
    writeCursor({ at: updatedAt, id }),
  )
  return { items: page.map(ownListOf), next }
}

const ownListOf = ({ id, name, albums, contains, artist, album, image }: OwnRow): shared.OwnList => ({
  id,
  name,
  albumCount: albums,
  cover: artist === null || album === null ? null : { artist, name: album, image },
  contains: Boolean(contains),
})

const listsBy = byReader((reader) =>
  statement(({ ownerId, after, limit }: { ownerId: number; after: Cursor | null; limit: number }) =>
    kysely
      .selectFrom('List as l')
      .select(['l.id', 'l.updatedAt'])
      .where('l.userId', '=', ownerId)
      .where(isSeenBy(reader))
      .$call((query) => newestFirst(query, 'l.updatedAt', 'l.id', after))
      .limit(limit),
  ),
)

export async function listsOfPerson(
  deps: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor, limit = limits.profilePage }: z.output<typeof shared.listsOfInput>,
): Promise<Page<shared.ListCard>> {
  return await readOf(deps, { viewer, nickname, nothing: emptyPage }, async ({ id: ownerId, reader }) => {
    const requested = { ownerId, after: readCursor(cursor), limit: limit + 1 }
    const rows = await listsBy[reader](deps.db, requested)
    const { page, next } = pageOf(rows, limit, ({ updatedAt, id }) => writeCursor({ at: updatedAt, id }))
    const ids = page.map(({ id }) => id)
    return { items: await readListCards(deps.db, viewer?.id ?? 0, ids), next }
  })
}
