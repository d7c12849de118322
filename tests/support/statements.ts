import type { Pool, PoolConnection } from 'mariadb'
import { vi } from 'vitest'
import { connectionOf, type Db } from '../../server/lib/db.ts'
import { currentDeadline } from '../../server/lib/deadline.ts'

/** Notes, until the test ends, the statements that requests say to a database; not what the server does by itself. */
export function noteStatements(db: Db): string[] {
  const pool = connectionOf(db) as Pool
  const said: string[] = []
  const note = (statement: unknown) => {
    if (currentDeadline())
      said.push(typeof statement === 'string' ? statement : (statement as { sql: string }).sql)
  }
  const getConnection = pool.getConnection.bind(pool)
  vi.spyOn(pool, 'getConnection').mockImplementation(async () => {
    const connection = await getConnection()
    return new Proxy(connection, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...values: unknown[]) => {
          if (name === 'execute' || name === 'query') note(values[0])
          return (value as (...all: unknown[]) => unknown).apply(target, values)
        }
      },
    }) as PoolConnection
  })
  for (const method of ['execute', 'query'] as const) {
    const plain = pool[method].bind(pool) as (...values: unknown[]) => Promise<unknown>
    vi.spyOn(pool, method).mockImplementation((...values: unknown[]) => {
      note(values[0])
      return plain(...values)
    })
  }
  return said
}
