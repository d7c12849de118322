// A community of 100,000 people with ten million opinions: the suggestions of everybody, and what their readers wait for. COMPARED
// sets another number of people.
import { pino } from 'pino'
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { insertRows } from '../../server/lib/sql.ts'
import { suggestAlbums } from '../../server/suggestions/albums.ts'
import { suggestPeople, suggestToNewcomer } from '../../server/suggestions/people.ts'
import { suggestAll } from '../../server/suggestions/refresh.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { makeRandom } from '../torture/random.ts'
import { giveMemory } from './parts/memory.ts'
import { kept, quantile, record, rounded } from './parts/results.ts'

const PEOPLE = Number(process.env.COMPARED ?? 100_000)
const OPINIONS = 100
const ALBUMS = PEOPLE * 3
const AT_ONCE = 50
const READS = 200
const database = `plak_bench_${process.pid}`

/** Few albums are loved by very many people, and most of them by few. */
async function makeWorld({ db }: Deps): Promise<void> {
  const { below } = makeRandom(1)
  const at = new Date('2026-01-01T10:00:00Z')
  const albumId = (exponent: number, among: number) => 1 + Math.floor((below(1e6) / 1e6) ** exponent * among)
  const some = (count: number, choose: () => number) => new Set(Array.from({ length: count }, choose))
  await inSteps(ALBUMS, (ids) =>
    db.album.createMany({
      data: ids.map((id) => ({ id, key: `artist-${id}`, artist: 'Artist', name: `Album ${id}` })),
    }),
  )
  await inSteps(PEOPLE, async (ids) => {
    await db.user.createMany({
      data: ids.map((id) => ({ id, nickname: `person${id}`, email: `person${id}@plak.example` })),
    })
    const places = ids.flatMap((userId) =>
      [...some(OPINIONS, () => albumId(2.5, ALBUMS))].map((id) => ({
        userId,
        albumId: id,
        rating: below(11),
      })),
    )
    const opinions = places.map(({ rating, ...place }) => ({
      ...place,
      rating,
      followersRating: rating,
      everyoneRating: rating,
      countedRating: rating,
      visibility: 'everyone' as const,
      addedAt: at,
    }))
    await insertRows(db, 'Opinion', opinions)
    const hearts = ids.flatMap((userId) =>
      [...some(OPINIONS / 5, () => albumId(2, ALBUMS / 60))].map((id) => ({
        userId,
        albumId: id,
        createdAt: at,
      })),
    )
    await insertRows(db, 'Favorite', hearts)
  })
  await db.$executeRaw`ANALYZE TABLE Opinion, Favorite, Album, User`
}

async function inSteps(count: number, work: (ids: number[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += AT_ONCE)
    await work(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => at + index + 1))
}

/** Times of reads by different people, in milliseconds. */
async function timesOf(read: (viewer: { id: number }) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < READS; turn++) {
    const began = performance.now()
    await read({ id: 1 + ((turn * 7_919) % PEOPLE) })
    times.push(performance.now() - began)
  }
  // The first reads prepare their statements.
  return times.slice(READS / 10)
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  try {
    await giveMemory()
    await makeWorld(deps)
    const before = process.cpuUsage()
    const { ms } = await suggestAll(deps)
    const { user, system } = process.cpuUsage(before)
    const [all, processor] = [ms / 1_000, (user + system) / 1e6]
    const reads = {
      people: await timesOf((viewer) => suggestPeople(deps, viewer)),
      albums: await timesOf((viewer) => suggestAlbums(deps, viewer)),
      arriving: await timesOf((viewer) => suggestToNewcomer(deps, viewer)),
    }
    const medians = Object.entries(reads).map(
      ([name, times]) => [name, rounded(quantile(times, 0.5))] as const,
    )
    console.table({ all, processor, ...Object.fromEntries(medians) })
    const promises = [
      kept('P18', `the suggestions of ${PEOPLE} people`, rounded(all), { atMost: 600 }, 's'),
      kept('P18', 'their processor time in our process', rounded(processor), { atMost: 300 }, 's'),
      ...medians.map(([name, time]) => kept('P18', `suggestions.${name}, median`, time, { atMost: 5 }, 'ms')),
    ]
    record('suggestions', promises, { people: PEOPLE, all, processor, ...Object.fromEntries(medians) })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
