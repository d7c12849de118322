import { expect, it, vi } from 'vitest'
import { makeDb, poolOf } from '../../server/lib/db.ts'
import { kysely, rows } from '../../server/lib/sql.ts'
import { testDatabase } from '../support/database.ts'

it('a client ends its connections, also if Prisma has used none of them', async () => {
  const { url } = await testDatabase()
  const watcher = makeDb(url, { connections: 1 })
  const countConnections = async () => {
    const [row] = await watcher.$queryRaw<{ count: bigint }[]>`
      SELECT COUNT(*) AS count FROM information_schema.PROCESSLIST WHERE DB = DATABASE()`
    return Number(row!.count)
  }
  const db = makeDb(url, { connections: 3 })
  await rows(db, kysely.selectFrom('User').select('id'))
  await vi.waitFor(() => expect(poolOf(db).idle).toBe(3))
  expect(await countConnections()).toBe(4)
  await db.$disconnect()
  await db.$disconnect()
  await vi.waitFor(async () => expect(await countConnections()).toBe(1))
  await watcher.$disconnect()
})
