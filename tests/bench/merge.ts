// Two albums with 100,000 listenings each are merged, and the merge is undone; each listening is by another user, and half of the
// users have both. Meanwhile other users write. MERGED sets another number.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { identityKey } from '../../server/catalog/albums.ts'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { addLog } from '../../server/logs/mutations.ts'
import { mergeAlbums, undoMerge } from '../../server/moderation/merges.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { kept, median, quantile, record, rounded } from './parts/results.ts'

const LISTENINGS = Number(process.env.MERGED ?? 100_000)
const PEOPLE = LISTENINGS * 1.5
const AT_ONCE = 5_000
const PROMISED = 60
const STRANGERS = 20
const database = `plak_bench_${process.pid}`

const albums = ['Old', 'New', 'Another'].map((album) => ({ artist: 'Somebody', album }))
const [from, into, another] = albums as [(typeof albums)[0], (typeof albums)[0], (typeof albums)[0]]

/** The first user is the moderator, and the last ones have nothing of the two albums. */
async function makeWorld({ db }: Deps): Promise<void> {
  const name = (id: number) => ({ id, nickname: `person${id}`, email: `person${id}@plak.example` })
  await inSteps(PEOPLE + STRANGERS, (ids) => db.user.createMany({ data: ids.map(name) }))
  await db.user.update({ where: { id: 1 }, data: { role: 'moderator' } })
  await db.album.createMany({
    data: albums.map(({ artist, album }, index) => {
      return { id: index + 1, key: identityKey({ artist, album }), artist, name: album }
    }),
  })
  const at = new Date('2026-01-01T10:00:00Z')
  const log = { rating: 8, date: at, createdAt: at, enteredAt: at, feedAt: at }
  const opinion = { rating: 8, followersRating: 8, everyoneRating: 8, countedRating: 8, addedAt: at }
  for (const albumId of [1, 2])
    await inSteps(LISTENINGS, async (ids) => {
      const places = ids.map((id) => ({ userId: id + (albumId - 1) * (LISTENINGS / 2), albumId }))
      await db.log.createMany({ data: places.map((place) => ({ ...place, ...log })) })
      await db.opinion.createMany({
        data: places.map((place) => ({ ...place, ...opinion, visibility: 'everyone' as const })),
      })
    })
  await db.$executeRaw`ANALYZE TABLE Log, Opinion, Album, User`
}

async function inSteps(count: number, work: (ids: number[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += AT_ONCE)
    await work(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => at + index + 1))
}

/** Writes as strangers until the work is done; returns the times in milliseconds. */
async function writeDuring(deps: Deps, work: () => Promise<unknown>): Promise<number[]> {
  let isDone = false
  const times: number[] = []
  const working = work().finally(() => (isDone = true))
  for (let turn = 0; !isDone; turn++) {
    const viewer = { id: PEOPLE + 1 + (turn % STRANGERS), view: {} } as SignedIn
    const began = performance.now()
    await addLog(deps, viewer, { ...another, submission: randomUUID(), rating: 6 })
    times.push(performance.now() - began)
    await sleep(20)
  }
  await working
  return times
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  const moderator = { id: 1, view: {} } as SignedIn
  try {
    await makeWorld(deps)
    const quiet = await writeDuring(deps, () => sleep(5_000))
    let action = { id: 0 }
    let merging = 0
    const during = await writeDuring(deps, async () => {
      merging = await timeOf(async () => {
        action = await mergeAlbums(deps, moderator, { from, into, reason: 'The same.' })
        await deps.jobs.idle()
      })
    })
    const left = await deps.db.log.count({ where: { albumId: 1 } })
    const opinions = await deps.db.opinion.count({ where: { albumId: 2 } })
    const undoing = await timeOf(async () => {
      await undoMerge(deps, moderator, action)
      await deps.jobs.idle()
    })
    const wrong = Math.abs(PEOPLE - opinions) + left
    const returned = await deps.db.log.count({ where: { albumId: 1 } })
    const times = { quiet: median(quiet), during: median(during), worst: quantile(during, 0.99) }
    console.table({ merging, undoing, ...times })
    const promises = [
      kept(
        'P19',
        `a merge of two albums with ${LISTENINGS} listenings each`,
        rounded(merging),
        { atMost: PROMISED },
        's',
      ),
      kept('P19', 'its undo', rounded(undoing), { atMost: PROMISED }, 's'),
      kept('P19', 'a write of somebody else meanwhile, p99', rounded(times.worst), { atMost: 250 }, 'ms'),
      kept('P19', 'listenings and opinions that are wrong afterwards', wrong + LISTENINGS - returned, {
        atMost: 0,
      }),
    ]
    record('merge', promises, { listenings: LISTENINGS, merging, undoing, times })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
