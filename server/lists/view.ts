import type { AlbumCard } from '../../shared/catalog.ts'
import type { ListCard, ListHead } from '../../shared/lists.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../lib/db.ts'

/** A card shows the covers of so many albums. */
const COVERS = 5

type HeadRow = {
  id: number
  version: number
  name: string
  description: string
  createdAt: Date
  updatedAt: Date
  nickname: string
  avatar: string | null
  albums: bigint
}
type CardRow = HeadRow & { likes: bigint; comments: bigint }

const headColumns = Prisma.sql`
  l.id, l.version, l.name, l.description, l.createdAt, l.updatedAt, u.nickname, u.avatar,
  (SELECT COUNT(*) FROM ListAlbum WHERE listId = l.id) AS albums`

/** The lists with these ids, in any order; what is gone, or whose owner is disabled, is left out. One query. */
export async function readListHeads(db: Pick<Db, '$queryRaw'>, ids: readonly number[]): Promise<ListHead[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<HeadRow[]>`
    SELECT ${headColumns} FROM List l STRAIGHT_JOIN User u ON u.id = l.userId
    WHERE l.id IN (${Prisma.join([...ids])}) AND u.disabledAt IS NULL`
  return rows.map(headOf)
}

const headOf = (row: HeadRow): ListHead => ({
  id: row.id,
  version: row.version,
  name: row.name,
  description: row.description,
  owner: { nickname: row.nickname, avatar: row.avatar },
  albumCount: Number(row.albums),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The same lists as cards with exact counts, in the order of the ids. Two queries. */
export async function readListCards(db: Pick<Db, '$queryRaw'>, ids: readonly number[]): Promise<ListCard[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<CardRow[]>`
    SELECT ${headColumns},
      (SELECT COUNT(*) FROM ListLike WHERE listId = l.id) AS likes,
      (SELECT COUNT(*) FROM Comment c JOIN User w ON w.id = c.userId
        WHERE c.listId = l.id AND w.disabledAt IS NULL) AS comments
    FROM List l STRAIGHT_JOIN User u ON u.id = l.userId
    WHERE l.id IN (${Prisma.join([...ids])}) AND u.disabledAt IS NULL`
  const cards = new Map(rows.map((row) => [row.id, row]))
  const covers = await readCovers(db, ids)
  return ids.flatMap((id) => {
    const row = cards.get(id)
    return row ? [cardOf(row, covers.get(id) ?? [])] : []
  })
}

function cardOf(row: CardRow, covers: AlbumCard[]): ListCard {
  const { version: _, updatedAt: __, ...head } = headOf(row)
  return { ...head, likeCount: Number(row.likes), commentCount: Number(row.comments), covers }
}

/** The first albums of each list, by its id. */
async function readCovers(db: Pick<Db, '$queryRaw'>, ids: readonly number[]): Promise<Map<number, AlbumCard[]>> {
  const firstOf = ids.map(
    (id) => Prisma.sql`(
      SELECT i.listId, i.position, a.artist, a.name, a.image FROM ListAlbum i JOIN Album a ON a.id = i.albumId
      WHERE i.listId = ${id} ORDER BY i.position LIMIT ${COVERS})`,
  )
  const rows = await db.$queryRaw<(AlbumCard & { listId: number; position: number })[]>`
    ${Prisma.join(firstOf, ' UNION ALL ')} ORDER BY listId, position`
  const covers = new Map<number, AlbumCard[]>(ids.map((id) => [id, []]))
  for (const { listId, artist, name, image } of rows) covers.get(listId)?.push({ artist, name, image })
  return covers
}
