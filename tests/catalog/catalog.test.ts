import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { findAlbum, identityKey, resolveAlbum } from '../../server/catalog/albums.ts'
import { getAlbum, popularAlbums, searchAlbums } from '../../server/catalog/queries.ts'
import { makeLastfm } from '../../server/clients/lastfm/client.ts'
import { makePictures } from '../../server/clients/pictures/client.ts'
import { makeCache } from '../../server/lib/cache.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

const { url } = sharedRedis()
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const DAY = 24 * 60 * 60_000
let demo: Demo
let database: TestDatabase
let db: Db
let redises: Redis[]
let prefix = ''
let clock = 0

beforeAll(async () => {
  demo = await startDemo({ port: 0, control: true })
  database = await testDatabase()
  db = makeDb(database.url)
  redises = [await connected(url), await connected(url), await connected(url)]
})
afterAll(async () => {
  await db.$disconnect()
  for (const redis of redises) redis.destroy()
  await demo.close()
})
beforeEach(() => {
  prefix = sharedRedis().prefix
  clock = Date.parse('2026-11-20T12:00:00Z')
})
afterEach(async () => {
  demo.behave()
  demo.forgetRequests()
  await database.truncate()
})

/** What one process of the product has; `index` names the process, `timeout` is how long it waits for the catalogue. */
function process(index = 0, timeout = 3_000) {
  const redis = redises[index]!
  const log = quietLog()
  const now = () => new Date(clock)
  const timing = { timeout, spacing: 1, retryAfter: 5, reopen: 30 }
  return {
    db,
    now,
    cache: makeCache({ redis, prefix, log, now, timing: { poll: 10, failure: 20 } }),
    lastfm: makeLastfm({ base: demo.lastfmBase, apiKey: 'demo', redis, log, prefix, timing }),
    pictures: makePictures({ base: demo.lastfmBase, log }),
  }
}

const calls = () => demo.requests().length

describe('the identity of an album', () => {
  test('is its key, and fits the column however long the names are', () => {
    expect(identityKey(homogenic)).toBe('björk-homogenic')
    const long = (end: string) =>
      identityKey({ artist: '𝕏東'.repeat(500), album: `${'ab'.repeat(499)}${end}` })
    expect(Array.from(long('x'))).toHaveLength(700)
    expect(long('x')).toMatch(/~[0-9a-f]{64}$/)
    expect(long('x')).not.toBe(long('y'))
    expect(long('x')).toBe(long('X'))
  })
})

describe('reading', () => {
  test('a thousand cold requests over three processes are one call', async () => {
    // With the usual patience: a call that a busy machine makes late must not be made again.
    const processes = [0, 1, 2].map((index) => process(index, 5_000))
    const albums = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => getAlbum(processes[index % 3]!, homogenic)),
    )
    expect(albums.every(({ name }) => name === 'Homogenic')).toBe(true)
    expect(calls()).toBe(1)
  })

  test('a search is fresh for five minutes, in any case and spacing', async () => {
    const deps = process()
    const first = await searchAlbums(deps, { query: 'Homogenic', page: 1 })
    expect(await searchAlbums(process(1), { query: 'homogenic', page: 1 })).toEqual(first)
    expect(calls()).toBe(1)
    clock += 5 * 60_000
    expect(await searchAlbums(deps, { query: 'HOMOGENIC', page: 1 })).toEqual(first)
    await expect.poll(calls).toBe(2)
  })

  test('popular albums are fresh for a day', async () => {
    const deps = process()
    await popularAlbums(deps, { page: 1 })
    clock += DAY - 1
    expect((await popularAlbums(deps, { page: 1 })).albums.length).toBeGreaterThan(0)
    expect(calls()).toBe(1)
  })

  test('an album asked for in another spelling has its canonical names, and its own page is warm', async () => {
    const deps = process()
    expect(await getAlbum(deps, { artist: 'bjork', album: 'homogenic' })).toMatchObject({
      artist: 'Björk',
      name: 'Homogenic',
    })
    await getAlbum(deps, homogenic)
    expect(calls()).toBe(1)
  })

  test("'not found' is remembered for ten minutes", async () => {
    const nothing = { artist: 'Nobody', album: 'Nothing' }
    const deps = process()
    for (const each of [deps, process(1), deps])
      await expect(getAlbum(each, nothing)).rejects.toMatchObject({ kind: 'notFound' })
    expect(calls()).toBe(1)
    clock += 10 * 60_000
    await expect(getAlbum(deps, nothing)).rejects.toMatchObject({ message: 'Album not found' })
    expect(calls()).toBe(2)
  })

  test.each(['html', 'cut-off', 'hang', 'reset', 'rate-limit', 'suspended', 'wrong-name'])(
    '%s: what was read once is still served, the rest says so',
    async (fault) => {
      const deps = process(0, fault === 'hang' ? 1_000 : undefined)
      const known = await getAlbum(deps, homogenic)
      const page = await popularAlbums(deps, { page: 1 })
      demo.misbehave({ fault, ms: 2_000 })
      clock += 2 * DAY
      expect(await getAlbum(deps, homogenic)).toEqual(known)
      expect(await popularAlbums(deps, { page: 1 })).toEqual(page)
      await expect(getAlbum(deps, { artist: 'Björk', album: 'Vespertine' })).rejects.toMatchObject({
        kind: 'unavailable',
      })
      // A search or a chart may hold any album: there no answer can be told for another's.
      if (fault === 'wrong-name') return
      await expect(searchAlbums(deps, { query: 'x', page: 1 })).rejects.toMatchObject({ kind: 'unavailable' })
    },
  )

  test('a failure is never kept as a truth', async () => {
    const deps = process()
    demo.misbehave({ fault: 'cut-off', times: 3 })
    await expect(getAlbum(deps, homogenic)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect
      .poll(() =>
        getAlbum(deps, homogenic).then(
          ({ name }) => name,
          () => null,
        ),
      )
      .toBe('Homogenic')
  })

  test('with the service down and nothing cached, a logged album is shown with what its row knows', async () => {
    await resolveAlbum(process(), homogenic)
    prefix = sharedRedis().prefix
    demo.misbehave({ fault: 'offline' })
    expect(await getAlbum(process(), homogenic)).toEqual({
      artist: 'Björk',
      name: 'Homogenic',
      image: expect.stringMatching(/^http/),
      listeners: null,
      playcount: null,
      url: null,
      tags: [],
      tracks: [],
      wiki: null,
      tint: null,
      withoutCatalogue: 'unavailable',
    })
  })
})

