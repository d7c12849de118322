import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { savedBy } from '../../demo/spotify/library.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'
import { refusal } from '../support/refusal.ts'
import { startServer } from '../support/server.ts'
import { connectAs, failed, spotifySettings, sync, watch } from './world.ts'

// A sync in a separate process: one that is killed, one that shuts down, one with little memory.
let database: TestDatabase
let demo: Demo
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  demo = await startDemo()
  db = makeDb(database.url)
})
afterAll(async () => {
  await db.$disconnect()
  await demo.close()
})
const harnesses: Harness[] = []
afterEach(async () => {
  demo.spotify.behave()
  await Promise.all(harnesses.splice(0).map((harness) => harness.close()))
  await database.truncate()
})

const settings = () => ({ LASTFM_BASE: demo.lastfmBase, ...spotifySettings(demo) })

function harnessOf(url: string) {
  const harness = makeHarness(url)
  harnesses.push(harness)
  return harness
}

async function startServerProcess(more: Record<string, string> = {}) {
  const started = await startProcess({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    ...settings(),
    ...more,
  })
  await started.isUp()
  return { ...started, harness: harnessOf(started.url) }
}

/** Starts another server of the same product that outlives the process; it can run in this one. */
async function startSurvivor() {
  const survivor = await startServer({ databaseUrl: database.url, settings: settings() })
  onTestFinished(survivor.close)
  return harnessOf(survivor.url)
}

/** Creates a user with imported logs and a sync that hangs on its second page. */
async function inTheMiddle(harness: Harness) {
  const owner = await harness.register('owner')
  await connectAs(demo.spotify, owner, 'deniz')
  await sync(owner)
  demo.spotify.changeLibrary('deniz', -10)
  demo.spotify.misbehave({ route: 'albums', match: { offset: '50' }, hang: 20_000 })
  const before = await db.log.findMany({ orderBy: { id: 'asc' } })
  const events = await watch(owner)
  await owner.client.spotify.sync.mutate()
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ progress: { block: 'savedAlbums', page: 2 } }))
  return { owner, before, events }
}
const logs = () => db.log.findMany({ orderBy: { id: 'asc' } })

it('a process that is killed in the middle of a sync leaves everything as it was, and blocks the next one for seconds alone', async () => {
  const [survivor, doomed] = [await startSurvivor(), await startServerProcess()]
  const { owner, before } = await inTheMiddle(doomed.harness)
  const double = await survivor.login(owner)
  expect((await refusal(double.client.spotify.sync.mutate())).message).toBe(
    'Your Spotify data is already being synced',
  )
  await doomed.kill()
  expect(await logs()).toEqual(before)
  expect((await double.client.spotify.status.query()).syncing).toMatchObject({
    block: 'savedAlbums',
    page: 2,
  })
  const [lease] = await db.$queryRaw<{ seconds: bigint }[]>`
    SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), leasedUntil) AS seconds FROM Job WHERE kind = 'sync'`
  expect(Number(lease!.seconds)).toBeLessThanOrEqual(20)
  // Simulates that those seconds have passed.
  await db.$executeRaw`UPDATE Job SET leasedUntil = leasedUntil - INTERVAL 20 SECOND WHERE kind = 'sync'`
  demo.spotify.behave()
  expect((await double.client.spotify.status.query()).syncing).toBeNull()
  expect(await sync(double)).toMatchObject({ type: 'spotify.synced', albums: savedBy('deniz').length })
})

it('a process that is told to stop gives the sync up in words, and lets another begin at once', async () => {
  const [survivor, leaving] = [await startSurvivor(), await startServerProcess()]
  const { owner, before } = await inTheMiddle(leaving.harness)
  const double = await survivor.login(owner)
  const events = await watch(double)
  leaving.child.kill('SIGTERM')
  expect((await leaving.ended).code).toBe(0)
  await vi.waitFor(() =>
    expect(events.at(-1)).toEqual(
      failed('The sync was interrupted, and nothing was changed. Start it again.'),
    ),
  )
  expect(await logs()).toEqual(before)
  demo.spotify.behave()
  expect(await sync(double)).toMatchObject({ type: 'spotify.synced' })
})

it('5,000 saved albums are imported with little memory, told in few events', async () => {
  // In addition to the product's own needs there is memory for a few pages.
  const { harness } = await startServerProcess({ NODE_OPTIONS: '--max-old-space-size=128' })
  const owner = await harness.register('owner')
  await connectAs(demo.spotify, owner, 'ruth')
  const events = await watch(owner)
  const end = await sync(owner)
  expect(end).toMatchObject({ type: 'spotify.synced' })
  const { albums, added } = end as { albums: number; added: number }
  expect([added, await db.log.count()]).toEqual([albums, albums])
  expect(albums).toBeGreaterThan(4_900)
  expect(events.length).toBeLessThan(120)
  const steps = events.flatMap((event) =>
    event.type === 'spotify.progress' && event.progress.block === 'savedAlbums' ? [event.progress] : [],
  )
  expect(steps.at(-1)).toMatchObject({ page: 100, of: 100 })
  const before =
    await db.$queryRaw`SELECT SUM(CRC32(CONCAT_WS(' ', id, albumId, createdAt, updatedAt, version))) AS sum FROM Log`
  expect(await sync(owner)).toMatchObject({ albums, added: 0, removed: 0 })
  expect(
    await db.$queryRaw`SELECT SUM(CRC32(CONCAT_WS(' ', id, albumId, createdAt, updatedAt, version))) AS sum FROM Log`,
  ).toEqual(before)
})
