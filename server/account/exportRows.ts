import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import type { ColumnClass } from './columnClass.ts'
import { personalData } from './personalData.ts'
import { nameReferences } from './references.ts'

/** An exported row: references are replaced by names, other values are as stored. */
export type ExportedRow = Record<string, unknown>

/** The user whose data are exported, and the snapshot from which they are read. */
export type Source = { tx: Tx; personId: number }

const PAGE = 500

const column = (name: string) => Prisma.raw(`\`${name}\``)

/** Lists the exported columns of a model, each with its class. */
export const exportedColumns = (model: Prisma.ModelName): [string, Exclude<ColumnClass, 'internal'>][] =>
  Object.entries<ColumnClass>(personalData[model].columns).filter(
    (entry): entry is [string, Exclude<ColumnClass, 'internal'>] => entry[1] !== 'internal',
  )

const ownedBy = (model: Prisma.ModelName, personId: number): Prisma.Sql => {
  const { owner, isExported } = personalData[model] as { owner: string; isExported?: string }
  if (isExported) return Prisma.sql`${column(owner)} = ${personId} AND ${Prisma.raw(isExported)}`
  if (owner === 'list') return Prisma.sql`listId IN (SELECT id FROM List WHERE userId = ${personId})`
  if (owner === 'tag') return Prisma.sql`tagId IN (SELECT id FROM Tag WHERE userId = ${personId})`
  return Prisma.sql`${column(owner)} = ${personId}`
}

/** If a moderator hid a thing, `hiddenLevel` has the visibility that its owner chose; `visibility` has the effective one. */
const selected = (columns: readonly (readonly [string, ColumnClass])[], keys: readonly string[]) => {
  const levels = columns.some(([, kind]) => kind === 'level') ? ['hiddenLevel'] : []
  return [...new Set([...columns.map(([name]) => name), ...levels, ...keys])].map(column)
}

type Wanted = {
  /** selects the rows; all rows that the user owns by default */
  where?: Prisma.Sql
  /** one or two columns that identify and sort the rows; the rest of the primary key by default */
  order?: readonly string[]
}

/** Reads the rows of a model that belong to a user, in pages, so that they are never all in memory. */
export async function* pagesOf(
  { tx, personId }: Source,
  model: Prisma.ModelName,
  { where = ownedBy(model, personId), order = personalData[model].order }: Wanted = {},
): AsyncGenerator<ExportedRow[]> {
  const columns = exportedColumns(model)
  const wanted = selected(columns, order)
  const sorted = order.length > 0 ? Prisma.sql`ORDER BY ${Prisma.join(order.map(column))}` : Prisma.empty
  let last: ExportedRow | undefined
  do {
    // Raw SQL: table, columns and order come from `personalData`, not from user input.
    const rows: ExportedRow[] = await tx.$queryRaw`
      SELECT ${Prisma.join(wanted)} FROM ${column(model)} WHERE ${where} ${after(order, last)} ${sorted} LIMIT ${PAGE}`
    if (rows.length > 0) yield await nameReferences(tx, { id: personId }, columns, rows)
    last = rows.length === PAGE && order.length > 0 ? rows.at(-1) : undefined
  } while (last)
}

/** Builds the condition for the rows after `row`, in the order of one or two columns. */
function after([first, second]: readonly string[], row: ExportedRow | undefined): Prisma.Sql {
  if (!row || first === undefined) return Prisma.empty
  const a = column(first)
  if (second === undefined) return Prisma.sql`AND ${a} > ${row[first]}`
  return Prisma.sql`AND (${a} > ${row[first]} OR (${a} = ${row[first]} AND ${column(second)} > ${row[second]}))`
}

/**
 * Reads rows in the order of the given ids, for orders that no key has. The ids are of the column that identifies the user's
 * rows.
 */
export async function* pagesById(
  source: Source,
  model: Prisma.ModelName,
  ids: readonly number[],
): AsyncGenerator<ExportedRow[]> {
  const [key = 'id'] = personalData[model].order
  const columns = exportedColumns(model)
  const wanted = selected(columns, [key])
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE)
    const rows: ExportedRow[] = await source.tx.$queryRaw`
      SELECT ${Prisma.join(wanted)} FROM ${column(model)}
      WHERE ${ownedBy(model, source.personId)} AND ${column(key)} IN (${Prisma.join(some)})`
    const byId = new Map(rows.map((row) => [row[key], row]))
    const sorted = some.map((id) => byId.get(id)!)
    yield await nameReferences(source.tx, { id: source.personId }, columns, sorted)
  }
}
