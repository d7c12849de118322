import { onTestFinished } from 'vitest'
import { makeDb, type Db } from '../../server/lib/db.ts'

/**
 * A way to the database, until the test ends, that counts the rows it has read: rows in place of milliseconds. It is one
 * connection, which counts its own; what other tests read at the same time is in the count of the whole server.
 */
export function countRowsRead(databaseUrl: string): { db: Db; rowsRead: () => Promise<number> } {
  const db = makeDb(databaseUrl, { connections: 1 })
  onTestFinished(() => db.$disconnect())
  return {
    db,
    async rowsRead() {
      const rows = await db.$queryRaw<{ Value: string }[]>`SHOW SESSION STATUS LIKE 'Handler_read%'`
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
    },
  }
}
