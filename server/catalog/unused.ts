import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { deleteAlbum } from './added.ts'

export async function readAddedAlbums(tx: Tx, userId: number): Promise<number[]> {
  const albums = await rows(
    tx,
    kysely.selectFrom('Album').select('id').where('addedById', '=', userId).where('isAdded', '=', true),
  )
  return albums.map(({ id }) => id)
}

const places = ['Log', 'Opinion', 'Favorite', 'TopAlbum', 'ListenLater', 'ListAlbum', 'ImportAlbum'] as const

/** Deletes those of these albums that nobody has, and that no merge concerns: the account of the user who added them has just been deleted. */
export async function deleteUnusedAlbums(write: Write, albumIds: readonly number[]): Promise<void> {
  if (albumIds.length === 0) return
  const unused = await rows(
    write.tx,
    kysely
      .selectFrom('Album as a')
      .select('a.id')
      .where('a.id', 'in', albumIds)
      .where('a.mergedIntoId', 'is', null)
      .where((eb) =>
        eb.not(
          eb.or([
            eb.exists(eb.selectFrom('Album as b').select('b.id').whereRef('b.mergedIntoId', '=', 'a.id')),
            ...places.map((table) =>
              eb.exists(eb.selectFrom(table).select('albumId').whereRef(`${table}.albumId`, '=', 'a.id')),
            ),
          ]),
        ),
      )
      .orderBy('a.id')
      // Nobody can begin to use them.
      .forUpdate(),
  )
  for (const { id } of unused) await deleteAlbum(write, id)
}
