import type { Pool } from 'mariadb'
import { vi } from 'vitest'
import { connectionOf, type Db } from '../../server/lib/db.ts'
import { currentDeadline } from '../../server/lib/deadline.ts'

/** Records, until the test ends, the statements that requests send to a database; not those of the server's own tasks. */
export function noteStatements(db: Db): string[] {
  const pool = connectionOf(db) as Pool
  const said: string[] = []
  const note = (statement: unknown) => {
    if (currentDeadline())
      said.push(typeof statement === 'string' ? statement : (statement as { sql: string }).sql)
  }
  const noteOf = (runner: Pick<Pool, 'execute' | 'query'>) => {
    for (const method of ['execute', 'query'] as const) {
      const plain = runner[method].bind(runner) as (...values: unknown[]) => Promise<unknown>
      vi.spyOn(runner, method).mockImplementation((...values: unknown[]) => {
        note(values[0])
        return plain(...values)
      })
    }
  }
  noteOf(pool)
  // A transaction's connection is the same object for Prisma and for our own statements.
  const noted = new WeakSet<object>()
  const getConnection = pool.getConnection.bind(pool)
  vi.spyOn(pool, 'getConnection').mockImplementation(async () => {
    const connection = await getConnection()
    if (!noted.has(connection)) noteOf(connection)
    noted.add(connection)
    return connection
  })
  return said
}
