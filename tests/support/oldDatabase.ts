import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from 'mariadb'
import { onTestFinished } from 'vitest'
import { migrate } from '../../server/lib/migrate.ts'
import { databasePrefix } from './database.ts'
import { testConnection, testDatabaseUrl } from './testServer.ts'

/** Creates a database in the state before a migration; `update` migrates it. Deleted at the end of the test. */
export async function oldDatabase(
  purpose: string,
  migration: string,
): Promise<{ connection: Connection; url: string; update: () => Promise<string[]> }> {
  const name = `${databasePrefix(process.ppid)}${purpose}`
  const folder = mkdtempSync(join(tmpdir(), 'plak-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('prisma/migrations', folder, {
    recursive: true,
    filter: (path) => !/2026\d{10}/.test(path) || path < `prisma/migrations/${migration}`,
  })
  await migrate(testDatabaseUrl(name), folder)
  const connection = await testConnection(name)
  onTestFinished(() => connection.end())
  const url = testDatabaseUrl(name)
  return { connection, url, update: () => migrate(url) }
}
