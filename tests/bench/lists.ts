// Promise P12, lists: opens a list of 1,000 albums with notes: its first rows, its head, and the albums that the viewer has
// heard. Compared with the obvious read of the whole list.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { saveList } from '../../server/lists/mutations.ts'
import { getProgress, listAlbums } from '../../server/lists/read/entries.ts'
import { getDraft, getList } from '../../server/lists/read/queries.ts'
import type { ListShow, ListSort } from '../../shared/listPlace.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { kept, record } from './parts/results.ts'
import { tableOf, timed, timeInTurn } from './parts/times.ts'

const ALBUMS = 1_000
const PEOPLE = 500
const RATINGS = 60
const ROUNDS = 300
const PROMISED = 15
const database = `plak_bench_${process.pid}`
const note = (index: number) =>
  `${index}: the second half is where it gets good. `.repeat(1 + (index % 40)).slice(0, 2_000)

type World = { id: number; owner: SignedIn; reader: SignedIn }

/** Creates a list with a note on each album, and users who have rated its albums; the viewer has heard a third. */
async function makeWorld({ db }: Deps): Promise<World> {
  const now = new Date()
  await db.user.createMany({
    data: Array.from({ length: PEOPLE }, (_, index) => ({
      id: index + 1,
      nickname: `person${index + 1}`,
      email: `person${index + 1}@plak.example`,
    })),
  })
  await db.album.createMany({
    data: Array.from({ length: ALBUMS }, (_, index) => ({
      id: index + 1,
      key: `artist ${index % 211}-album ${index}`,
      artist: `Artist ${index % 211}`,
      name: `Album ${(index * 7) % ALBUMS}`,
      image: `https://pictures.example/covers/${index}.jpg`,
    })),
  })
  const { id } = await db.list.create({ data: { userId: 1, name: 'A thousand', submission: randomUUID() } })
  await db.listAlbum.createMany({
    data: Array.from({ length: ALBUMS }, (_, index) => ({
      listId: id,
      albumId: index + 1,
      position: index,
      note: note(index),
      addedAt: new Date(now.getTime() - ((index * 37) % ALBUMS) * 60_000),
    })),
  })
  const opinions = (of: (index: number) => { userId: number; rating: number }, albums: number[]) =>
    albums.map((index) => {
      const { userId, rating } = of(index)
      const level = { followersRating: rating, everyoneRating: rating, countedRating: rating }
      return { userId, albumId: index + 1, rating, ...level, visibility: 'everyone' as const, addedAt: now }
    })
  const all = Array.from({ length: ALBUMS }, (_, index) => index)
  for (let turn = 0; turn < RATINGS; turn++) {
    const rated = (index: number) => ({
      userId: 3 + ((index * 13 + turn * 7) % (PEOPLE - 3)),
      rating: 1 + ((index + turn) % 10),
    })
    await db.opinion.createMany({ data: opinions(rated, all) })
  }
  const heard = all.filter((index) => index % 3 === 0)
  await db.opinion.createMany({ data: opinions(() => ({ userId: 2, rating: 0 }), heard) })
  await db.$executeRaw`ANALYZE TABLE List, ListAlbum, Album, Opinion, User`
  return { id, owner: { id: 1 } as SignedIn, reader: { id: 2 } as SignedIn }
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  try {
    const { id, owner, reader } = await makeWorld(deps)
    const page = (show: ListShow = 'all', sort: ListSort = 'order', cursor?: string) =>
      listAlbums(deps, reader, { id, show, sort, cursor }, 'en')
    const reads: Record<string, () => Promise<unknown>> = {
      'first rows': () => page(),
      'rows of the middle': () => page('all', 'order', '500'),
      'first rows not heard': () => page('unheard'),
      'first rows by title': () => page('all', 'title'),
      'first rows by average rating': () => page('all', 'rating'),
      'its head': () => getList(deps, reader, { id }),
      'how many are heard': () => getProgress(deps, reader, { id }),
      'the whole list at once': () => getDraft(deps, owner, { id }),
    }
    const times = await timeInTurn(reads, ROUNDS)

    const draft = await getDraft(deps, owner, { id })
    times['a note changed'] = []
    for (let version = draft.version; version <= 20; version++) {
      const albums = draft.albums.map((album, index) => ({
        id: album.id,
        note: index === 500 ? `${version}` : album.note,
      }))
      const save = () => saveList(deps, owner, { id, version, name: draft.name, description: '', albums })
      times['a note changed'].push(await timed(save))
    }
    const table = tableOf(times)
    console.table(table)
    console.log(`${ALBUMS} albums, each with a note and ${RATINGS} ratings; ${ROUNDS} reads of each kind`)
    const promises = [
      kept(
        'P12',
        `first rows of a list of ${ALBUMS} albums with notes, p90`,
        table['first rows']!['p90 ms'],
        { atMost: PROMISED },
        'ms',
      ),
      kept('P12', 'its head, p90', table['its head']!['p90 ms'], { atMost: PROMISED }, 'ms'),
    ]
    record('lists', promises, { albums: ALBUMS, table })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
