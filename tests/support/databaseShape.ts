import type { Connection } from 'mariadb'
import type { Datamodel, Field } from './prismaSchema.ts'

// A database as plain lines that can be compared: once as schema.prisma wants it, once as it is. Where MySQL
// and MariaDB describe the same thing in different words, both are brought to one.

/** Each table with its columns, indexes and foreign keys, one readable line each. */
export type Shape = Record<string, string[]>

/** The database that schema.prisma describes, with the names that Prisma gives to indexes and keys. */
export function wantedShape({ models, enums, indexes }: Datamodel): Shape {
  const enumType = (name: string) => {
    const { values } = enums.find((each) => each.name === name)!
    return `enum(${values.map((value) => `'${value.dbName ?? value.name}'`).join(',')})`
  }

  return shapeOf(
    models.map((model) => {
      const table = model.dbName ?? model.name
      const columns = model.fields
        .filter(({ kind }) => kind !== 'object')
        .map((field) => {
          const type = field.kind === 'enum' ? enumType(field.type) : nativeType(field)
          return columnLine(field.name, type, field.isRequired, wantedDefault(field))
        })
      const keys = indexes
        .filter((index) => index.model === model.name)
        .map(({ type, fields }) => {
          const names = fields.map(({ name }) => name)
          const joined = [table, ...names].join('_')
          const name = { id: 'PRIMARY', unique: `${joined}_key`, normal: `${joined}_idx` }
          return indexLine(name[type], type !== 'normal', names)
        })
      const relations = model.fields.filter(({ relationFromFields }) => relationFromFields?.length)
      const foreignKeys = relations.map((field) =>
        foreignKeyLine(
          `${[table, ...field.relationFromFields!].join('_')}_fkey`,
          field.relationFromFields!,
          field.type,
          field.relationToFields!,
          field.relationOnDelete ?? (field.isRequired ? 'Restrict' : 'SetNull'),
          field.relationOnUpdate ?? 'Cascade',
        ),
      )
      return [table, [...columns, ...keys, ...foreignKeys]]
    }),
  )
}

const sqlTypes: Record<string, string> = {
  UnsignedTinyInt: 'tinyint unsigned',
  UnsignedSmallInt: 'smallint unsigned',
  UnsignedInt: 'int unsigned',
  UnsignedBigInt: 'bigint unsigned',
}

function nativeType({ name, type: scalar, nativeType }: Field): string {
  if (scalar === 'Boolean') return 'tinyint'
  if (!nativeType) throw new Error(`${name} has no @db type: say which one is meant`)
  const [type, args] = nativeType
  return sqlTypes[type] ?? type.toLowerCase() + (args.length > 0 ? `(${args.join(',')})` : '')
}

function wantedDefault({ default: value }: Field): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value !== 'object') return String(value) === '' ? "''" : String(value)
  if (value.name === 'autoincrement') return 'auto_increment'
  if (value.name === 'now') return 'current_timestamp(3)'
  return '' // made by the client (uuid and the like)
}

type ColumnRow = {
  TABLE_NAME: string
  COLUMN_NAME: string
  COLUMN_TYPE: string
  IS_NULLABLE: string
  COLUMN_DEFAULT: string | null
  EXTRA: string
}
type IndexRow = { TABLE_NAME: string; INDEX_NAME: string; NON_UNIQUE: number | bigint; names: string }
type ForeignKeyRow = {
  TABLE_NAME: string
  CONSTRAINT_NAME: string
  names: string
  REFERENCED_TABLE_NAME: string
  targets: string
  DELETE_RULE: string
  UPDATE_RULE: string
}

