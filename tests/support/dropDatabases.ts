import { rmSync } from 'node:fs'
import { databasePrefix } from './database.ts'
import { storeFolderOf } from './storeFolder.ts'
import { testConnection } from './testServer.ts'

/** vitest's global set-up: the returned function runs at the end and deletes the databases and files of this run. */
export default function setup(): () => Promise<void> {
  return async () => {
    rmSync(storeFolderOf(process.pid), { recursive: true, force: true })
    if (!process.env.TEST_DATABASE_URL) return
    const connection = await testConnection()
    try {
      const like = `${databasePrefix(process.pid).replaceAll('_', '\\_')}%`
      const rows = await connection.query<{ name: string }[]>(
        'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE ?',
        [like],
      )
      for (const { name } of rows) await connection.query(`DROP DATABASE ${connection.escapeId(name)}`)
    } finally {
      await connection.end()
    }
  }
}
