import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { topicOfAlbum } from '../../server/catalog/albums.ts'
import { change } from '../../server/core/change.ts'
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { limits } from '../../shared/limits.ts'
import { testDatabase } from '../support/database.ts'
import { startServer, testSettings } from '../support/server.ts'
import { rawLine } from '../torture/line.ts'
import { makeRandom } from '../torture/random.ts'

// Promise R6: a hundred clients that do not read add at most 120 MB to a process, and do not slow down others.
const STALLED = 100
const READERS = 5
const PROMISED = 120 * 1024 * 1024
/** number of reviews in a round; more than the network's buffers can store */
const REVIEWS = 220
const SOON = { timeout: 60_000 }

let databaseUrl: string
/** a process of the product that only emits events */
let teller: Deps
const album = { artist: 'Björk', album: 'Homogenic' }
beforeEach(async () => {
  told = []
  databaseUrl = (await testDatabase()).url
  teller = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  await vi.waitFor(() => expect(teller.redis.isReady).toBe(true), SOON)
})
afterEach(() => closeDeps(teller))

/** the ids of the reviews in the emitted events */
let told: number[]
/** Emits events of this number of reviews at once, with the maximum length and the largest characters. */
async function tell(count: number) {
  const topic = await topicOfAlbum(teller, album)
  const review = {
    version: 1,
    user: { nickname: 'owner', avatar: null },
    album: { artist: album.artist, name: album.album, image: null, year: null },
    rating: 10,
    favorite: false,
    review: '音'.repeat(limits.review),
    date: '2026-11-20',
    relisten: false,
    tags: [],
    createdAt: new Date().toISOString(),
    likeCount: 0,
    commentCount: 0,
  }
  const ids = Array.from({ length: count }, (_, index) => told.length + index + 1)
  await plant(ids)
  await change(teller, async ({ emit }) =>
    ids.forEach((id) => emit(topic, { type: 'review.saved', review: { ...review, id } }, null)),
  )
  told.push(...ids)
}

/** Creates the rows that a replay needs: one for each review, of albums that nobody subscribes to. */
async function plant(ids: number[]) {
  const owner = { email: 'owner@plak.example', nickname: 'owner' }
  const { id: userId } = await teller.db.user.upsert({
    where: { nickname: 'owner' },
    create: owner,
    update: {},
  })
  const now = new Date()
  await teller.db.album.createMany({
    data: ids.map((id) => ({ id, key: `album ${id}`, artist: 'x', name: 'x' })),
  })
  await teller.db.log.createMany({
    data: ids.map((id) => ({ id, userId, albumId: id, review: 'x', reviewedAt: now, date: now })),
  })
}

/** Subscribes to the album from a position. */
function look(url: string, from: string) {
  const line = rawLine(url, {}, makeRandom(1))
  onTestFinished(line.close)
  const heard: number[] = []
  line.want({
    path: 'logs.liveReviews',
    input: album,
    from,
    onEvent: (_, data) => heard.push((data as { review: { id: number } }).review.id),
  })
  return { ...line, heard }
}
type Reader = ReturnType<typeof look>
const crowd = (url: string, size: number, from: string) => Array.from({ length: size }, () => look(url, from))

/** Waits until each has received this number of events. */
const heardBy = (readers: readonly Reader[], count: number) =>
  vi.waitFor(
    () => expect(readers.map(({ heard }) => heard.length).filter((heard) => heard < count)).toEqual([]),
    SOON,
  )

/** Returns the memory in use in this process, by the server and the clients, after a garbage collection. */
function held(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function startWith(more: number) {
  const server = await startServer({ databaseUrl })
  onTestFinished(server.close)
  const from = await teller.bus.position()
  const [readers, others] = [crowd(server.url, READERS, from), crowd(server.url, more, from)]
  await tell(1)
  await heardBy([...readers, ...others], 1)
  return { server, readers, others }
}

it(
  'a hundred who do not read cost little, slow nobody, and hear everything when they do',
  { timeout: 180_000 },
  async () => {
    const { readers, others: stalled } = await startWith(STALLED)
    for (const { stall } of stalled) stall()
    const before = held()
    await tell(REVIEWS)
    await heardBy(readers, 1 + REVIEWS)
    const during = held()
    // Half of them reconnect for a full replay, and do not read that either.
    for (const { cut } of stalled.slice(0, STALLED / 2)) cut()
    await tell(1)
    await heardBy(readers, 2 + REVIEWS)
    expect(Math.max(during, held()) - before).toBeLessThan(PROMISED)
    expect(stalled.filter(({ heard }) => heard.length > REVIEWS)).toHaveLength(0)
    // Some of each half represent all of them.
    const returning = [...stalled.slice(0, READERS), ...stalled.slice(-READERS)]
    await Promise.all(stalled.slice(READERS, -READERS).map(({ close }) => close()))
    for (const { read } of returning) read()
    await heardBy(returning, 2 + REVIEWS)
    for (const { heard, problems } of [...returning, ...readers])
      expect([heard.join(), problems]).toEqual([told.join(), []])
  },
)

it('a client that does not read for some seconds is disconnected, and gets everything when it comes back', async () => {
  const {
    server,
    others: [reader],
  } = await startWith(1)
  const before = server.deps.bus.subscriberCount()
  reader!.stall()
  await tell(REVIEWS)
  await vi.waitFor(() => expect(server.deps.bus.subscriberCount()).toBe(before - 1), SOON)
  reader!.read()
  await heardBy([reader!], 1 + REVIEWS)
  expect([reader!.heard, reader!.problems]).toEqual([told, []])
})
