// Promise P16: the statistics of a user with 100,000 listenings, for their owner and for strangers, each read after a change. Also
// compares the first read of a process, which reads all listenings, and users with 10,000 and 100 listenings.
import { pino } from 'pino'
import { change } from '../../server/core/change.ts'
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { insertRows } from '../../server/lib/sql.ts'
import { importLogs } from '../../server/logs/write/bulk.ts'
import { getStats, getYear } from '../../server/stats/queries.ts'
import { lockUser } from '../../server/users/lock.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { makeRandom } from '../torture/random.ts'
import { kept, median, record, rounded } from './parts/results.ts'
import { tableOf } from './parts/times.ts'

const LISTENINGS = [100_000, 10_000, 100] as const
const ALBUMS = 25_000
const ARTISTS = 6_000
const GENRES = 300
const AT_ONCE = 1_000
const READS = 200
const TODAY = '2026-11-27'
const YEAR = 2026
const DAY = 24 * 60 * 60_000
const database = `plak_bench_${process.pid}`
const { below } = makeRandom(1)

const ofUser = (userId: number) => `person${userId}`
/** Some albums are heard often. */
const albumId = () => 1 + Math.floor((below(1e6) / 1e6) ** 2 * ALBUMS)
const listening = () => ({
  albumId: albumId(),
  date: new Date(Date.parse(TODAY) - below(5_000) * DAY),
  rating: below(2) * (1 + below(10)),
  visibility: (['everyone', 'everyone', 'followers', 'me'] as const)[below(4)]!,
  createdAt: new Date(),
})

async function inSteps(count: number, work: (ids: number[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += AT_ONCE)
    await work(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => at + index + 1))
}

async function makeWorld({ db }: Deps): Promise<void> {
  await db.user.createMany({
    data: LISTENINGS.map((_, index) => ({
      id: index + 1,
      nickname: ofUser(index + 1),
      email: `${ofUser(index + 1)}@plak.example`,
    })),
  })
  await inSteps(GENRES, (ids) =>
    db.genre.createMany({ data: ids.map((id) => ({ id, name: `genre ${id}` })) }),
  )
  await inSteps(ALBUMS, async (ids) => {
    const albums = ids.map((id) => ({ id, artist: `Artist ${id % ARTISTS}`, name: `Album ${id}` }))
    await insertRows(
      db,
      'Album',
      albums.map(({ id, artist, name }) => ({
        id,
        key: `artist_${id % ARTISTS}-album_${id}`,
        artist,
        name,
        year: 1960 + (id % 67),
        updatedAt: new Date(),
      })),
    )
    await insertRows(
      db,
      'AlbumGenre',
      ids
        .flatMap((id) =>
          [1, 2, 3].map((votes) => ({ albumId: id, genreId: 1 + ((id * votes) % GENRES), votes })),
        )
        .filter(
          ({ albumId: id, genreId }, index, all) =>
            all.findIndex((each) => each.albumId === id && each.genreId === genreId) === index,
        ),
    )
  })
  for (const [index, listenings] of LISTENINGS.entries())
    await inSteps(listenings, (ids) =>
      insertRows(
        db,
        'Log',
        ids.map(() => ({ ...listening(), userId: index + 1 })),
      ),
    )
  await db.$executeRaw`ANALYZE TABLE Log, Album, AlbumGenre`
}

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  times.push(performance.now() - began)
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  const allTime = (userId: number, viewer: { id: number } | null) =>
    getStats(deps, viewer, { nickname: ofUser(userId), today: TODAY })
  const ofYear = (viewer: { id: number } | null) =>
    getYear(deps, viewer, { nickname: ofUser(1), year: YEAR, today: TODAY })
  const hear = () =>
    change(deps, async (write) =>
      importLogs(write, { userId: await lockUser(write.tx, 1), importId: 1 }, [
        { ...listening(), review: null, reviewedAt: null, relisten: false, tags: [] },
      ]),
    )
  try {
    await makeWorld(deps)
    const first: number[] = []
    await timed(first, () => allTime(1, { id: 1 }))
    const times: Record<string, number[]> = { 'of, after a change': [], 'year, after a change': [], of: [] }
    for (let turn = 0; turn < READS; turn++) {
      const viewer = turn % 2 === 0 ? { id: 1 } : null
      await hear()
      await timed(times['of, after a change']!, () => allTime(1, viewer))
      await hear()
      await timed(times['year, after a change']!, () => ofYear(viewer))
      await timed(times.of!, () => allTime(1, viewer))
    }
    const medians = []
    for (const userId of [2, 3]) {
      const reads: number[] = []
      for (let turn = 0; turn < READS; turn++) await timed(reads, () => allTime(userId, null))
      medians.push(median(reads))
    }
    const table = tableOf(times)
    const coldRead = rounded(first[0]!)
    const growth = rounded(medians[0]! / medians[1]!, 2)
    console.table({ ...table, 'the first read of a process': { 'p99 ms': coldRead } })
    const promises = [
      ...Object.keys(times).map((name) =>
        kept(
          'P16',
          `stats.${name}, of ${LISTENINGS[0]} listenings, p99`,
          table[name]!['p99 ms'],
          { atMost: 30 },
          'ms',
        ),
      ),
      kept('P16', `stats.of, median: ${LISTENINGS[1]} listenings against ${LISTENINGS[2]}`, growth, {
        atMost: 3,
      }),
    ]
    record('stats', promises, { coldRead, growth, table })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
