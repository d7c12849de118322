import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { makeLastfm } from '../../server/clients/lastfm/client.ts'
import type { Clock } from '../../server/clients/pace.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'
import { testClock } from '../support/clock.ts'
import { crowdedGate } from './crowdedGate.ts'

const { url } = sharedRedis()
const down = {
  kind: 'unavailable',
  message: 'The music catalogue cannot be reached right now. Try again in a moment.',
}
const missing = { kind: 'notFound', message: 'Album not found' }
let demo: Demo
let one: Redis
let other: Redis
let prefix = ''

beforeAll(async () => {
  demo = await startDemo({ port: 0, control: true })
  one = await connected(url)
  other = await connected(url)
})
afterAll(async () => {
  one.destroy()
  other.destroy()
  await demo.close()
})
beforeEach(() => {
  prefix = sharedRedis().prefix
})
afterEach(() => {
  demo.behave()
  demo.forgetRequests()
})

function client(
  options: { redis?: Redis; apiKey?: string | null; base?: string; timing?: object; clock?: Clock } = {},
) {
  const { redis = one, apiKey = 'demo', base = demo.lastfmBase, timing, ...rest } = options
  const log = quietLog()
  const quick = { timeout: 3_000, spacing: 1, retryAfter: 5, reopen: 100, longestWait: 4_000, ...timing }
  return { ...makeLastfm({ base, apiKey, redis, log, prefix, timing: quick, ...rest }), log }
}

const calls = () => demo.requests().length

