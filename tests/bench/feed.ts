// Promises P3 and P10: the feed of users who follow 5,000 of 100,000 users: random ones, the most active ones, and random ones
// of whom a fifth is muted. Measured with twenty million listenings (ten million opinions of albums), and with two million by
// the same users. Half of all listenings are for followers only. Compared with the obvious join.
// Creating the data takes some minutes, and some 10 GB of the database's disk; BENCH_POWER=6 uses a tenth.
import { getFeed } from '../../server/activity/queries.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import type { Bus } from '../../server/live/bus.ts'
import { dropDatabase, testConnection, testDatabaseUrl } from '../support/testServer.ts'
import { makeCommunity } from './parts/logs.ts'
import { giveMemory } from './parts/memory.ts'
import { kept, median, quantile, record, rounded } from './parts/results.ts'
import { timed } from './parts/times.ts'

const ROUNDS = 300
const NAIVE_ROUNDS = 3
const FOLLOWED = 5_000
const MUTED = 1_000
const BLOCKED = 200
const PEOPLE = 100_000
const PROMISED = { first: 15, older: 35, size: 1.25, active: 1.5 }
/** age in days of the older pages that are measured, in addition to the second page */
const DAYS_BACK = [30, 365]

// Without the event log's position: this measures the entries.
const bus = { position: () => Promise.resolve(''), last: () => '' } as unknown as Bus

const viewerNames = ['random', 'active', 'muting'] as const
type Viewers = Record<(typeof viewerNames)[number], SignedIn>

/** Creates three users who follow 5,000 others: random ones, the most active, and random ones of whom a fifth is muted. */
async function makeViewers(database: string): Promise<Viewers> {
  const connection = await testConnection(database)
  const [random, active, muting] = [PEOPLE, PEOPLE - 1, PEOPLE - 2]
  try {
    await connection.query(`
      INSERT INTO Follow (followerId, followingId)
      SELECT ${random}, id FROM User WHERE id < ${muting} ORDER BY CRC32(id) LIMIT ${FOLLOWED};
      INSERT INTO Follow (followerId, followingId, mutedUntil)
      SELECT ${muting}, followingId, IF(followingId % ${FOLLOWED / MUTED} = 0, '9999-12-31', NULL)
      FROM Follow WHERE followerId = ${random};
      INSERT INTO Block (blockerId, blockedId)
      SELECT ${muting}, id FROM User
      WHERE id < ${muting} AND id NOT IN (SELECT followingId FROM Follow WHERE followerId = ${random})
      ORDER BY CRC32(id) LIMIT ${BLOCKED};
      INSERT INTO Follow (followerId, followingId) SELECT ${active}, id FROM User WHERE id <= ${FOLLOWED};
      ANALYZE TABLE Follow`)
  } finally {
    await connection.end()
  }
  const viewer = (id: number) => ({ id }) as SignedIn
  return { random: viewer(random), active: viewer(active), muting: viewer(muting) }
}

/** Runs the join outside of the product, whose time limit for statements it exceeds; returns the ids. */
async function naive(database: string, { id }: SignedIn): Promise<number[]> {
  const connection = await testConnection(database)
  try {
    const rows = await connection.query<{ id: number }[]>(
      `SELECT l.id, l.version, u.nickname, u.avatar, a.artist, a.name, a.image, l.rating, l.review, l.date, l.createdAt
       FROM Follow f JOIN Log l ON l.userId = f.followingId JOIN User u ON u.id = l.userId
       JOIN Album a ON a.id = l.albumId
       WHERE f.followerId = ? AND f.mutedUntil IS NULL AND l.feedAt IS NOT NULL AND u.disabledAt IS NULL
       ORDER BY l.feedAt DESC, l.id DESC LIMIT 50`,
      [id],
    )
    return rows.map((row) => row.id)
  } finally {
    await connection.end()
  }
}

/** Returns functions that read the measured pages of one viewer. */
async function pagesOf({ db, database }: World, viewer: SignedIn) {
  const read = (cursor: string | null) => getFeed({ db, bus, now: () => new Date() }, viewer, { cursor })
  const first = await read(null)
  const wanted = await naive(database, viewer)
  if (first.items.map(({ id }) => id).join() !== wanted.join())
    throw new Error('The feed is not what the join says')
  const newest = Date.parse(first.items[0]!.createdAt)
  const back = DAYS_BACK.map((days) => `${(newest - days * 86_400_000).toString(36)}.1`)
  return { first: () => read(null), older: [first.next!, ...back].map((cursor) => () => read(cursor)) }
}

