import { sql, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, rows } from '../../lib/sql.ts'
import { personalData } from '../personalData.ts'
import type { ColumnClass } from '../personalData/classes.ts'
import { nameReferences } from './references.ts'

/** An exported row: references are replaced by names, other values are as stored. */
export type ExportedRow = Record<string, unknown>

export type Source = { tx: Tx; personId: number }

const PAGE = 500

export const exportedColumns = (model: Prisma.ModelName): [string, Exclude<ColumnClass, 'internal'>][] =>
  Object.entries<ColumnClass>(personalData[model].columns).filter(
    (entry): entry is [string, Exclude<ColumnClass, 'internal'>] => entry[1] !== 'internal',
  )

type Condition = RawBuilder<boolean>

type Owned = { owner: string; unless?: string; except?: readonly [column: string, value: string] }

const ownedBy = (model: Prisma.ModelName, personId: number): Condition => {
  const { owner, unless, except } = personalData[model] as Owned
  if (owner === 'list') return sql`listId IN (SELECT id FROM List WHERE userId = ${personId})`
  if (owner === 'tag') return sql`tagId IN (SELECT id FROM Tag WHERE userId = ${personId})`
  const isOwn = sql<boolean>`${sql.ref(owner)} = ${personId}`
  if (except) return sql`${isOwn} AND ${sql.ref(except[0])} <> ${except[1]}`
  return unless ? sql`${isOwn} AND ${sql.ref(unless)} IS NULL` : isOwn
}

/** If a moderator hid a thing, `hiddenLevel` has the visibility that its owner chose; `visibility` has the effective one. */
function exportOf(model: Prisma.ModelName, keys: readonly string[]) {
  const columns = exportedColumns(model)
  const levels = columns.some(([, kind]) => kind === 'level') ? ['hiddenLevel'] : []
  const names = new Set([...columns.map(([name]) => name), ...levels, ...keys])
  return kysely
    .selectFrom(sql<ExportedRow>`${sql.table(model)}`.as('row'))
    .select([...names].map((name) => sql.ref(name).as(name)))
}

type Selection = {
  /** selects the rows; all rows that the user owns by default */
  where?: Condition
  /** one or two columns that identify and sort the rows; the rest of the primary key by default */
  order?: readonly string[]
}

export async function* pagesOf(
  { tx, personId }: Source,
  model: Prisma.ModelName,
  { where = ownedBy(model, personId), order = personalData[model].order }: Selection = {},
): AsyncGenerator<ExportedRow[]> {
  const first = order.reduce(
    (query, name) => query.orderBy(sql.ref(name)),
    exportOf(model, order).where(where).limit(PAGE),
  )
  let last: ExportedRow | undefined
  do {
    const page = await rows(tx, last ? first.where(isAfter(order, last)) : first)
    if (page.length > 0) yield await nameReferences(tx, { id: personId }, exportedColumns(model), page)
    last = page.length === PAGE && order.length > 0 ? page.at(-1) : undefined
  } while (last)
}

function isAfter([first = '', second]: readonly string[], row: ExportedRow): Condition {
  const a = sql.ref(first)
  if (second === undefined) return sql`${a} > ${row[first]}`
  return sql`(${a} > ${row[first]} OR (${a} = ${row[first]} AND ${sql.ref(second)} > ${row[second]}))`
}

/** For orders that no key has. The ids are of the column that identifies the user's rows. */
export async function* pagesById(
  { tx, personId }: Source,
  model: Prisma.ModelName,
  ids: readonly number[],
): AsyncGenerator<ExportedRow[]> {
  const [key = 'id'] = personalData[model].order
  const query = exportOf(model, [key]).where(ownedBy(model, personId))
  for (let from = 0; from < ids.length; from += PAGE) {
    const batch = ids.slice(from, from + PAGE)
    const page = await rows(tx, query.where(sql.ref(key), 'in', batch))
    const byId = new Map(page.map((row) => [row[key], row]))
    const sorted = batch.map((id) => byId.get(id)!)
    yield await nameReferences(tx, { id: personId }, exportedColumns(model), sorted)
  }
}