describe('asking a service that is well', () => {
  test('albums are found by their name, 25 a page', async () => {
    const { albums, page, hasNext } = await client().searchAlbums('homogenic', 1)
    expect(albums[0]).toEqual({
      artist: 'Björk',
      name: 'Homogenic',
      image: expect.stringMatching(/^http/),
      year: null,
    })
    expect({ page, hasNext }).toEqual({ page: 1, hasNext: false })
    expect(demo.requests()[0]!.params).toMatchObject({
      limit: '25',
      page: '1',
      format: 'json',
      api_key: 'demo',
    })
    expect(demo.requests()[0]!.userAgent).toMatch(/^Plak\//)
  })

  test('popular albums come 24 a page, until there are no more', async () => {
    const lastfm = client()
    const first = await lastfm.topAlbums(1)
    expect(first.albums).toHaveLength(24)
    expect(first.hasNext).toBe(true)
    const second = await lastfm.topAlbums(2)
    expect(second.albums.some(({ name }) => name === first.albums[0]!.name)).toBe(false)
    expect(await lastfm.topAlbums(9_999)).toMatchObject({ albums: [], hasNext: false })
  })

  test.each(['dialect-a', 'dialect-b'])('an album comes whole, in %s', async (fault) => {
    demo.misbehave({ fault })
    const album = await client().album('Björk', 'Homogenic')
    expect(album).toMatchObject({ artist: 'Björk', name: 'Homogenic', wiki: { text: expect.any(String) } })
    expect(album.tracks.slice(0, 2)).toEqual([
      { position: 1, name: 'Hunter', duration: 255, featuredArtist: null },
      { position: 2, name: 'Jóga', duration: 305, featuredArtist: null },
    ])
    expect(album.listeners).toBeGreaterThan(0)
  })

  test('the names of the answer are the canonical ones', async () => {
    expect(await client().album('bjork', 'homogenic')).toMatchObject({ artist: 'Björk', name: 'Homogenic' })
  })

  test('names travel encoded exactly once', async () => {
    const names = [
      'AC/DC',
      'Matt & Kim',
      "What's Going On?",
      '#1',
      '100%',
      '%2B',
      '…',
      'μ',
      'İstanbul',
      'a+b',
      'a=b;c',
      '東京',
    ]
    const lastfm = client()
    for (const name of names) await lastfm.album(name, name).catch(() => {})
    expect(demo.requests().map(({ params }) => [params.artist, params.album])).toEqual(
      names.map((name) => [name, name]),
    )
  })

  test('a name with a slash is found', async () => {
    expect(await client().album('AC/DC', 'Back in Black')).toMatchObject({ artist: 'AC/DC' })
  })

  test('a name that stands for none is not found without asking', async () => {
    await expect(client().album('Björk', '(null)')).rejects.toMatchObject(missing)
    expect(calls()).toBe(0)
  })
})

describe('answers that are bent, yet answers', () => {
  test.each([
    'old-container',
    'single',
    'empty-strings',
    'bad-numbers',
    'null-rows',
    'duplicates',
    'beyond',
    'bare',
  ])('%s', async (fault) => {
    demo.misbehave({ fault })
    const lastfm = client()
    expect(await lastfm.album('Björk', 'Homogenic')).toMatchObject({ artist: 'Björk', name: 'Homogenic' })
    const pages = [await lastfm.topAlbums(1), await lastfm.searchAlbums('homogenic', 1)]
    for (const { albums } of pages) {
      expect(new Set(albums.map(({ artist, name }) => `${artist} ${name}`)).size).toBe(albums.length)
      expect(albums.some(({ name }) => ['(null)', '[unknown]', ''].includes(name.trim()))).toBe(false)
    }
  })
})

test('L22 beyond the end nothing follows, however huge the total', async () => {
  demo.misbehave({ fault: 'beyond' })
  expect(await client().searchAlbums('homogenic', 1_001)).toEqual({ albums: [], page: 1_001, hasNext: false })
  expect(await client().topAlbums(1_001)).toEqual({ albums: [], page: 1_001, hasNext: false })
})

describe('not found', () => {
  test('L01 an error 6 is not found, with status 200, 400 or 404; nothing is tried again', async () => {
    for (const status of [200, 400, 404]) {
      demo.misbehave({ fault: 'not-found', times: 1, status })
      await expect(client().album('Nobody', 'Nothing')).rejects.toMatchObject(missing)
    }
    expect(calls()).toBe(3)
  })

  test('any number of them leaves the service in good repute', async () => {
    const lastfm = client()
    for (let index = 0; index < 12; index++)
      await expect(lastfm.album('Nobody', `${index}`)).rejects.toMatchObject(missing)
    expect(await lastfm.album('Björk', 'Homogenic')).toMatchObject({ name: 'Homogenic' })
  })
})

describe('the budget', () => {
  test('never more than 4 calls within a second, over two processes', async () => {
    const clock = testClock()
    const product = { base: demo.lastfmBase, apiKey: 'demo', log: quietLog(), prefix, clock }
    const [a, b] = [makeLastfm({ ...product, redis: one }), makeLastfm({ ...product, redis: other })]
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? a : b).topAlbums(index + 1)))
    expect(calls()).toBe(10)
    const turns = [0, ...clock.slept().toSorted((x, y) => x - y)]
    expect(turns).toHaveLength(10)
    for (const [index, turn] of turns.slice(4).entries())
      expect(turn - turns[index]!).toBeGreaterThanOrEqual(1_000 + 60)
  })

  test('no more than two calls at a time; too long a queue is refused', async () => {
    const gate = await crowdedGate(demo.origin, 2)
    const clock = testClock((ms) => ms)
    const lastfm = client({
      base: gate.base,
      clock,
      timing: { timeout: 10_000, spacing: 10, longestWait: 40 },
    })
    const ends = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => lastfm.topAlbums(index + 1)),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    expect(gate.most()).toBe(2)
    gate.close()
  })

  test.each([200, 429])(
    'L03 a rate limit with status %i: nobody calls for a while, in no process',
    async (status) => {
      demo.misbehave({ fault: 'rate-limit', status, times: 1 })
      const timing = { restAfterRateLimit: 400 }
      const [a, b] = [client({ timing }), client({ redis: other, timing })]
      await expect(a.topAlbums(1)).rejects.toMatchObject(down)
      await expect(a.topAlbums(1)).rejects.toMatchObject(down)
      await expect(b.topAlbums(1)).rejects.toMatchObject(down)
      expect(calls()).toBe(1)
      await expect
        .poll(
          () =>
            b.topAlbums(1).then(
              () => 'well',
              () => 'resting',
            ),
          { interval: 20 },
        )
        .toBe('well')
    },
  )

  test.each([
    ['bad', 10],
    ['suspended', 26],
  ])('L04 a %s key: calls stop everywhere, the operator is told once', async (apiKey, code) => {
    const timing = { restAfterRefusedKey: 60_000 }
    const [a, b] = [client({ apiKey, timing }), client({ apiKey, timing, redis: other })]
    for (const lastfm of [a, a, b, a])
      await expect(lastfm.album('Björk', 'Homogenic')).rejects.toMatchObject(down)
    expect(calls()).toBe(1)
    expect(a.log.error).toHaveBeenCalledTimes(1)
    expect(a.log.error.mock.calls[0]![0]).toEqual({ code })
    // Another key is not affected by this one.
    expect(await client().album('Björk', 'Homogenic')).toMatchObject({ name: 'Homogenic' })
  })

  test('without a key there are no calls', async () => {
    const notSetUp = { kind: 'unavailable', id: 'catalog.notSetUp' }
    await expect(client({ apiKey: null }).album('Björk', 'Homogenic')).rejects.toMatchObject(notSetUp)
    expect(calls()).toBe(0)
  })

  test('a rest ends by itself after a rate limit in the middle of a crowd', async () => {
    demo.misbehave({ fault: 'rate-limit', times: 1 })
    const lastfm = client({ timing: { restAfterRateLimit: 100 } })
    await Promise.allSettled(Array.from({ length: 10 }, (_, index) => lastfm.topAlbums(index + 1)))
    await vi.waitFor(async () => expect(await lastfm.topAlbums(1)).toMatchObject({ page: 1 }))
  })
})
