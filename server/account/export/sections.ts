import { sql, type Compilable } from 'kysely'
import type { ExportedSection } from '../../../shared/exportFile.ts'
import { isNameToldTo } from '../../access/visibleTo.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { kysely, rows } from '../../lib/sql.ts'
import { pagesById, pagesOf, type ExportedRow, type Source } from './rows.ts'

type Pages = (source: Source) => AsyncGenerator<ExportedRow[]>

/**
 * The sections that an import reads. Their order does not depend on ids or times, which differ between installations: two exports
 * of the same data are equal.
 */
export const sections: Record<ExportedSection, Pages> = {
  listenings: sorted('Log', (personId) =>
    kysely
      .selectFrom('Log')
      .select('id')
      .where('userId', '=', personId)
      // Null (no day) sorts first.
      .orderBy('date')
      .orderBy('id'),
  ),
  hearts: sorted('Favorite', (personId) =>
    kysely
      .selectFrom('Favorite as f')
      .innerJoin('Album as a', 'a.id', 'f.albumId')
      .select('a.id')
      .where('f.userId', '=', personId)
      .orderBy('a.key'),
  ),
  // One list at a time, with its albums: the largest list has a thousand notes of two thousand characters.
  async *lists(source) {
    const ids = await idsOf(
      source,
      kysely.selectFrom('List').select('id').where('userId', '=', source.personId).orderBy('id'),
    )
    for (const id of ids) {
      const albums = await albumsOfList(source, id)
      for await (const page of pagesById(source, 'List', [id]))
        yield page.map((list) => ({ ...list, albums }))
    }
  },
  listenLater: withoutPosition('ListenLater'),
  topFour: withoutPosition('TopAlbum'),
  follows: sorted('Follow', (personId) =>
    kysely
      .selectFrom('Follow as f')
      .innerJoin('User as u', 'u.id', 'f.followingId')
      .select('u.id')
      .where('f.followerId', '=', personId)
      // A block deletes follows; this also excludes a row that remained, because its name must not be exported.
      .where(isNameToldTo(personId))
      .orderBy('u.nickname'),
  ),
}

async function idsOf({ tx }: Source, query: Compilable<{ id: number }>): Promise<number[]> {
  return (await rows(tx, query)).map(({ id }) => id)
}

function sorted(model: Prisma.ModelName, queryOf: (personId: number) => Compilable<{ id: number }>): Pages {
  return async function* pages(source) {
    yield* pagesById(source, model, await idsOf(source, queryOf(source.personId)))
  }
}

/** Omits `position`: the order of the rows in the file is the position. */
function withoutPosition(model: Prisma.ModelName): Pages {
  return async function* pages(source) {
    for await (const page of pagesOf(source, model)) {
      for (const row of page) delete row.position
      yield page
    }
  }
}

async function albumsOfList(source: Source, listId: number): Promise<ExportedRow[]> {
  const albums: ExportedRow[] = []
  const selection = { where: sql<boolean>`listId = ${listId}`, order: ['position', 'albumId'] }
  for await (const page of pagesOf(source, 'ListAlbum', selection))
    for (const { list: _, position: __, ...row } of page) albums.push(row)
  return albums
}
