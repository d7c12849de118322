import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { removeForGood } from '../../server/account/removal.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { makeHarness } from '../harness/client.ts'
import { startServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'
import { testConnection } from '../support/testServer.ts'
import { admin, folder, linesOf, noDatabase } from './place.ts'

// A backup from MySQL can be restored on MariaDB, and vice versa. Needs
// a server of each: `npm run torture -- --engines` sets the second one.

const other = process.env.TEST_OTHER_DATABASE_URL

const makeOf = async (server?: string): Promise<string> => {
  const connection = await testConnection(undefined, server)
  try {
    const [row] = await connection.query<{ version: string }[]>('SELECT VERSION() AS version')
    return `${/maria/i.test(row!.version) ? 'MariaDB' : 'MySQL'} ${row!.version}`
  } finally {
    await connection.end()
  }
}

/** Runs the product on a database, with users; `close` stops both. */
async function serve(databaseUrl: string) {
  const server = await startServer({ databaseUrl })
  const harness = makeHarness(server.url)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await harness.close()
    await server.close()
  }
  onTestFinished(close)
  return { ...server, deps: server.deps, harness, close }
}

/**
 * Returns checksums of a backup's tables, except those that the restore
 * itself writes: the trail, the life of the event log, the installation.
 */
function sumsOf(file: string) {
  const { tables } = JSON.parse(linesOf(file).at(-1)!) as { tables: Record<string, { rows: number }> }
  return Object.fromEntries(
    Object.entries(tables).filter(([name]) => !['AuditEntry', 'EventLog', 'Installation'].includes(name)),
  )
}

/** Seven databases are created and migrated, which took two minutes on a busy machine. */
const LONG = 600_000

const homogenic = { artist: 'Björk', album: 'Homogenic' }
// Quotes, the byte 0, line ends of other programs, characters beyond 16 bits, and pairs that a collation can consider equal.
const odd = `Sabah: \\ ' " \u0000 \u2028 🎶 ß ss İ ı`

it(
  'a backup of one make of database restores on the other, people go on there, and it comes back',
  async ({ skip }) => {
    if (!other) return skip('there is one database server only; TEST_OTHER_DATABASE_URL names a second one')
    expect(await makeOf()).not.toBe(await makeOf(other))
    const root = folder()
    /** Runs a task of the operator and expects that it succeeds. */
    const does = async (databaseUrl: string, ...args: string[]) => {
      const { code, stderr } = await admin({ databaseUrl, root }, ...args)
      expect([args[0], code, stderr]).toEqual([args[0], 0, ''])
    }
    const [first, second, third] = [join(root, '1.gz'), join(root, '2.gz'), join(root, '3.gz')]
    const [home, away, back] = [noDatabase('home'), noDatabase('away', other), noDatabase('back')]

    await migrate(home)
    const before = await serve(home)
    await seed(before.deps.db, { picturesBase: 'http://127.0.0.1:4001' })
    const ayse = await before.harness.register('ayse')
    const kept = await ayse.client.logs.save.mutate({
      ...homogenic,
      rating: 9,
      review: odd,
      tags: ['İnce', 'ß'],
    })
    // A position in an order is a number between two others, with many digits.
    await ayse.client.listenLater.set.mutate({
      artist: 'Portishead',
      album: 'Dummy',
      wanted: true,
      position: 1 / 3e9,
    })
    await settled(before.deps)
    await before.close()

    await does(home, 'backup', first)
    await does(away, 'backup-check', first)
    await does(away, 'restore', first, '--keep-sessions')

    const there = await serve(away)
    const { client } = await there.harness.login(ayse)
    const { items } = await client.logs.reviewsBy.query({ nickname: 'ayse' })
    expect(items).toEqual([expect.objectContaining({ id: kept.id, review: odd })])
    await client.logs.add.mutate({ ...homogenic, rating: 7, submission: randomUUID() })
    const june = await there.deps.db.user.findUniqueOrThrow({ where: { nickname: 'june' } })
    await removeForGood(there.deps, june.id, (rest) => rest())
    await settled(there.deps)
    await there.close()

    await does(away, 'backup', second)
    await does(home, 'backup-check', second)
    await does(back, 'restore', second, '--keep-sessions')
    await does(back, 'backup', third)
    expect(sumsOf(third)).toEqual(sumsOf(second))
    expect(sumsOf(third)).not.toEqual(sumsOf(first))
  },
  LONG,
)
