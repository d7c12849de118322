import type { ColumnRole, ImportAsks } from '../../../shared/imports.ts'
import { importLimits } from '../../../shared/limits.ts'
import { DomainError, invalid } from '../../lib/errors.ts'
import type { Cells } from '../reading/table.ts'
import { counted, damagedRow, type Draft, type Reading, type ReadOptions } from './draft.ts'
import { hasMoments, hasWallMoments, makeColumns, type Column } from './evidence.ts'
import { guessRoles, guessRolesByCells, isHeader } from './guessedColumns.ts'
import { readPlays } from './histories.ts'
import { makeLossReader, makeRowReader } from './tableRows.ts'

// The roles of the columns are guessed from headings and cells; the user can change them.

const FIRST_ROWS = 50
const SHOWN = 3

type Open = () => AsyncGenerator<Cells>
type Survey = { hasHeader: boolean; columns: Column[]; examples: string[][] }

async function survey(open: Open): Promise<Survey> {
  const first: string[][] = []
  let result: (Survey & { add: (row: readonly string[]) => void }) | null = null
  const begin = () => {
    const [top = [], ...rows] = first
    const hasHeader = isHeader(top, rows)
    const gathered = makeColumns(hasHeader ? top : top.map(() => ''))
    const data = hasHeader ? rows : first
    data.forEach((row) => gathered.add(row))
    return { hasHeader, examples: data.slice(0, SHOWN), ...gathered }
  }
  let count = 0
  try {
    for await (const cells of open()) {
      if (++count > importLimits.rows + 1) throw invalid('imports.tooManyRows')
      if (!cells) continue
      if (result) result.add(cells)
      else if (first.push(cells) > FIRST_ROWS) result = begin()
    }
  } catch (error) {
    // Ignored here: the error occurs again when this row is read for the import.
    if (!(error instanceof DomainError) || error.id !== 'imports.rowTooLong') throw error
  }
  return result ?? begin()
}

export async function readUnknown(open: Open, { settings, now }: ReadOptions): Promise<Reading> {
  const { hasHeader, columns, examples } = await survey(open)
  const guessedRoles = hasHeader ? guessRoles(columns) : guessRolesByCells(columns)
  const roles = columns.map((_, index) => settings.columns?.[index] ?? guessedRoles[index]!)
  const columnOf = (role: ColumnRole): Column | undefined => columns[roles.indexOf(role)]
  const [ratings, days] = [columnOf('rating'), columnOf('date')]
  const scale = settings.scale ?? ratings?.scale.scale() ?? '5'
  const dateOrder = settings.dateOrder ?? days?.order.order() ?? 'dayFirst'
  const isTimed = hasMoments(days)
  const timeZone = isTimed && !hasWallMoments(days!, dateOrder) ? (settings.timeZone ?? 'UTC') : null
  const header = columns.map(({ heading }) => heading)
  const asks: Partial<ImportAsks> = {
    scale: ratings?.scale.isAsked() ? scale : null,
    dateOrder: days?.order.isOpen() ? dateOrder : null,
    timeZone,
    columns: header.map((name, index) => ({
      name,
      role: roles[index]!,
      sample: examples.map((row) => (row[index] ?? '').slice(0, 100)),
    })),
  }
  const shape = { roles, kinds: columnOf('kind'), days, scale, dateOrder, timeZone, isTimed }
  const reader = makeRowReader(shape, now)

  async function* eachRow<Result>(read: (cells: string[]) => Result[]): AsyncGenerator<Result | Draft> {
    const table = open()
    if (hasHeader) await table.next()
    for await (const cells of table)
      if (cells) yield* read(cells)
      else yield damagedRow
  }

  const isHistory = (['artist', 'album', 'track'] as const).every((role) => roles.includes(role))
  const losses = makeLossReader(shape)
  const read = isHistory
    ? readHistory({ reader, losses, eachRow }, { now, settings: { timeZone: timeZone ?? 'UTC' } })
    : readAlbums({ reader, losses, eachRow })
  return { format: 'table', header, asks, ...read }
}

type Readers = {
  reader: ReturnType<typeof makeRowReader>
  losses: ReturnType<typeof makeLossReader>
  eachRow: <Result>(read: (cells: string[]) => Result[]) => AsyncGenerator<Result | Draft>
}

function readAlbums({ reader, losses, eachRow }: Readers): Pick<Reading, 'rows' | 'notTaken'> {
  let opinionsOfWishes = 0
  const rows = () => {
    opinionsOfWishes = 0
    return eachRow((cells) => {
      const drafts = reader.draftsOf(cells)
      if (losses.hasLostOpinions(cells, drafts)) opinionsOfWishes++
      return drafts
    })
  }
  return { rows, notTaken: () => counted({ opinionsOfWishes }) }
}

function readHistory(
  { reader, losses, eachRow }: Readers,
  options: ReadOptions,
): Pick<Reading, 'rows' | 'notTaken'> {
  let [opinionsOfPlays, favoritesOfPlays] = [0, 0]
  const { rows } = readPlays('table', options, () => {
    opinionsOfPlays = 0
    favoritesOfPlays = 0
    return eachRow((cells) => {
      if (losses.isPlayWithOpinion(cells)) opinionsOfPlays++
      if (losses.isFavoritePlay(cells)) favoritesOfPlays++
      return [reader.playOf(cells)]
    })
  })
  return { rows, notTaken: () => counted({ opinionsOfPlays, favoritesOfPlays }) }
}
