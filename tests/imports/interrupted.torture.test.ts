import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startDemo } from '../../demo/server.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { makeHarness } from '../harness/client.ts'
import { testDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'
import { startRedis } from '../support/redis.ts'
import { startServer } from '../support/server.ts'
import { preview, send, until } from './world.ts'

const ALBUMS = 500
const DAYS = 4

/** Creates albums that are known without the catalogue. */
const plantAlbums = (db: Db) =>
  db.album.createMany({
    data: Array.from({ length: ALBUMS }, (_, number) => {
      const [artist, name] = [`Band ${number}`, `Album ${number}`]
      return { key: albumKey({ artist, album: name }), artist, name, trackCount: 10 }
    }),
  })
/** Each album on DAYS days. */
const diary = [
  'Artist,Album,Date,Rating,Tags',
  ...Array.from({ length: ALBUMS * DAYS }, (_, row) => {
    const number = row % ALBUMS
    return `Band ${number},Album ${number},2024-01-0${1 + Math.floor(row / ALBUMS)},${1 + (row % 10)},winter`
  }),
].join('\n')

/** Returns duplicates; none are allowed. */
const doubles = (db: Db) => db.$queryRaw<unknown[]>`
  SELECT albumId, date FROM Log GROUP BY userId, albumId, date HAVING COUNT(*) > 1`

/** A database and an upload folder for processes that are started one after the other. */
async function installation() {
  const [{ url }, demo] = [await testDatabase(), await startDemo()]
  onTestFinished(() => demo.close())
  const db = makeDb(url)
  onTestFinished(() => db.$disconnect())
  const store = mkdtempSync(join(tmpdir(), 'plak-store-'))
  onTestFinished(() => rmSync(store, { recursive: true, force: true }))
  const start = async () => {
    const started = await startProcess({
      DATABASE_URL: url,
      LASTFM_BASE: demo.lastfmBase,
      PLAK_STORE_FOLDER: store,
      LOG_LEVEL: 'silent',
    })
    await started.isUp()
    const harness = makeHarness(started.url)
    onTestFinished(() => harness.close())
    return { ...started, harness }
  }
  return { db, store, start }
}

it('a process is killed while it writes: another goes on, nothing is lost or doubled', async () => {
  const { db, start } = await installation()
  await plantAlbums(db)
  const doomed = await start()
  const owner = await doomed.harness.register('owner')
  const seen = await preview(doomed.url, owner, diary)
  expect(seen.counts.ready).toBe(ALBUMS * DAYS)
  await owner.client.imports.start.mutate({ id: seen.id })
  await vi.waitFor(async () => expect(await db.log.count()).toBeGreaterThan(0), { interval: 5 })
  await doomed.kill()
  const written = await db.log.count()
  expect(written).toBeLessThan(ALBUMS * DAYS)
  // The lease of the dead process expires.
  await db.$executeRaw`UPDATE Import SET leasedUntil = UTC_TIMESTAMP(3)`
  const survivor = await start()
  const again = await survivor.harness.login(owner)
  const done = await until(again, seen.id, ({ state }) => state === 'done')
  expect(done.counts).toMatchObject({ written: ALBUMS * DAYS, ready: 0 })
  expect(await db.log.count()).toBe(ALBUMS * DAYS)
  expect(await doubles(db)).toEqual([])
  const { counts } = await again.client.users.profile.query({ nickname: 'owner' })
  expect(counts).toMatchObject({ listened: ALBUMS, diary: ALBUMS * DAYS })
  await again.client.imports.undo.mutate({ id: seen.id })
  await until(again, seen.id, ({ state }) => state === 'undone')
  expect([await db.log.count(), await db.tag.count(), await db.opinion.count()]).toEqual([0, 0, 0])
})

it('two processes are killed while they read a file: it is not read a third time, and is gone', async () => {
  const { db, store, start } = await installation()
  const long = ['Artist,Album', ...Array.from({ length: 100_000 }, (_, row) => `Band ${row},Album ${row}`)]
  let process = await start()
  const owner = await process.harness.register('owner')
  const { body } = await send(process.url, owner, long.join('\n'))
  for (const deaths of [1, 2]) {
    await vi.waitFor(async () => expect(await db.importRow.count()).toBeGreaterThan(0), 30_000)
    await process.kill()
    // The lease of the dead process expires.
    await db.$executeRaw`UPDATE Import SET leasedUntil = UTC_TIMESTAMP(3)`
    await db.importRow.deleteMany()
    process = await start()
    if (deaths === 1) continue
    const again = await process.harness.login(owner)
    const failed = await until(again, body.id, ({ state }) => state === 'failed')
    expect(failed.error).toMatch(/^This file could not be read/)
    expect(readdirSync(join(store, 'uploads'))).toEqual([])
  }
})

it('Redis is away from the middle on: the import ends as if it were there', async () => {
  const redis = await startRedis()
  const { url } = await testDatabase()
  const server = await startServer({ settings: { REDIS_URL: redis.url }, databaseUrl: url })
  onTestFinished(() => server.close())
  const harness = makeHarness(server.url)
  onTestFinished(() => harness.close())
  const { db } = server.deps
  await plantAlbums(db)
  const owner = await harness.register('owner')
  const seen = await preview(server.url, owner, diary)
  await owner.client.imports.start.mutate({ id: seen.id })
  await vi.waitFor(async () => expect(await db.log.count()).toBeGreaterThan(0), { interval: 5 })
  await redis.kill()
  const done = await until(owner, seen.id, ({ state }) => state === 'done')
  expect(done.counts.written).toBe(ALBUMS * DAYS)
  expect(await doubles(db)).toEqual([])
})
