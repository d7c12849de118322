import { onTestFinished } from 'vitest'
import { makeDb, type Db } from '../../server/lib/db.ts'

/**
 * Opens a connection to the database, until the test ends, that counts the rows it reads: a measure that is more stable than
 * milliseconds. It is a single connection, because the counters of the server include the reads of other tests.
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
