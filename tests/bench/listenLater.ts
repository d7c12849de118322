// A user has 5,000 albums in Listen later. Measures reading each page of them, compared with the bare index read below it, and
// then moving albums, also if the positions leave no room.
import { pino } from 'pino'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { moveListenLater } from '../../server/listenLater/mutations.ts'
import { listListenLater } from '../../server/listenLater/queries.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { limits } from '../../shared/limits.ts'
import type { ListenLaterPage } from '../../shared/listenLater.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { kept, record } from './parts/results.ts'
import { tableOf } from './parts/times.ts'

const ALBUMS = 5_000
const PEOPLE = 40
const ROUNDS = 6
const MOVED = 300
const PROMISED = 15
const database = `plak_bench_${process.pid}`

const viewer = { id: 7 } as SignedIn
const named = (number: number) => ({ artist: 'Somebody', album: `Album ${number % ALBUMS}` })

/** Creates forty users with the same albums, each in a different order. */
async function makeWorld({ db }: Deps): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, index) => index + 1)
  await db.user.createMany({
    data: people.map((id) => ({ id, nickname: `person${id}`, email: `person${id}@plak.example` })),
  })
  const albums = Array.from({ length: ALBUMS }, (_, number) => named(number))
  await db.album.createMany({
    data: albums.map((ref) => ({ key: albumKey(ref), artist: ref.artist, name: ref.album })),
  })
  await db.$executeRaw`
    INSERT INTO ListenLater (userId, albumId, position, addedOn)
    SELECT u.id, a.id, RAND() * ${ALBUMS}, '2026-11-22' FROM User u JOIN Album a`
  await db.$executeRaw`ANALYZE TABLE ListenLater, Album`
}

async function timed<Result>(times: number[], work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await work()
  times.push(performance.now() - began)
  return result
}

/** Reads the whole list page by page, and returns the number of albums. */
async function readAll(deps: Deps, times: { page: number[]; bare: number[] }): Promise<number> {
  let count = 0
  let cursor: string | null = null
  do {
    const from: string | null = cursor
    const { items, next }: ListenLaterPage = await timed(times.page, () =>
      listListenLater(deps, viewer, { cursor: from }),
    )
    const position = items[0]!.position
    await timed(
      times.bare,
      () => deps.db.$queryRaw`
        SELECT albumId, position FROM ListenLater WHERE userId = ${viewer.id} AND position >= ${position}
        ORDER BY position, albumId LIMIT ${limits.listenLaterPage}`,
    )
    count += items.length
    cursor = next
  } while (cursor !== null)
  return count
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  try {
    await makeWorld(deps)
    await readAll(deps, { page: [], bare: [] })
    const times = {
      page: [] as number[],
      bare: [] as number[],
      move: [] as number[],
      crowded: [] as number[],
    }
    let missing = 0
    for (let round = 0; round < ROUNDS; round++) missing += ALBUMS - (await readAll(deps, times))
    const move = (number: number, after: number) =>
      moveListenLater(deps, viewer, { ...named(number), after: named(after) })
    for (let index = 0; index < MOVED; index++)
      await timed(times.move, () => move(index * 37, index * 91 + 5))
    await deps.db.$executeRaw`UPDATE ListenLater SET position = 1 WHERE userId = ${viewer.id}`
    await timed(times.crowded, () => move(3, 9))
    missing += ALBUMS - (await readAll(deps, { page: [], bare: [] }))
    const table = tableOf(times)
    console.table({
      'a page': table.page,
      'the bare index read': table.bare,
      'a move': table.move,
      'a move that renumbers all': table.crowded,
    })
    console.log(`${ALBUMS} albums of each of ${PEOPLE} people; all pages of one read ${ROUNDS} times`)
    const promises = [
      kept(
        'P12',
        `a page of ${ALBUMS} albums to be listened to later, p90`,
        table.page!['p90 ms'],
        { atMost: PROMISED },
        'ms',
      ),
      kept('P12', 'albums that the pages miss, also after moves', missing, { atMost: 0 }),
    ]
    record('listenLater', promises, { albums: ALBUMS, table })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
