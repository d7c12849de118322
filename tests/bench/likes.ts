// Promise P5: a like on the hottest row, as the product writes it: a row of its own, which is counted when its event gets its
// number; simultaneous likes share a transaction. Compared with the usual solution: a counter that each like's own transaction
// increments. Both use the same `change`, event log, bus and connections.
import { pino } from 'pino'
import { topicOfKey } from '../../server/catalog/albums.ts'
import { change } from '../../server/core/change.ts'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { likeReview } from '../../server/logs/likes.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { kept, median, record, rounded } from './parts/results.ts'

const ROUNDS = 9
const LIKES = 2_000
const AT_ONCE = 16
const PROMISED = 2
const database = `plak_bench_${process.pid}`
const key = 'björk-homogenic'

type Like = (
  deps: Deps,
  viewer: SignedIn,
  input: { id: number; liked: boolean },
) => Promise<{ likeCount: number }>

/** The usual solution. Its counter has a row of its own, so that the like's foreign key does not lock it. */
const likeWithCounter: Like = async (deps, viewer, { id, liked }) => {
  const [row] = await deps.db.$queryRaw<{ liked: bigint }[]>`
    SELECT EXISTS(SELECT 1 FROM ReviewLike WHERE logId = l.id AND userId = ${viewer.id}) AS liked
    FROM Log l JOIN Album a ON a.id = l.albumId JOIN User u ON u.id = l.userId
    WHERE l.id = ${id} AND l.reviewedAt IS NOT NULL AND u.disabledAt IS NULL`
  if ((Number(row!.liked) === 1) === liked) return await readCounter(deps, id)
  return await change(deps, async ({ tx, emit }) => {
    const rows = liked
      ? await tx.$executeRaw`INSERT IGNORE INTO ReviewLike (logId, userId, createdAt) VALUES (${id}, ${viewer.id}, ${deps.now()})`
      : await tx.$executeRaw`DELETE FROM ReviewLike WHERE logId = ${id} AND userId = ${viewer.id}`
    if (rows === 0) return await readCounter({ db: tx }, id)
    await tx.$executeRaw`UPDATE LikeCounter SET likes = likes + ${liked ? 1 : -1} WHERE logId = ${id}`
    const counted = await readCounter({ db: tx }, id)
    // An event type without a count of its own: the number is in the event.
    emit(topicOfKey(key), { type: 'log.removed', id, ...counted }, null)
    return counted
  })
}

async function readCounter(
  { db }: { db: Pick<Deps['db'], '$queryRaw'> },
  id: number,
): Promise<{ likeCount: number }> {
  const [row] = await db.$queryRaw<{ likes: number }[]>`SELECT likes FROM LikeCounter WHERE logId = ${id}`
  return { likeCount: row!.likes }
}

/** Creates one review, and users who can like it. */
async function makeWorld({ db }: Deps): Promise<{ id: number; people: SignedIn[] }> {
  const names = Array.from({ length: LIKES }, (_, index) => `liker${index}`)
  await db.user.createMany({
    data: names.map((nickname) => ({ nickname, email: `${nickname}@plak.example` })),
  })
  const users = await db.user.findMany({ select: { id: true } })
  const album = await db.album.create({ data: { key, artist: 'Björk', name: 'Homogenic' } })
  const { id } = await db.log.create({
    data: {
      userId: users[0]!.id,
      albumId: album.id,
      review: 'Strings.',
      reviewedAt: new Date(),
      date: new Date(),
    },
  })
  await db.$executeRaw`CREATE TABLE LikeCounter (logId INT PRIMARY KEY, likes INT NOT NULL)`
  await db.$executeRaw`INSERT INTO LikeCounter VALUES (${id}, 0)`
  return { id, people: users.map((user) => ({ id: user.id }) as SignedIn) }
}

/** Runs `work` for all items, AT_ONCE at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function numbered({ db }: Deps) {
  while ((await db.event.count({ where: { seq: null } })) > 0)
    await new Promise((resolve) => setImmediate(resolve))
}

/** All users like the review; returns the likes per second, until the last event has its number. */
async function round(deps: Deps, like: Like, { id, people }: Awaited<ReturnType<typeof makeWorld>>) {
  await deps.db.$executeRaw`DELETE FROM ReviewLike`
  await deps.db.$executeRaw`UPDATE LikeCounter SET likes = 0`
  await deps.db.$executeRaw`DELETE FROM Event`
  const cpu = process.cpuUsage()
  const began = performance.now()
  await each(people, (person) => like(deps, person, { id, liked: true }))
  await numbered(deps)
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { rate: people.length / seconds, micros: (user + system) / people.length }
}

/** Runs many toggles; returns the count in the last event and a recount. */
async function storm(deps: Deps, { id, people }: Awaited<ReturnType<typeof makeWorld>>) {
  const toggles = [1, 2, 3].flatMap((turn) =>
    people.map((person, index) => ({ person, liked: (index + turn) % 3 !== 0 })),
  )
  await each(toggles, ({ person, liked }) => likeReview(deps, person, { id, liked }))
  await numbered(deps)
  const last = await deps.db.event.findFirstOrThrow({
    where: { type: 'review.liked' },
    orderBy: { seq: 'desc' },
  })
  return {
    told: (JSON.parse(last.payload) as { likeCount: number }).likeCount,
    recount: await deps.db.reviewLike.count(),
  }
}

const ways = { product: likeReview, counter: likeWithCounter }

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  try {
    const world = await makeWorld(deps)
    for (const way of Object.values(ways)) await round(deps, way, world)
    const rounds: Record<keyof typeof ways, { rate: number; micros: number }>[] = []
    for (let index = 0; index < ROUNDS; index++) {
      // Takes turns, and changes the order of each round: a slow phase of the machine affects both.
      const names = ['product', 'counter'] as const
      const measured = { product: { rate: 0, micros: 0 }, counter: { rate: 0, micros: 0 } }
      for (const name of index % 2 ? names.toReversed() : names)
        measured[name] = await round(deps, ways[name], world)
      rounds.push(measured)
    }
    const { told, recount } = await storm(deps, world)
    const of = (name: keyof typeof ways) => ({
      rate: rounded(median(rounds.map((one) => one[name].rate)), 0),
      micros: rounded(median(rounds.map((one) => one[name].micros)), 0),
    })
    const [product, counter] = [of('product'), of('counter')]
    const ratio = rounded(median(rounds.map((one) => one.product.rate / one.counter.rate)), 2)
    console.table({
      'counter in the transaction': { 'likes/s': counter.rate, 'µs of processor a like': counter.micros },
      'logs.like': { 'likes/s': product.rate, 'µs of processor a like': product.micros },
    })
    console.log(`medians of ${ROUNDS} rounds by turns, ${LIKES} likes of one review, ${AT_ONCE} at a time`)
    console.log(`throughput ${ratio} times the counter's (promised ${PROMISED})`)
    console.log(`after ${LIKES * 3} toggles the last event says ${told}, a recount ${recount}`)
    const promises = [
      kept('P5', 'likes/s of the hottest review over a counter in the transaction', ratio, {
        atLeast: PROMISED,
      }),
      kept('P5', 'difference between the last event and a recount', Math.abs(told - recount), { atMost: 0 }),
    ]
    record('likes', promises, { product, counter, ratio })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
