import { sql } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { pendingStates, readPendingOf, type Merge } from './merges.ts'

// A merged album keeps its row and its names. Whatever is written under them belongs to the album that replaces it.

type Row = { id: number; mergedIntoId: number | null }
export type SurvivorOf = (albumId: number) => number

const mergedAmong = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('Album')
    .select(['id', 'mergedIntoId'])
    .where('id', 'in', ids)
    .where('mergedIntoId', 'is not', null),
)

// Not `FOR SHARE`, which MariaDB does not support.
const heldAlbums = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('Album')
    .select(['id', 'mergedIntoId'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('AlbumMerge as m').select('m.id').where('m.state', 'in', pendingStates))
        .as('isPending'),
    )
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(sql`LOCK IN SHARE MODE`),
)

/** Follows chains: an album that replaced another one can be merged, too. */
async function follow(ids: readonly number[], read: (ids: number[]) => Promise<Row[]>): Promise<SurvivorOf> {
  const next = new Map<number, number>()
  for (let open = [...new Set(ids)]; open.length > 0;) {
    const mergedRows = (await read(padded(open))).filter(({ mergedIntoId }) => mergedIntoId !== null)
    for (const { id, mergedIntoId } of mergedRows) next.set(id, mergedIntoId!)
    open = [...new Set(mergedRows.map(({ mergedIntoId }) => mergedIntoId!))]
  }
  return (albumId) => {
    let survivor = albumId
    while (next.has(survivor)) survivor = next.get(survivor)!
    return survivor
  }
}

export const findSurvivors = (tx: Tx, ids: readonly number[]): Promise<SurvivorOf> =>
  follow(ids, (open) => mergedAmong(tx, { ids: open }))

/** `merges` are under way: what the user has of their albums must be moved before it is changed. */
export type Held = { survivorOf: SurvivorOf; merges: Merge[] }

/**
 * For a transaction that writes rows of these albums: none of them is merged until it ends. Lock the user first, as merges do.
 */
export async function holdAlbums(tx: Tx, ids: readonly number[]): Promise<Held> {
  let isPending = false
  const survivorOf = await follow(ids, async (open) => {
    const held = await heldAlbums(tx, { ids: open })
    isPending ||= held.some((album) => Boolean(album.isPending))
    return held
  })
  const merges = isPending ? await readPendingOf(tx, ids.map(survivorOf)) : []
  return { survivorOf, merges }
}
