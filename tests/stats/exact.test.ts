import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { writeFacts } from '../../server/catalog/facts.ts'
import { change } from '../../server/core/change.ts'
import { deleteLogs, setLevelOfLogs } from '../../server/logs/write/bulk.ts'
import { setLogHidden } from '../../server/logs/write/single.ts'
import { getStats, getYear } from '../../server/stats/queries.ts'
import { lockUser } from '../../server/users/lock.ts'
import type { Reader } from '../../shared/visibility.ts'
import type { Person } from '../harness/client.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'
import { makeRandom, type Random } from '../torture/random.ts'
import { naiveStats, naiveYear } from './naive.ts'
import { bringIn, inventListening, plantAlbums, readHeard, TODAY } from './world.ts'

// Compares the statistics of invented listenings with those that each reader could find with a pencil, while one process writes
// and both are asked.

let both: TwoServers
const now = () => new Date(`${TODAY}T12:00:00Z`)
beforeAll(async () => void (both = await startTwo({ now })))
beforeEach(() => both.one.reset())
afterAll(() => both.close())

type World = { owner: Person; ownerId: number; readers: [{ id: number } | null, Reader][]; albums: number[] }

async function makeWorld(random: Random): Promise<World> {
  const [owner, follower] = await Promise.all(
    ['owner', 'follower', 'stranger'].map((name) => both.here.register(name)),
  )
  await follower!.client.follows.set.mutate({ nickname: 'owner', following: true })
  const { db } = both.one.deps
  const idOf = async (nickname: string) =>
    (await db.user.findUniqueOrThrow({ where: { nickname }, select: { id: true } })).id
  const ownerId = await idOf('owner')
  return {
    owner: owner!,
    ownerId,
    readers: [
      [{ id: ownerId }, 'owner'],
      [{ id: await idOf('follower') }, 'follower'],
      [{ id: await idOf('stranger') }, 'stranger'],
      [null, 'stranger'],
    ],
    albums: await plantAlbums(both.one.deps, random, 14),
  }
}

/** Returns what the readers find in both processes, and what they should find. */
async function ask({ ownerId, readers }: World): Promise<{ found: unknown[]; expected: unknown[] }> {
  const { one, two } = both
  const [found, expected]: unknown[][] = [[], []]
  for (const [viewer, reader] of readers) {
    const heard = await readHeard(one.deps, ownerId, reader)
    for (const { deps } of [two, one]) {
      found!.push(await getStats(deps, viewer, { nickname: 'owner', today: TODAY }))
      expected!.push(naiveStats(heard, TODAY))
      for (const year of [2022, 2025, 2026]) {
        found!.push(await getYear(deps, viewer, { nickname: 'owner', year, today: TODAY }).catch(() => null))
        expected!.push(naiveYear(heard, { year, today: TODAY, isOwn: reader === 'owner' }))
      }
    }
  }
  return { found: found!, expected: expected! }
}

/** One of the ways in which listenings, or what is known of their albums, change. */
async function actAtRandom({ owner, ownerId, albums }: World, random: Random): Promise<void> {
  const { below, pick } = random
  const { deps } = below(2) === 0 ? both.one : both.two
  const { client } = owner
  const logs = await deps.db.log.findMany({ where: { userId: ownerId } })
  const log = logs.length > 0 ? pick(logs) : null
  const { album } = log
    ? await deps.db.log.findUniqueOrThrow({ where: { id: log.id }, include: { album: true } })
    : { album: null }
  const { rating, date, visibility } = inventListening(random, albums)
  const day = date && date.toISOString().slice(0, 10)
  const act = below(8)
  if (act <= 1 || !log || !album)
    await bringIn(
      deps,
      ownerId,
      Array.from({ length: 1 + below(6) }, () => inventListening(random, albums)),
    )
  else if (act <= 3)
    await client.logs.save.mutate({
      artist: album.artist,
      album: album.name,
      id: log.id,
      rating,
      date: day,
      visibility,
    })
  else if (act === 4) await client.logs.remove.mutate({ id: log.id })
  else if (act === 5)
    await change(deps, (write) => setLogHidden(write, { ownerId, id: log.id }, log.hiddenLevel === null))
  else if (act === 6)
    await change(deps, async (write) => {
      const genres = [{ name: pick(['dub', 'folk', 'grime']), votes: 9 }]
      await writeFacts(write, {
        albumId: album.id,
        by: 'person',
        releaseDate: String(1950 + below(70)),
        genres,
      })
    })
  else if (below(3) > 0)
    await change(deps, async (write) =>
      deleteLogs(write, { owner: await lockUser(write.tx, ownerId), origin: 'undo' }, logs.slice(0, 2)),
    )
  else
    await change(deps, async (write) => setLevelOfLogs(write, await lockUser(write.tx, ownerId), visibility))
}

it.each([1, 2, 3])(
  'counts what each reader sees, in every process, after every change (seed %i)',
  async (seed) => {
    const random = makeRandom(seed)
    const world = await makeWorld(random)
    const check = async () => {
      const { found, expected } = await ask(world)
      expect(found).toEqual(expected)
    }
    await check()
    const listenings = Array.from({ length: 60 }, () => inventListening(random, world.albums))
    await bringIn(both.one.deps, world.ownerId, listenings)
    for (let act = 0; act < 12; act++) {
      await check()
      await actAtRandom(world, random)
    }
    await check()
  },
)
