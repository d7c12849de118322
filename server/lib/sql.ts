// SQL that the compiler checks against schema.prisma: Kysely builds it, and it runs on the driver's pool, without Prisma's query
// compiler (docs/decisions, typed SQL). Used for frequent reads and for statements that Prisma cannot express; everything else
// uses Prisma.
import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  sql,
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely'
import type { FieldInfo, UpsertResult } from 'mariadb'
import type { Prisma } from '../generated/prisma/client.ts'
import { connectionOf, type Tx } from './db.ts'

/** Type of a column's value: integers are numbers, and one beyond the safe range throws. */
type Value<Column> = Column extends bigint ? number : Column extends Uint8Array ? Uint8Array : Column
type Models = Prisma.TypeMap['model']
export type Tables = {
  [Name in keyof Models]: {
    [Column in keyof Models[Name]['payload']['scalars']]: Value<Models[Name]['payload']['scalars'][Column]>
  }
}

export const kysely = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
})

export const rawQuery = <Row>(text: RawBuilder<Row>): Compilable<Row> => ({
  compile: () => text.compile(kysely),
})

export async function rows<Row>(db: Tx, query: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile()
  return await execute<Row>(db, text, parameters.map(encode))
}

/**
 * Inserts rows, all with the same columns, in one statement; returns the id of the first inserted row. `orUpdate` lists the
 * columns to update if a row with the same key exists. Prisma's client needs a kilobyte or more of memory per value, so inserts
 * of many rows bypass it.
 */