/** The database of a connection as it is, the table of the migrations left out. */
export async function actualShape(connection: Connection): Promise<Shape> {
  const tables = await connection.query<{ TABLE_NAME: string }[]>(
    `SELECT TABLE_NAME FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME <> '_prisma_migrations'`,
  )
  const columns = await connection.query<ColumnRow[]>(
    `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()`,
  )
  const indexes = await connection.query<IndexRow[]>(
    `SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE,
       GROUP_CONCAT(COLUMN_NAME, IFNULL(CONCAT('(', SUB_PART, ')'), '') ORDER BY SEQ_IN_INDEX) AS names
     FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()
     GROUP BY TABLE_NAME, INDEX_NAME, NON_UNIQUE`,
  )
  const foreignKeys = await connection.query<ForeignKeyRow[]>(
    `SELECT rules.TABLE_NAME, rules.CONSTRAINT_NAME, rules.REFERENCED_TABLE_NAME, DELETE_RULE, UPDATE_RULE,
       GROUP_CONCAT(COLUMN_NAME ORDER BY ORDINAL_POSITION) AS names,
       GROUP_CONCAT(REFERENCED_COLUMN_NAME ORDER BY ORDINAL_POSITION) AS targets
     FROM information_schema.REFERENTIAL_CONSTRAINTS rules
     JOIN information_schema.KEY_COLUMN_USAGE parts
       ON parts.CONSTRAINT_SCHEMA = rules.CONSTRAINT_SCHEMA AND parts.CONSTRAINT_NAME = rules.CONSTRAINT_NAME
       AND parts.TABLE_NAME = rules.TABLE_NAME
     WHERE rules.CONSTRAINT_SCHEMA = DATABASE()
     GROUP BY rules.TABLE_NAME, rules.CONSTRAINT_NAME, rules.REFERENCED_TABLE_NAME, DELETE_RULE, UPDATE_RULE`,
  )

  return shapeOf(
    tables.map(({ TABLE_NAME: table }) => {
      const of = <Row extends { TABLE_NAME: string }>(rows: Row[]) =>
        rows.filter((row) => row.TABLE_NAME === table)
      return [
        table,
        [
          ...of(columns).map((row) =>
            columnLine(
              row.COLUMN_NAME,
              plainType(row.COLUMN_TYPE),
              row.IS_NULLABLE === 'NO',
              actualDefault(row),
            ),
          ),
          ...of(indexes).map((row) =>
            indexLine(row.INDEX_NAME, Number(row.NON_UNIQUE) === 0, row.names.split(',')),
          ),
          ...of(foreignKeys).map((row) =>
            foreignKeyLine(
              row.CONSTRAINT_NAME,
              row.names.split(','),
              row.REFERENCED_TABLE_NAME,
              row.targets.split(','),
              row.DELETE_RULE,
              row.UPDATE_RULE,
            ),
          ),
        ],
      ]
    }),
  )
}

/** MariaDB shows a display width of whole numbers, MySQL 8 does not. */
const plainType = (type: string) => type.replace(/^((?:tiny|small|medium|big)?int)\(\d+\)/, '$1')

/** MariaDB quotes a text and writes NULL where MySQL says it by having no value. */
function actualDefault({ COLUMN_DEFAULT: value, EXTRA: extra }: ColumnRow): string {
  if (extra.includes('auto_increment')) return 'auto_increment'
  if (value === null || value === 'NULL') return ''
  if (/^current_timestamp/i.test(value)) return value.toLowerCase()
  const plain = value.replace(/^'(.*)'$/, '$1')
  return plain === '' ? "''" : plain
}

const columnLine = (name: string, type: string, isRequired: boolean, value: string) =>
  `column ${name} ${type} ${isRequired ? 'not null' : 'null'}${value && ` default ${value}`}`

const indexLine = (name: string, isUnique: boolean, columns: string[]) =>
  `${isUnique ? 'unique index' : 'index'} ${name} (${columns.join(', ')})`

const foreignKeyLine = (
  name: string,
  columns: string[],
  target: string,
  targets: string[],
  onDelete: string,
  onUpdate: string,
) =>
  `foreign key ${name} (${columns.join(', ')}) to ${target} (${targets.join(', ')}) ` +
  `on delete ${rule(onDelete)} on update ${rule(onUpdate)}`

/** 'SetNull' and 'SET NULL' are one rule. */
const rule = (name: string) => name.replaceAll(' ', '').toLowerCase()

const shapeOf = (tables: [string, string[]][]): Shape =>
  Object.fromEntries(tables.map(([table, lines]) => [table, lines.toSorted()]))
