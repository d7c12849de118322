import { migrate } from '../../server/lib/migrate.ts'
import { testConnection, testDatabaseUrl } from './testServer.ts'

// One database for each of vitest's workers, named by the run and the worker. Successive files of a worker share it.
// dropDatabases.ts deletes all of them at the end of the run.

/** Returns the name prefix of a run's databases; `process.ppid` of a worker is vitest itself. */
export const databasePrefix = (vitestPid: number) => `plak_test_${vitestPid}_`

export type TestDatabase = {
  url: string
  /** Empties every table, quickly. The event log continues its numbers, so cursors of earlier tests stay behind. */
  truncate: () => Promise<void>
}

/** Returns this worker's migrated, empty database. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `${databasePrefix(process.ppid)}${process.env.VITEST_POOL_ID ?? process.pid}`
  const url = testDatabaseUrl(name)
  await migrate(url)
  const tables = await tablesOf(name)
  const truncate = () => empty(name, tables)
  await truncate()
  return { url, truncate }
}

async function tablesOf(name: string): Promise<string[]> {
  const connection = await testConnection(name)
  try {
    const rows = await connection.query<{ name: string }[]>(
      `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`,
    )
    return rows.map((row) => row.name).filter((table) => !['_prisma_migrations', 'EventLog'].includes(table))
  } finally {
    await connection.end()
  }
}

/** DELETE takes 1 ms for a small table; TRUNCATE would create a new file. */
async function empty(name: string, tables: string[]): Promise<void> {
  const connection = await testConnection(name)
  try {
    const deletes = tables.map((table) => `DELETE FROM ${connection.escapeId(table)}`)
    await connection.query(['SET FOREIGN_KEY_CHECKS = 0', ...deletes].join('; '))
  } finally {
    await connection.end()
  }
}