export async function insertRows<Name extends keyof Tables, Column extends keyof Tables[Name] & string>(
  db: Tx,
  table: Name,
  values: readonly Pick<Tables[Name], Column>[],
  { orUpdate = [] }: { orUpdate?: readonly NoInfer<Column>[] } = {},
): Promise<number> {
  const [first] = values
  if (!first) return 0
  const columns = Object.keys(first) as Column[]
  const row = `(${columns.map(() => '?').join()})`
  const updates = orUpdate.map((column) => `\`${column}\` = VALUES(\`${column}\`)`).join()
  const text =
    `INSERT INTO \`${table}\` (${columns.map((column) => `\`${column}\``).join()}) VALUES ${row}${`,${row}`.repeat(values.length - 1)}` +
    (updates && ` ON DUPLICATE KEY UPDATE ${updates}`)
  const flat: unknown[] = []
  for (const each of values) for (const column of columns) flat.push(encode(each[column]))
  const { insertId } = await connectionOf(db).execute<UpsertResult>(text, flat)
  return Number(insertId)
}

export async function run(db: Tx, query: Compilable): Promise<number> {
  const { sql: text, parameters } = query.compile()
  const { affectedRows } = await connectionOf(db).execute<UpsertResult>(text, parameters.map(encode))
  return affectedRows
}

/** Runs statements one after the other. */
export async function runAll(db: Tx, queries: readonly Compilable[]): Promise<void> {
  for (const query of queries) await run(db, query)
}

/**
 * A value, or values for an `IN`; an object contains further parameters. Whether one is null is fixed when the statement is
 * built.
 */
type Parameter =
  | string
  | number
  | Date
  | Uint8Array
  | null
  | readonly (string | number | Date | Uint8Array)[]
  | Parameters
type Parameters = { [Name in string]: Parameter }
type Read = (given: Parameters) => unknown

class Placeholder {
  readonly read: Read
  constructor(read: Read) {
    this.read = read
  }
}

/**
 * Builds a statement once and runs it with different values: building can cost as much as running. It is built again if other
 * parameters are null, or if a list has another length (`padded` limits the number of lengths).
 */
export function statement<Given extends Parameters, Row>(build: (parameters: Given) => Compilable<Row>) {
  const built = new Map<string, CompiledQuery<Row>>()
  return async (db: Tx, parameters: Given): Promise<Row[]> => {
    const shape = shapeOf(parameters)
    let query = built.get(shape)
    if (!query) {
      query = build(placeholders(parameters, (all) => all) as Given).compile()
      built.set(shape, query)
    }
    const values = query.parameters.map((each) =>
      encode(each instanceof Placeholder ? each.read(parameters) : each),
    )
    return await execute<Row>(db, query.sql, values)
  }
}

const isGroup = (parameter: Parameter): parameter is Parameters =>
  typeof parameter === 'object' &&
  !Array.isArray(parameter) &&
  !(parameter instanceof Date) &&
  !ArrayBuffer.isView(parameter)

function shapeOf(parameter: Parameter): string {
  if (parameter === null) return '0'
  if (Array.isArray(parameter)) return String(parameter.length)
  return isGroup(parameter)
    ? `(${Object.keys(parameter)
        .map((name) => `${name} ${shapeOf(parameter[name]!)}`)
        .join()})`
    : '_'
}

function placeholders(parameter: Parameter, read: (all: Parameters) => Parameter): unknown {
  if (parameter === null) return null
  if (Array.isArray(parameter))
    return parameter.map((_, index) => new Placeholder((all) => (read(all) as unknown[])[index]))
  if (!isGroup(parameter)) return new Placeholder(read)
  const entries = Object.keys(parameter).map((name) => [
    name,
    placeholders(parameter[name]!, (all) => (read(all) as Parameters)[name]!),
  ])
  return Object.fromEntries(entries)
}

/** Pads the values of an `IN` to a power of two with a value that no row has, so that few lengths occur. No row has the id 0. */
export function padded(ids: readonly number[]): number[]
export function padded<Item>(values: readonly Item[], nobodys: Item): Item[]
export function padded(values: readonly unknown[], nobodys: unknown = 0): unknown[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  return [...values, ...Array.from({ length: length - values.length }, () => nobodys)]
}

export const countAll = sql<number>`COUNT(*)`.as('count')

/** The database's clock, for times that several processes compare. */
export const databaseNow = sql<Date>`UTC_TIMESTAMP(3)`

/** A table with an index that the optimizer would not choose by itself. */
export const byIndex = <Name extends keyof Tables, Alias extends string>(
  table: Name,
  alias: Alias,
  index: `${Name}_${string}_idx` | 'PRIMARY',
): AliasedRawBuilder<Tables[Name], Alias> =>
  sql<Tables[Name]>`${sql.table(table)}`.as<Alias>(sql`${sql.ref(alias)} FORCE INDEX (${sql.ref(index)})`)

function encode(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, -1).replace('T', ' ')
  // The driver accepts bytes only as a Buffer.
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return value
}

function digits(text: string, start: number, count: number): number {
  let value = 0
  for (let index = start; index < start + count; index++) value = value * 10 + text.charCodeAt(index) - 48
  return value
}

const readDay = (text: string) =>
  new Date(Date.UTC(digits(text, 0, 4), digits(text, 5, 2) - 1, digits(text, 8, 2)))

/** Parses a time from the database, '2026-03-29 01:30:00.123' in UTC. Date's own parser takes several times as long. */
function readMoment(text: string): Date {
  if (text.length !== 23) return new Date(`${text.replace(' ', 'T')}Z`)
  const day = Date.UTC(digits(text, 0, 4), digits(text, 5, 2) - 1, digits(text, 8, 2))
  const minutes = digits(text, 11, 2) * 60 + digits(text, 14, 2)
  return new Date(day + (minutes * 60 + digits(text, 17, 2)) * 1_000 + digits(text, 20, 3))
}

function readWhole(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large a number`)
  return number
}

type Decode = (value: never) => unknown
const decoders: Partial<Record<string, Decode>> = {
  DATE: readDay,
  DATETIME: readMoment,
  TIMESTAMP: readMoment,
  BIGINT: readWhole,
}
/** Booleans of schema.prisma are TINYINT(1). */
const decoderOf = ({ type, columnLength }: FieldInfo): Decode | undefined =>
  type === 'TINY' && columnLength === 1 ? (value: number) => value !== 0 : decoders[type]

async function execute<Row>(db: Tx, text: string, values: unknown[]): Promise<Row[]> {
  type Raw = Record<string, unknown>
  const result = await connectionOf(db).execute<Raw[] & { meta: FieldInfo[] }>(text, values)
  for (const field of result.meta) {
    const decode = decoderOf(field)
    if (!decode) continue
    const name = field.name()
    for (const row of result) if (row[name] !== null) row[name] = decode(row[name] as never)
  }
  return result as Row[]
}
