import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { makeDb, poolOf } from '../../server/lib/db.ts'
import { kysely, rows } from '../../server/lib/sql.ts'
import { testDatabase } from '../support/database.ts'

it('a client ends its connections, also if Prisma has used none of them', async () => {
  const { url } = await testDatabase()
  const watcher = makeDb(url, { connections: 1 })
  const connected = async () => {
    const [row] = await rows(watcher, kysely.selectNoFrom(sql<number>`CONNECTION_ID()`.as('id')))
    expect(row).toBeDefined()
    const found = await watcher.$queryRaw<{ count: bigint }[]>`
      SELECT COUNT(*) AS count FROM information_schema.PROCESSLIST WHERE DB = DATABASE()`
    return Number(found[0]!.count)
  }
  const db = makeDb(url, { connections: 3 })
  await rows(db, kysely.selectFrom('User').select('id'))
  await vi.waitFor(() => expect(poolOf(db).idle).toBe(3))
  expect(await connected()).toBe(4)
  await db.$disconnect()
  await db.$disconnect()
  await vi.waitFor(async () => expect(await connected()).toBe(1))
  await watcher.$disconnect()
})