describe('the row of an album', () => {
  test('is made under the canonical names, once, however many ask at once', async () => {
    const spellings = [
      homogenic,
      { artist: 'bjork', album: 'HOMOGENIC' },
      { artist: 'BJÖRK', album: 'homogenic' },
    ]
    const processes = [process(0), process(1), process(2)]
    const rows = await Promise.all(
      Array.from({ length: 60 }, (_, index) => resolveAlbum(processes[index % 3]!, spellings[index % 3]!)),
    )
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      artist: 'Björk',
      name: 'Homogenic',
      image: expect.stringMatching(/^http/),
    })
    expect(await db.album.count()).toBe(1)
  })

  test.each([8, 11, 16])('is made although the catalogue says twice that it failed (%i)', async (code) => {
    demo.misbehave({ fault: 'error', code, times: 2 })
    expect(await resolveAlbum(process(), homogenic)).toMatchObject({ name: 'Homogenic' })
    expect(calls()).toBe(3)
  })

  test('is written by many at once without a deadlock', async () => {
    const details = {
      image: null,
      listeners: null,
      playcount: null,
      url: null,
      tags: [],
      tracks: [],
      wiki: null,
    }
    const cache = { get: (_key: unknown, _life: unknown, load: () => unknown) => load() } as never
    const lastfm = { album: async (artist: string, name: string) => ({ artist, name, ...details }) } as never
    const writes = Array.from({ length: 300 }, (_, index) =>
      resolveAlbum(
        { db, now: () => new Date(clock), cache, lastfm, pictures: {} as never },
        { artist: 'A', album: `${index % 7}` },
      ),
    )
    expect(new Set((await Promise.all(writes)).map(({ id }) => id)).size).toBe(7)
  })

  test('is all that is read once it is known: no call, no cache', async () => {
    const row = await resolveAlbum(process(), homogenic)
    demo.forgetRequests()
    const never = vi.fn<() => never>()
    const cache = { get: never, knows: never, peek: never }
    const known = await resolveAlbum(
      { db, now: () => new Date(clock), cache, lastfm: {} as never, pictures: {} as never },
      homogenic,
    )
    expect(known).toEqual(row)
    expect(never).not.toHaveBeenCalled()
    expect(calls()).toBe(0)
  })

  test('follows the catalogue after a week; a picture that is lost there stays', async () => {
    const { id, image } = await resolveAlbum(process(), homogenic)
    await db.album.update({
      where: { id },
      data: { name: 'HOMOGENIC (old)', updatedAt: new Date(clock - 8 * DAY) },
    })
    demo.misbehave({ fault: 'bare' })
    prefix = sharedRedis().prefix
    expect(await resolveAlbum(process(), homogenic)).toEqual({
      id,
      artist: 'Björk',
      name: 'Homogenic',
      image,
    })
    expect((await findAlbum({ db }, homogenic))!.updatedAt).toEqual(new Date(clock))
  })

  test.each(['offline', 'not-found', 'wrong-name', 'hang'])(
    '%s: a known one can still be logged',
    async (fault) => {
      const row = await resolveAlbum(process(), homogenic)
      clock += 30 * DAY
      prefix = sharedRedis().prefix
      demo.misbehave({ fault, ms: 2_000 })
      expect(await resolveAlbum(process(0, 300), homogenic)).toEqual(row)
    },
  )

  test('of an unknown album is refused by its field; with the service down it is unavailable', async () => {
    const nothing = { artist: 'Nobody', album: 'Nothing' }
    await expect(resolveAlbum(process(), nothing)).rejects.toMatchObject({
      kind: 'notFound',
      message: 'Album not found',
      field: 'album',
    })
    demo.misbehave({ fault: 'reset' })
    await expect(resolveAlbum(process(), { artist: 'Björk', album: 'Vespertine' })).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(await db.album.count()).toBe(0)
  })

  test('keeps what differs apart: bytes are compared', async () => {
    for (const [artist, name] of [
      ['Björk', 'Post'],
      ['Bjork', 'Post'],
      ['!!!', 'Post'],
      ['÷', 'Post'],
    ]) {
      const album = {
        artist,
        name,
        image: null,
        listeners: null,
        playcount: null,
        url: null,
        tags: [],
        tracks: [],
        wiki: null,
      }
      await resolveAlbum(
        { ...process(), lastfm: { album: async () => album } as never },
        { artist: artist!, album: name! },
      )
    }
    expect(await db.album.count()).toBe(4)
  })
})
