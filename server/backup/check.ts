import type { Connection } from 'mariadb'
import { databaseConfig } from '../lib/databaseUrl.ts'
import { migrate } from '../lib/migrate.ts'
import { findOrphans, sayOrphans } from '../lib/orphans.ts'
import { connectServer, makeDatabase } from './connection.ts'
import { BackupError, readBackup, type Backup } from './file.ts'
import { checkMigrations, load } from './load.ts'

/** age at which the database of a killed check is deleted, in milliseconds */
const LEFT_OVER = 24 * 60 * 60 * 1_000
/** maximum length of the database's name before the suffix */
const LONGEST = 40

/**
 * Restores the backup into a temporary database on the same server.
 * @throws BackupError if the backup is invalid, or if no database can be created
 */
export async function checkBackup(databaseUrl: string, file: string): Promise<Backup> {
  const backup = await readBackup(file)
  await checkMigrations(file, backup.header)
  const { database } = databaseConfig(databaseUrl)
  const prefix = `${database.slice(0, LONGEST)}_check_`
  const aside = `${prefix}${Date.now().toString(36)}`
  const url = new URL(databaseUrl)
  url.pathname = `/${encodeURIComponent(aside)}`
  const connection = await connectServer(databaseUrl)
  try {
    await removeLeftOvers(connection, prefix)
    await makeDatabase(connection, aside, `${database.replaceAll('_', '\\_')}\\_check\\_%`)
    try {
      await load(url.href, file, backup.header)
      await migrate(url.href)
      await refuseOrphans(connection, aside, file)
    } finally {
      await connection.query(`DROP DATABASE ${connection.escapeId(aside)}`)
    }
    return backup
  } finally {
    await connection.end()
  }
}

async function refuseOrphans(connection: Connection, database: string, file: string): Promise<void> {
  await connection.query(`USE ${connection.escapeId(database)}`)
  const orphans = await findOrphans(connection)
  if (orphans.length > 0)
    throw new BackupError(
      `${file} has rows without what they belong to: ${sayOrphans(orphans)}. ` +
        'npm run admin -- doctor shows whether the database has them, too; choose another backup.',
    )
}

async function removeLeftOvers(connection: Connection, prefix: string): Promise<void> {
  const rows = await connection.query<{ name: string }[]>(
    'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE LEFT(SCHEMA_NAME, ?) = ?',
    [prefix.length, prefix],
  )
  for (const { name } of rows) {
    const madeAt = Number.parseInt(name.slice(prefix.length), 36)
    if (Date.now() - madeAt > LEFT_OVER) await connection.query(`DROP DATABASE ${connection.escapeId(name)}`)
  }
}
