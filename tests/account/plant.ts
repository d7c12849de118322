import { readFileSync } from 'node:fs'
import type { Connection } from 'mariadb'
import { personalData } from '../../server/account/personalData.ts'
import { readPrismaSchema, type Field, type Model } from '../support/prismaSchema.ts'

export const schemaText = readFileSync('prisma/schema.prisma', 'utf8')
const schema = readPrismaSchema(schemaText)

/** Returns the columns of a model, without the relations. */
export const columnsOf = ({ fields }: Model): Field[] => fields.filter(({ kind }) => kind !== 'object')

const isOwned = ({ name }: Model) => personalData[name as 'User'].owner !== 'nobody'
const owned = schema.models.filter(isOwned)
/** Nobody's, but rows of people need them. */
const needed = schema.models.filter(({ name }) => name === 'AlbumMerge')

type Numbers = { user: number; other: number; album: number }

/**
 * Writes a row of a user into every table that can have one, with a word in every text and blob. It follows the schema, so that
 * new columns and tables are covered automatically. Returns the columns that contain the word.
 */
export async function plant(connection: Connection, word: string, numbers: Numbers): Promise<string[]> {
  const made = new Map([
    ['User', numbers.user],
    ['Album', numbers.album],
  ])
  const people = {
    user: await personOf(connection, numbers.user),
    other: await personOf(connection, numbers.other),
  }
  const waiting = [...owned, ...needed].filter(({ name }) => name !== 'User')
  const planted: string[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex((model) =>
      relationsOf(model).every(({ type }) => type === model.name || made.has(type)),
    )
    if (next < 0) throw new Error(`Nothing leads to ${waiting.map(({ name }) => name).join(', ')}`)
    const [model] = waiting.splice(next, 1)
    const row = rowOf(model!, isOwned(model!) ? word : '', people, made)
    const names = [...row.keys()]
    const { insertId } = await connection.query<{ insertId: bigint }>(
      `INSERT INTO \`${model!.name}\` (${names.map((name) => `\`${name}\``).join(', ')}) VALUES (${names.map(() => '?').join(', ')})
       ON DUPLICATE KEY UPDATE ${names.map((name) => `\`${name}\` = VALUES(\`${name}\`)`).join(', ')}`,
      [...row.values()],
    )
    // A model without an id of its own is identified by that of another row, its user's in most cases.
    made.set(model!.name, Number(insertId) || Number(row.get('id') ?? numbers.user))
    if (isOwned(model!)) planted.push(...holding(row, word).map((name) => `${model!.name}.${name}`))
  }
  return planted
}

const relationsOf = ({ fields }: Model) =>
  fields.filter(({ relationFromFields }) => (relationFromFields ?? []).length > 0)

const holding = (row: Map<string, unknown>, word: string) =>
  [...row]
    .filter(([, value]) => (Buffer.isBuffer(value) || typeof value === 'string') && value.includes(word))
    .map(([name]) => name)

type PersonRow = Record<string, unknown>
const personOf = async (connection: Connection, id: number): Promise<PersonRow> =>
  (await connection.query<PersonRow[]>('SELECT * FROM User WHERE id = ?', [id]))[0]!

function rowOf(
  model: Model,
  word: string,
  { user, other }: { user: PersonRow; other: PersonRow },
  made: Map<string, number>,
): Map<string, unknown> {
  const { owner, unless } = personalData[model.name as 'User']
  const row = new Map<string, unknown>()
  for (const column of columnsOf(model)) {
    const relation = relationsOf(model).find(
      ({ relationFromFields }) => relationFromFields![0] === column.name,
    )
    const generated = typeof column.default === 'object' && column.default.name === 'autoincrement'
    // Only set by the sequencer.
    if (generated || `${model.name}.${column.name}` === 'Event.seq') continue
    // A row in which it is set is not exported.
    if (unless === column.name) continue
    if (!relation) row.set(column.name, valueOf(model, column, word))
    // A reference to the same table is null.
    else if (relation.type !== 'User') row.set(column.name, made.get(relation.type) ?? null)
    else
      row.set(
        column.name,
        (column.name === owner || ['list', 'tag', 'import'].includes(owner) ? user : other)[
          relation.relationToFields![0]!
        ],
      )
  }
  return row
}

function valueOf({ name: model }: Model, column: Field, word: string): unknown {
  const length = Number(column.nativeType?.[1]?.[0] ?? 200)
  const isJson =
    (personalData[model as 'User'].columns as Record<string, string> | undefined)?.[column.name] === 'json' ||
    column.name === 'payload'
  if (isJson) return JSON.stringify({ said: word })
  switch (column.type) {
    case 'String':
      return word.padEnd(Math.min(length, 36), '_').slice(0, length)
    case 'Bytes':
      return Buffer.from(word.padEnd(32, '_').slice(0, Math.min(length, 32)))
    case 'DateTime':
      return new Date('2126-01-01T00:00:00Z')
    case 'Boolean':
      return true
    default:
      return column.kind === 'enum'
        ? schema.enums.find(({ name }) => name === column.type)!.values[0]!.name
        : 7
  }
}

/** Returns every column of the database that contains a word, as 'Table.column'. */
export async function whereStands(connection: Connection, word: string): Promise<string[]> {
  const columns = await connection.query<{ table: string; name: string }[]>(
    `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS name FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE IN ('char','varchar','text','tinytext','mediumtext','longtext','json',
       'binary','varbinary','blob','tinyblob','mediumblob','longblob')`,
  )
  const found: string[] = []
  for (const { table, name } of columns) {
    const [row] = await connection.query<{ here: bigint }[]>(
      `SELECT COUNT(*) AS here FROM \`${table}\` WHERE LOCATE(CAST(? AS BINARY), CAST(\`${name}\` AS BINARY)) > 0`,
      [word],
    )
    if (row!.here > 0n) found.push(`${table}.${name}`)
  }
  return found.toSorted()
}

/** Returns how many rows still contain the id of a user, in any column that references users. */
export async function rowsOfPerson(connection: Connection, id: number): Promise<Record<string, number>> {
  const columns = await connection.query<{ table: string; name: string }[]>(
    `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS name FROM information_schema.KEY_COLUMN_USAGE
     WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = 'User'`,
  )
  const counts: Record<string, number> = {}
  for (const { table, name } of [...columns, { table: 'User', name: 'id' }]) {
    const [row] = await connection.query<{ here: bigint }[]>(
      `SELECT COUNT(*) AS here FROM \`${table}\` WHERE \`${name}\` = ?`,
      [id],
    )
    if (row!.here > 0n) counts[`${table}.${name}`] = Number(row!.here)
  }
  return counts
}
