import { readMigrationState } from '../lib/migrate.ts'
import { connect } from './connection.ts'
import { backupFolder, makeBackup, type Made } from './dump.ts'

/**
 * Returns null if there is nothing to migrate, or no account yet.
 * @throws Error with a message for the operator if the backup fails; nothing is migrated then
 */
export async function backUpBeforeUpgrade(
  databaseUrl: string,
  secret: string,
  folder = backupFolder(),
): Promise<Made | null> {
  if (!(await hasPeople(databaseUrl))) return null
  const { applied, pending } = await readMigrationState(databaseUrl)
  if (applied.length === 0 || pending.length === 0) return null
  try {
    return await makeBackup({ databaseUrl, secret, folder, by: 'before-upgrade' })
  } catch (error) {
    throw new Error(
      `The backup before the upgrade failed (${(error as Error).message}). The database is as it was. Fix that, or continue ` +
        'without a backup: --no-backup',
      { cause: error },
    )
  }
}

async function hasPeople(databaseUrl: string): Promise<boolean> {
  const connection = await connect(databaseUrl)
  if (!connection) return false
  try {
    const hasTable = (await connection.query<unknown[]>(`SHOW TABLES LIKE 'User'`)).length > 0
    return hasTable && (await connection.query<unknown[]>('SELECT 1 FROM User LIMIT 1')).length > 0
  } finally {
    await connection.end()
  }
}