/** there are 10 ** POWER logs */
const POWER = Number(process.env.BENCH_POWER ?? 7)
const sizes = { large: POWER, small: POWER - 1 } as const
type Size = keyof typeof sizes

type World = { database: string; db: Db; viewers: Viewers }
async function makeSize(power: number): Promise<World> {
  const database = `plak_bench_${process.pid}_${power}`
  const began = performance.now()
  await makeCommunity(database, { power, people: PEOPLE, isTwice: true, isHalfClosed: true })
  const viewers = await makeViewers(database)
  console.log(`${2 * 10 ** power} logs made in ${rounded((performance.now() - began) / 1_000, 0)} s`)
  const db = makeDb(testDatabaseUrl(database))
  // Prisma only closes connections that it has opened itself.
  await db.$connect()
  return { database, db, viewers }
}

type Times = { first: number[]; older: number[] }
const of = (times: number[]) => ({
  p50: rounded(quantile(times, 0.5)),
  p90: rounded(quantile(times, 0.9)),
  p99: rounded(quantile(times, 0.99)),
})

async function bench() {
  await giveMemory()
  const made: World[] = []
  try {
    const pages: Record<string, Awaited<ReturnType<typeof pagesOf>>> = {}
    const times: Record<string, Times> = {}
    const joins: Record<string, number> = {}
    for (const size of Object.keys(sizes) as Size[]) {
      const world = await makeSize(sizes[size])
      made.push(world)
      for (const whom of viewerNames) {
        const name = `${size}, ${whom}`
        pages[name] = await pagesOf(world, world.viewers[whom])
        times[name] = { first: [], older: [] }
        const tries: number[] = []
        for (let round = 0; round < NAIVE_ROUNDS; round++)
          tries.push(await timed(() => naive(world.database, world.viewers[whom])))
        joins[name] = median(tries)
      }
    }
    // Takes turns: a slow phase of the machine affects all.
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, { first, older }] of Object.entries(pages)) {
        times[name]!.first.push(await timed(first))
        times[name]!.older.push(await timed(older[round % older.length]!))
      }
    }
    const table = Object.fromEntries(
      Object.entries(times).map(([name, { first, older }]) => [
        name,
        { join: rounded(joins[name]!, 0), first: of(first), older: of(older) },
      ]),
    )
    const ratio = (above: string, below: string) =>
      rounded(
        quantile(
          times[above]!.first.map((time, round) => time / times[below]!.first[round]!),
          0.5,
        ),
        2,
      )
    const ratios = {
      size: ratio('large, random', 'small, random'),
      active: ratio('large, active', 'large, random'),
    }
    console.table(
      Object.fromEntries(
        Object.entries(table).map(([name, { join, first, older }]) => [
          name,
          {
            'join ms': join,
            'first p50': first.p50,
            'first p99': first.p99,
            'older p50': older.p50,
            'older p99': older.p99,
          },
        ]),
      ),
    )
    console.log(
      `${FOLLOWED} followed people of ${PEOPLE}, ${ROUNDS} reads of each by turns; the join ${NAIVE_ROUNDS} times`,
    )
    console.log(`p99 promised: first page ${PROMISED.first} ms, older pages ${PROMISED.older} ms`)
    console.log(
      `${10 ** POWER} over ${10 ** (POWER - 1)} logs ${ratios.size} (promised ${PROMISED.size}), the most active over random people ${ratios.active} (promised ${PROMISED.active})`,
    )
    const rowsOf = (whom: string) => Object.entries(table).filter(([name]) => name.endsWith(whom))
    const worst = (page: 'first' | 'older', whom = '') =>
      Math.max(...rowsOf(whom).map(([, each]) => each[page].p99))
    const promises = [
      kept('P3', 'first page of the feed, p99', worst('first'), { atMost: PROMISED.first }, 'ms'),
      kept('P3', 'older pages of the feed, p99', worst('older'), { atMost: PROMISED.older }, 'ms'),
      kept('P3', `${10 ** POWER} over ${10 ** (POWER - 1)} logs`, ratios.size, { atMost: PROMISED.size }),
      kept(
        'P10',
        'first page with 1,000 mutes, p99',
        worst('first', 'muting'),
        { atMost: PROMISED.first },
        'ms',
      ),
      kept('P3', 'the most active over random people', ratios.active, { atMost: PROMISED.active }),
    ]
    record('feed', promises, { logs: 10 ** POWER, followed: FOLLOWED, people: PEOPLE, table, ratios })
  } finally {
    for (const { database, db } of made) {
      await db.$disconnect()
      await dropDatabase(database)
    }
  }
}

await bench()
