import { sql, type Compilable } from 'kysely'
import type { ExportedSection } from '../../../shared/exportFile.ts'
import { isNameToldTo } from '../../access/visibleTo.ts'
import { kysely, rows } from '../../lib/sql.ts'
import { pagesById, pagesOf, type ExportedRow, type Source } from './rows.ts'

type Pages = (source: Source) => AsyncGenerator<ExportedRow[]>

/**
 * The sections that an import reads. Their order does not depend on ids or times, which differ between installations: two exports
 * of the same data are equal.
 */
export const sections: Record<ExportedSection, Pages> = {
  async *listenings(source) {
    const ids = await idsOf(
      source,
      kysely
        .selectFrom('Log')
        .select('id')
        .where('userId', '=', source.personId)
        // Null (no day) sorts first.
        .orderBy('date')
        .orderBy('id'),
    )
    yield* pagesById(source, 'Log', ids)
  },
  async *hearts(source) {
    const ids = await idsOf(
      source,
      kysely
        .selectFrom('Favorite as f')
        .innerJoin('Album as a', 'a.id', 'f.albumId')
        .select('a.id')
        .where('f.userId', '=', source.personId)
        .orderBy('a.key'),
    )
    yield* pagesById(source, 'Favorite', ids)
  },
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
  async *listenLater(source) {
    for await (const page of pagesOf(source, 'ListenLater')) yield page.map(omitPosition)
  },
  async *topFour(source) {
    for await (const page of pagesOf(source, 'TopAlbum')) yield page.map(omitPosition)
  },
  async *follows(source) {
    const ids = await idsOf(
      source,
      kysely
        .selectFrom('Follow as f')
        .innerJoin('User as u', 'u.id', 'f.followingId')
        .select('u.id')
        .where('f.followerId', '=', source.personId)
        // A block deletes follows; this also excludes a row that remained, because its name must not be exported.
        .where(isNameToldTo(source.personId))
        .orderBy('u.nickname'),
    )
    yield* pagesById(source, 'Follow', ids)
  },
}

const idsOf = async ({ tx }: Source, query: Compilable<{ id: number }>): Promise<number[]> =>
  (await rows(tx, query)).map(({ id }) => id)

/** Omits `position`: the order of the rows in the file is the position. */
function omitPosition(exportedRow: ExportedRow): ExportedRow {
  const { position: _, ...row } = exportedRow
  return row
}

/** Reads the albums of a list in their order. */
async function albumsOfList(source: Source, listId: number): Promise<ExportedRow[]> {
  const albums: ExportedRow[] = []
  const selection = { where: sql<boolean>`listId = ${listId}`, order: ['position', 'albumId'] }
  for await (const page of pagesOf(source, 'ListAlbum', selection))
    for (const { list: _, position: __, ...row } of page) albums.push(row)
  return albums
}
