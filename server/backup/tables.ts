import { createHash } from 'node:crypto'
import type { Connection } from 'mariadb'
import { HALF_RESTORED } from '../lib/migrate.ts'
import { MIGRATION_TURN } from '../lib/migrationTurn.ts'

export type Table = { name: string; columns: string[]; nextNumber: string | null }
/** SHA-256 of the rows in the order of the primary key. */
export type Sum = { rows: number; sha256: string }
/** A row in a backup: binary values in Base64, all others as MySQL prints them. */
export type Row = (string | null)[]

const BINARY = 63
const bytes = new Set(['TINY_BLOB', 'MEDIUM_BLOB', 'LONG_BLOB', 'BLOB', 'VAR_STRING', 'STRING', 'VARCHAR'])
/** Types whose text is rounded or not available. The text of a double is the shortest one for the same number, so it is exact. */
const unsupportedTypes = new Set(['float', 'bit', 'geometry'])
const temporaryTables = [HALF_RESTORED, MIGRATION_TURN]
/** characters per chunk of rows */
const PIECE = 64 * 1024

type ColumnRow = { tableName: string; columnName: string; dataType: string }

export async function readTables(connection: Connection): Promise<Table[]> {
  const columns = await connection.query<ColumnRow[]>(
    `SELECT c.TABLE_NAME AS tableName, c.COLUMN_NAME AS columnName, c.DATA_TYPE AS dataType
     FROM information_schema.COLUMNS c JOIN information_schema.TABLES t
       ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
     WHERE c.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' AND c.TABLE_NAME NOT IN (?)
       AND COALESCE(c.GENERATION_EXPRESSION, '') = ''
     ORDER BY c.ORDINAL_POSITION`,
    [temporaryTables],
  )
  const odd = columns.find(({ dataType }) => unsupportedTypes.has(dataType.toLowerCase()))
  if (odd)
    throw new Error(`A backup cannot hold ${odd.tableName}.${odd.columnName}: its type is ${odd.dataType}`)
  const names = [...new Set(columns.map(({ tableName }) => tableName))].toSorted()
  const tables: Table[] = []
  for (const name of names) {
    const columnNames = columns
      .filter(({ tableName }) => tableName === name)
      .map(({ columnName }) => columnName)
    tables.push({ name, columns: columnNames, nextNumber: await nextNumberOf(connection, name) })
  }
  return tables
}

/** Read from the table itself: the statistics of information_schema can be a day old on MySQL. */
async function nextNumberOf(connection: Connection, table: string): Promise<string | null> {
  const rows = await connection.query<string[][]>({
    sql: `SHOW CREATE TABLE ${connection.escapeId(table)}`,
    rowsAsArray: true,
  })
  return /\) ENGINE=.*?\bAUTO_INCREMENT=(\d+)/.exec(rows[0]?.[1] ?? '')?.[1] ?? null
}

/** The order of the primary key, in which InnoDB stores the rows, so that reading needs no sort. */
async function orderOf(connection: Connection, table: string): Promise<string> {
  const parts = await connection.query<{ name: string; direction: string }[]>(
    `SELECT COLUMN_NAME AS name, COLLATION AS direction FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND INDEX_NAME = 'PRIMARY' ORDER BY SEQ_IN_INDEX`,
    [table],
  )
  if (parts.length === 0) throw new Error(`The table ${table} has no primary key`)
  return parts
    .map(({ name, direction }) => `${connection.escapeId(name)}${direction === 'D' ? ' DESC' : ''}`)
    .join(', ')
}

/** `sum` is complete when all rows are read. Only one chunk is held in memory. */
export async function* readRows(
  connection: Connection,
  { name, columns }: Table,
  sum: Sum,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const order = await orderOf(connection, name)
  const selection = columns.map((column) => connection.escapeId(column)).join(', ')
  const stream = connection.queryStream({
    sql: `SELECT ${selection} FROM ${connection.escapeId(name)} ORDER BY ${order}`,
    rowsAsArray: true,
    typeCast: (field) =>
      field.collation.index === BINARY && bytes.has(field.type)
        ? (field.buffer()?.toString('base64') ?? null)
        : field.string(),
  })
  let piece = ''
  for await (const row of stream as AsyncIterable<Row>) {
    piece += `${JSON.stringify(row)}\n`
    sum.rows++
    if (piece.length < PIECE) continue
    hash.update(piece)
    yield piece
    piece = ''
  }
  hash.update(piece)
  sum.sha256 = hash.digest('hex')
  if (piece !== '') yield piece
}

export async function sumTables(connection: Connection): Promise<Record<string, Sum>> {
  const sums: Record<string, Sum> = {}
  for (const table of await readTables(connection)) {
    const sum = (sums[table.name] = { rows: 0, sha256: '' })
    const pieces = readRows(connection, table, sum)
    while (!(await pieces.next()).done);
  }
  return sums
}
