import type { Connection } from 'mariadb'
import { migrate, readMigrations } from '../lib/migrate.ts'
import { connect } from './connection.ts'
import { BackupError, readBackup, type Header } from './file.ts'
import { readTables, sumTables, type Row, type Table } from './tables.ts'

/** maximum number of rows and characters per INSERT */
const ROWS = 1_000
const CHARACTERS = 1_000_000

/** @throws BackupError for a backup that this version cannot bring up to date */
export async function checkMigrations(file: string, header: Header): Promise<void> {
  const checksums = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const { version, migrations, failedMigration } = header
  const newer = migrations.find(({ name }) => !checksums.has(name))
  if (newer)
    throw new BackupError(
      `${file} was made by a newer version (${version}; its migration ${newer.name} is not known here): update first.`,
    )
  const changed = migrations.find(({ name, checksum }) => checksums.get(name) !== checksum)
  if (changed)
    throw new BackupError(
      `The migration ${changed.name} differs from the one of the version that made ${file}: use that version.`,
    )
  if (failedMigration)
    throw new BackupError(
      `${file} was made while the migration ${failedMigration} had failed half-way: take a backup from before that.`,
    )
}

/**
 * Uses the schema at the time of the backup, and verifies the checksums of the restored tables. `minimums`:
 * minimum AUTO_INCREMENT per table, so that ids are not used again.
 * @throws BackupError if checksums differ
 */
export async function load(
  databaseUrl: string,
  file: string,
  header: Header,
  minimums: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  await migrate(databaseUrl, undefined, {
    only: header.migrations.map(({ name }) => name),
    isRestoring: true,
  })
  const connection = (await connect(databaseUrl))!
  try {
    // Insert zeros as zeros, fail on values that do not fit, and skip foreign key checks, because the data was consistent.
    await connection.query(
      `SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES', SESSION time_zone = '+00:00',
        SESSION foreign_key_checks = 0, SESSION unique_checks = 0`,
    )
    const binary = await readBinaryColumns(connection)
    const shapes = new Map((await readTables(connection)).map(({ name, columns }) => [name, columns]))
    let insert: (rows: Row[]) => Promise<void> = async () => {}
    const { tables, footer } = await readBackup(file, {
      async table(table) {
        if (shapes.get(table.name)?.toSorted().join() !== table.columns.toSorted().join())
          throw new BackupError(
            `The table ${table.name} of ${file} has other columns than its migrations create.`,
          )
        await connection.query(`DELETE FROM ${connection.escapeId(table.name)}`)
        insert = insertInto(connection, table, binary)
      },
      rows: (rows) => insert(rows),
    })
    for (const { name, nextNumber } of tables)
      await setNextNumber(connection, name, [nextNumber, minimums.get(name)])
    const sums = await sumTables(connection)
    const different = Object.keys({ ...sums, ...footer.tables }).filter(
      (name) => JSON.stringify(sums[name]) !== JSON.stringify(footer.tables[name]),
    )
    if (different.length > 0)
      throw new BackupError(`The restored data differs from ${file} in ${different.join(', ')}.`)
  } finally {
    await connection.end()
  }
}

async function readBinaryColumns(connection: Connection): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ name: string }[]>(
    `SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS name FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE REGEXP '^(var)?binary$|blob$'`,
  )
  return new Set(rows.map(({ name }) => name))
}

function insertInto(connection: Connection, { name, columns }: Table, binary: ReadonlySet<string>) {
  const isBinary = columns.map((column) => binary.has(`${name}.${column}`))
  const prefix = `INSERT INTO ${connection.escapeId(name)} (${columns.map((each) => connection.escapeId(each)).join()}) VALUES `
  const group = `(${columns.map(() => '?').join()})`
  const write = (rows: Row[]) =>
    connection.query(
      prefix + Array.from(rows, () => group).join(),
      rows.flatMap((row) =>
        row.map((value, index) => (value !== null && isBinary[index] ? Buffer.from(value, 'base64') : value)),
      ),
    )
  return async (rows: Row[]) => {
    let start = 0
    let characters = 0
    for (const [index, row] of rows.entries()) {
      const length = row.reduce((sum, value) => sum + (value?.length ?? 0), 0)
      if (index > start && (index - start >= ROWS || characters + length > CHARACTERS)) {
        await write(rows.slice(start, index))
        start = index
        characters = 0
      }
      characters += length
    }
    if (start < rows.length) await write(rows.slice(start))
  }
}

async function setNextNumber(connection: Connection, table: string, numbers: (string | null | undefined)[]) {
  const highest = numbers.reduce((max, each) => (each && BigInt(each) > max ? BigInt(each) : max), 0n)
  if (highest > 1n)
    await connection.query(`ALTER TABLE ${connection.escapeId(table)} AUTO_INCREMENT = ${highest}`)
}
