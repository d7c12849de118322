import { sql } from 'kysely'
import type { AlbumCard } from '../../../shared/catalog.ts'
import type { ListCard, ListHead } from '../../../shared/lists.ts'
import { levelForOwner } from '../../access/hiddenLevel.ts'
import { isShownTo } from '../../access/visibleTo.ts'
import { commentCount } from '../../comments/counts.ts'
import type { Tx } from '../../lib/db.ts'
import { combine } from '../../lib/keyset.ts'
import { countAll, kysely, padded, statement } from '../../lib/sql.ts'
import { likeCount } from '../../live/counters.ts'

const COVERS = 5

type Requested = { viewerId: number; ids: number[] }

const listsOf = ({ viewerId, ids }: Requested) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select([
      'l.id',
      'l.version',
      'l.name',
      'l.description',
      'l.visibility',
      'l.hiddenLevel',
      'l.createdAt',
      'l.updatedAt',
      'u.nickname',
      'u.avatar',
    ])
    .select((eb) =>
      eb
        .selectFrom('ListAlbum as i')
        .select(countAll)
        .whereRef('i.listId', '=', 'l.id')
        .$asScalar()
        .$notNull()
        .as('albums'),
    )
    .where('l.id', 'in', ids)
    .where(isShownTo(viewerId))

const selectHeads = (requested: Requested) =>
  listsOf(requested)
    .select('l.ranked')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ListAlbum as n')
            .select('n.albumId')
            .whereRef('n.listId', '=', 'l.id')
            .where('n.note', '!=', ''),
        )
        .as('noted'),
    )
const headsOf = statement(selectHeads)
/** Includes the likes, because each further statement has a cost. */
const pageOf = statement(({ viewerId, id }: { viewerId: number; id: number }) =>
  selectHeads({ viewerId, ids: [id] })
    .select('l.clonedFromId')
    .select((eb) => [
      likeCount('ListLike', eb.ref('l.id')).as('likeCount'),
      eb
        .exists(
          eb
            .selectFrom('ListLike as k')
            .select('k.userId')
            .whereRef('k.listId', '=', 'l.id')
            .where('k.userId', '=', viewerId),
        )
        .as('liked'),
    ]),
)
const cardsOf = statement((requested: Requested) =>
  listsOf(requested)
    .select((eb) => likeCount('ListLike', eb.ref('l.id')).as('likes'))
    .select((eb) => commentCount('listId', eb.ref('l.id')).as('comments')),
)
type HeadRow = Awaited<ReturnType<typeof headsOf>>[number]
type CardRow = Awaited<ReturnType<typeof cardsOf>>[number]

/** The viewer's id is 0 for visitors. Returns the lists in any order. */
export const readListHeads = async (db: Tx, viewerId: number, ids: readonly number[]): Promise<ListHead[]> =>
  ids.length === 0 ? [] : (await headsOf(db, { viewerId, ids: padded(ids) })).map(headOf)

/** Null if the viewer cannot see it. */
export async function readListPage(db: Tx, viewerId: number, id: number) {
  const [row] = await pageOf(db, { viewerId, id })
  if (!row) return null
  const { likeCount: likes, liked, clonedFromId } = row
  return { head: { ...headOf(row), likeCount: likes, liked: Boolean(liked) }, clonedFromId }
}

const partsOf = (row: HeadRow | CardRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  ...levelForOwner(row),
  owner: { nickname: row.nickname, avatar: row.avatar },
  albumCount: row.albums,
  createdAt: row.createdAt.toISOString(),
})

const headOf = (row: HeadRow): ListHead => ({
  ...partsOf(row),
  version: row.version,
  ranked: row.ranked,
  noted: Boolean(row.noted),
  updatedAt: row.updatedAt.toISOString(),
})

/** Keeps the order of the ids. */
export async function readListCards(db: Tx, viewerId: number, ids: readonly number[]): Promise<ListCard[]> {
  if (ids.length === 0) return []
  const rows = await cardsOf(db, { viewerId, ids: padded(ids) })
  const cards = new Map(rows.map((row) => [row.id, row]))
  const covers = await readCovers(db, ids)
  return ids.flatMap((id) => {
    const row = cards.get(id)
    return row ? [cardOf(row, covers.get(id) ?? [])] : []
  })
}

const cardOf = (row: CardRow, covers: AlbumCard[]): ListCard => ({
  ...partsOf(row),
  likeCount: row.likes,
  commentCount: row.comments,
  covers,
})

const firstAlbums = statement(({ ids }: { ids: number[] }) => {
  const each = ids.map((id) =>
    kysely
      .selectFrom('ListAlbum as i')
      .innerJoin('Album as a', 'a.id', 'i.albumId')
      .select(['i.listId', 'i.position', 'a.artist', 'a.name', 'a.image', 'a.year'])
      .where('i.listId', '=', id)
      .orderBy('i.position')
      .limit(COVERS),
  )
  return combine(each, sql`ORDER BY listId, position`)
})

async function readCovers(db: Tx, ids: readonly number[]): Promise<Map<number, AlbumCard[]>> {
  const rows = await firstAlbums(db, { ids: padded(ids) })
  const covers = new Map<number, AlbumCard[]>(ids.map((id) => [id, []]))
  for (const { listId, artist, name, image, year } of rows)
    covers.get(listId)?.push({ artist, name, image, year })
  return covers
}
