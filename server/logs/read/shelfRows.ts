import { expressionBuilder } from 'kysely'
import { utcDay } from '../../../shared/days.ts'
import type { ShelfEntry } from '../../../shared/logs.ts'
import { sees, type Insider } from '../../../shared/visibility.ts'
import { chosenLevel } from '../../access/hiddenLevel.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, statement, type Tables } from '../../lib/sql.ts'
import { readTags } from './tags.ts'

const ofLog = expressionBuilder<Tables & { l: Tables['Log'] }, 'l'>()
export const isFavorite = ofLog
  .exists(
    ofLog
      .selectFrom('Favorite as f')
      .select('f.albumId')
      .whereRef('f.userId', '=', 'l.userId')
      .whereRef('f.albumId', '=', 'l.albumId'),
  )
  .as('favorite')

const rowsOf = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select([
      'l.id',
      'a.artist',
      'a.name',
      'a.image',
      'a.year',
      'l.date',
      'l.relisten',
      'l.visibility',
      'l.albumId',
    ])
    .select(['l.rating', 'l.tagCount', 'l.hiddenLevel'])
    .select(isFavorite)
    .where('l.id', 'in', ids),
)
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const entryOf = (
  { id, artist, name, image, year, rating, favorite, date, relisten, visibility, hiddenLevel }: Row,
  reader: Insider,
  tags: string[],
): ShelfEntry => ({
  id,
  album: { artist, name, image, year },
  rating,
  favorite: Boolean(favorite),
  date: date && utcDay(date),
  relisten,
  tags,
  visibility: reader === 'owner' ? chosenLevel({ visibility, hiddenLevel }) : null,
  hidden: hiddenLevel !== null,
})

/** Keeps the order of the places. Rows deleted or hidden in the meantime are left out. */
export async function inOrder(
  db: Tx,
  places: readonly number[],
  rows: readonly Row[],
  { reader, by }: { reader: Insider; by: 'id' | 'albumId' },
): Promise<ShelfEntry[]> {
  const rowByPlace = new Map(rows.map((row) => [row[by], row]))
  const tagsOf = await readTags(db, rows)
  return places.flatMap((place) => {
    const row = rowByPlace.get(place)
    return row && sees(reader, row.visibility) ? [entryOf(row, reader, tagsOf(row.id))] : []
  })
}

export async function readShelfRows(db: Tx, ids: readonly number[], reader: Insider): Promise<ShelfEntry[]> {
  const rows = ids.length === 0 ? [] : await rowsOf(db, { ids: padded(ids) })
  return await inOrder(db, ids, rows, { reader, by: 'id' })
}
