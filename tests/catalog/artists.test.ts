import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { artists as demoArtists } from '../../demo/catalog/catalog.ts'
import { startDemo, type Demo } from '../../demo/server.ts'
import { getArtist, popularArtists, searchArtists } from '../../server/catalog/artists.ts'
import { sentencesOf } from '../../server/catalog/sentences.ts'
import { makeLastfm } from '../../server/clients/lastfm/client.ts'
import { makeCache } from '../../server/lib/cache.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'

const { url } = sharedRedis()
const DAY = 24 * 60 * 60_000
const down = { kind: 'unavailable' }
const missing = { kind: 'notFound', message: 'Artist not found' }
let demo: Demo
let redises: Redis[]
let prefix = ''
let clock = 0

beforeAll(async () => {
  demo = await startDemo({ port: 0 })
  redises = [await connected(url), await connected(url), await connected(url)]
})
afterAll(async () => {
  for (const redis of redises) redis.destroy()
  await demo.close()
})
beforeEach(() => {
  prefix = sharedRedis().prefix
  clock = Date.parse('2026-11-20T12:00:00Z')
})
afterEach(() => {
  demo.behave()
  demo.forgetRequests()
})

/** The catalogue of one process of the product; `timeout` is how long it waits for the service. */
function process(index = 0, timeout = 3_000) {
  const redis = redises[index]!
  const log = quietLog()
  const timing = { timeout, spacing: 1, retryAfter: 5, reopen: 30 }
  return {
    cache: makeCache({ redis, prefix, log, now: () => new Date(clock), timing: { poll: 10, failure: 20 } }),
    lastfm: makeLastfm({ base: demo.lastfmBase, apiKey: 'demo', redis, log, prefix, timing }),
    log,
  }
}
const methods = () =>
  demo
    .requests()
    .map(({ method }) => method ?? 'none')
    .toSorted((a, b) => a.localeCompare(b))
const bjork = { artist: 'Björk' }

describe('an artist', () => {
  test('comes with everything the page shows, in two calls', async () => {
    const artist = await getArtist(process(), bjork)
    expect(artist).toMatchObject({
      name: 'Björk',
      image: null,
      listeners: expect.any(Number),
      playcount: expect.any(Number),
      onTour: expect.any(Boolean),
      url: expect.stringMatching(/^https:/),
      bio: { text: expect.any(String), published: expect.stringMatching(/Z$/) },
    })
    expect(artist.tags.length).toBeGreaterThan(0)
    expect(artist.similar.length).toBeGreaterThan(0)
    expect(artist.albums).toContainEqual({
      artist: 'Björk',
      name: 'Homogenic',
      image: expect.stringMatching(/^http/),
    })
    expect(methods()).toEqual(['artist.getinfo', 'artist.gettopalbums'])
    expect(demo.requests().every(({ params }) => params.autocorrect === '1')).toBe(true)
    expect(demo.requests().find(({ method }) => method === 'artist.gettopalbums')!.params.limit).toBe('50')
  })

  test('in another spelling has its canonical name, and its own page is warm', async () => {
    const deps = process()
    expect(await getArtist(deps, { artist: 'bjork' })).toEqual(await getArtist(process(1), bjork))
    expect(demo.requests()).toHaveLength(2)
  })

  test('a thousand cold requests over three processes are two calls', async () => {
    const processes = [process(0), process(1), process(2)]
    const all = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => getArtist(processes[index % 3]!, bjork)),
    )
    expect(new Set(all.map(({ albums }) => albums.length)).size).toBe(1)
    expect(demo.requests()).toHaveLength(2)
  })

  test('has a biography of 22 sentences at the most', async () => {
    const content = `${'Dr. Dre met J.S. Bach. '.repeat(40)}<a href="https://www.last.fm/music/x">Read more</a>`
    demo.misbehave({
      fault: 'body',
      method: 'artist.getinfo',
      body: { artist: { name: 'Long', bio: { content } } },
    })
    const { bio } = await getArtist(process(), { artist: 'Long' })
    expect(sentencesOf(bio!.text)).toHaveLength(22)
    expect(bio!.text).toMatch(/J\.S\. Bach\.\.\.$/)
  })

  test.each(['html', 'cut-off', 'hang', 'reset', 'not-found', 'operation-failed'])(
    '%s for the albums: the page comes without them, and with them later',
    async (fault) => {
      demo.misbehave({ fault, method: 'artist.gettopalbums', ms: 2_000 })
      const deps = process(0, fault === 'hang' ? 1_000 : undefined)
      expect(await getArtist(deps, bjork)).toMatchObject({ name: 'Björk', albums: [] })
      demo.behave()
      clock += 10 * 60_000
      await expect.poll(async () => (await getArtist(deps, bjork)).albums.length).toBeGreaterThan(0)
      expect(demo.requests().filter(({ method }) => method === 'artist.getinfo')).toHaveLength(1)
    },
  )

  test.each(['html', 'cut-off', 'hang', 'reset', 'rate-limit', 'suspended', 'offline'])(
    '%s: what was read once is still served, the rest says so',
    async (fault) => {
      const deps = process(0, fault === 'hang' ? 1_000 : undefined)
      const known = await getArtist(deps, bjork)
      demo.misbehave({ fault, ms: 2_000 })
      clock += 2 * DAY
      expect(await getArtist(deps, bjork)).toEqual(known)
      await expect(getArtist(deps, { artist: 'Portishead' })).rejects.toMatchObject(down)
    },
  )

  test.each([200, 400, 404])(
    'L01 not found with status %i is remembered, for ten minutes',
    async (status) => {
      demo.misbehave({ fault: 'not-found', status })
      const deps = process()
      for (const each of [deps, process(1), deps])
        await expect(getArtist(each, { artist: 'Nobody At All' })).rejects.toMatchObject(missing)
      // The other call of a try, for the albums, may still be on its way when this one says that there is none.
      const asked = () => demo.requests().filter(({ method }) => method === 'artist.getinfo')
      expect(asked()).toHaveLength(1)
      demo.behave()
      clock += 10 * 60_000
      await expect(getArtist(deps, { artist: 'Nobody At All' })).rejects.toMatchObject(missing)
      expect(asked()).toHaveLength(2)
    },
  )

  test('a name that stands for none is not found without asking', async () => {
    await expect(getArtist(process(), { artist: '[unknown]' })).rejects.toMatchObject(missing)
    // What an earlier test asked may still be on its way.
    expect(demo.requests().filter(({ params }) => params.artist === '[unknown]')).toEqual([])
  })

  test.each(['single', 'empty-strings', 'bad-numbers', 'null-rows', 'duplicates', 'beyond', 'bare'])(
    '%s: bent answers are read',
    async (fault) => {
      demo.misbehave({ fault })
      const deps = process()
      const artist = await getArtist(deps, bjork)
      expect(artist.name).toBe('Björk')
      for (const names of [artist.albums.map(({ name }) => name), artist.similar.map(({ name }) => name)]) {
        expect(new Set(names).size).toBe(names.length)
        expect(names.some((name) => ['(null)', '[unknown]', ''].includes(name.trim()))).toBe(false)
      }
      for (const { artists } of [
        await popularArtists(deps, { page: 1 }),
        await searchArtists(deps, { query: 'b', page: 1 }),
      ]) {
        expect(new Set(artists.map(({ name }) => name)).size).toBe(artists.length)
      }
    },
  )
})

describe('L23 a name with a plus', () => {
  // The demo's catalogue has none, so the stand-in is told what to answer.
  const found = (name: string) => ({
    artist: {
      name,
      url: `https://www.last.fm/music/${encodeURIComponent(name)}`,
      stats: { listeners: '9', playcount: '9' },
    },
  })

  test('survives the second decoding, at the albums either kind of decoding', async () => {
    demo.misbehave({
      fault: 'body',
      method: 'artist.getinfo',
      match: { artist: '%2B44' },
      body: found('+44'),
    })
    const topalbums = {
      album: [{ name: 'Demos', artist: { name: '+44' }, image: [] }],
      '@attr': { artist: '+44' },
    }
    demo.misbehave({
      fault: 'body',
      method: 'artist.gettopalbums',
      match: { artist: '+44' },
      body: { topalbums },
    })
    expect(await getArtist(process(), { artist: '+44' })).toMatchObject({
      name: '+44',
      listeners: 9,
      albums: [{ artist: '+44', name: 'Demos' }],
    })
    expect(
      demo
        .requests()
        .filter(({ method }) => method === 'artist.getinfo')
        .map(({ query }) => /artist=([^&]*)/.exec(query)![1]),
    ).toEqual(['%252B44'])
    expect(
      demo
        .requests()
        .filter(({ method }) => method === 'artist.gettopalbums')
        .map(({ params }) => params.artist),
    ).toEqual(['%2B44', '+44'])
  })

  test('another artist’s albums under the first encoding are not taken', async () => {
    demo.misbehave({ fault: 'body', method: 'artist.getinfo', body: found('+44') })
    const albums = (artist: string) => ({
      topalbums: { album: [{ name: `By ${artist}`, artist: { name: artist } }], '@attr': { artist } },
    })
    demo.misbehave({
      fault: 'body',
      method: 'artist.gettopalbums',
      match: { artist: '%2B' },
      body: albums('44'),
    })
    demo.misbehave({ fault: 'body', method: 'artist.gettopalbums', body: albums('+44') })
    expect((await getArtist(process(), { artist: '+44' })).albums).toEqual([
      { artist: '+44', name: 'By +44', image: null },
    ])
  })

  test('an answer about the name without it is neither shown nor kept', async () => {
    const ghost = {
      artist: {
        name: '44',
        url: 'https://www.last.fm/music/+noredirect/44',
        stats: { listeners: '3', playcount: '5' },
      },
    }
    demo.misbehave({ fault: 'body', method: 'artist.getinfo', body: ghost, times: 2 })
    const deps = process()
    await expect(getArtist(deps, { artist: '+44' })).rejects.toMatchObject(down)
    expect(deps.log.warn).toHaveBeenCalledWith(
      { requested: '+44', method: 'artist.getinfo' },
      'Last.fm answered about another artist',
    )
    demo.misbehave({ fault: 'body', method: 'artist.getinfo', body: found('+44') })
    await expect
      .poll(() =>
        getArtist(deps, { artist: '+44' }).then(
          ({ name }) => name,
          () => null,
        ),
      )
      .toBe('+44')
  })

  test('other names travel encoded exactly once', async () => {
    const { lastfm } = process()
    const names = ['AC/DC', 'Matt & Kim', '#1', '100%', '…', 'μ', 'İstanbul', 'a=b;c', '東京']
    for (const name of names) await lastfm.artist(name).catch(() => {})
    expect(demo.requests().map(({ params }) => params.artist)).toEqual(names)
  })
})

describe('pages of artists', () => {
  test('are found by their name, 25 a page', async () => {
    const { artists, page, hasNext } = await searchArtists(process(), { query: 'bjork', page: 1 })
    expect(artists[0]).toEqual({ name: 'Björk', image: null })
    expect({ page, hasNext }).toEqual({ page: 1, hasNext: false })
    expect(demo.requests()[0]!.params).toMatchObject({ method: 'artist.search', limit: '25', page: '1' })
    await searchArtists(process(1), { query: 'BJORK', page: 1 })
    expect(demo.requests()).toHaveLength(1)
  })

  test('the popular ones come 24 a page, each once, until there are no more', async () => {
    const deps = process()
    const names: string[] = []
    for (let page = 1; ; page++) {
      const { artists, hasNext } = await popularArtists(deps, { page })
      if (page === 1) expect(artists).toHaveLength(24)
      names.push(...artists.map(({ name }) => name))
      if (!hasNext) break
    }
    expect(names).toEqual(demoArtists.map(({ name }) => name))
  })

  test('beyond the last page that a pager can reach nobody is asked', async () => {
    const deps = process()
    expect(await popularArtists(deps, { page: 201 })).toEqual({ artists: [], page: 201, hasNext: false })
    expect(await searchArtists(deps, { query: 'a', page: 10_000 })).toEqual({
      artists: [],
      page: 10_000,
      hasNext: false,
    })
    expect(demo.requests()).toEqual([])
  })

  test('L22 beyond the end nothing follows, however huge the total', async () => {
    demo.misbehave({ fault: 'beyond' })
    expect(await popularArtists(process(), { page: 150 })).toEqual({ artists: [], page: 150, hasNext: false })
    expect(await searchArtists(process(), { query: 'a', page: 150 })).toEqual({
      artists: [],
      page: 150,
      hasNext: false,
    })
  })

  test('with the service down they say so', async () => {
    demo.misbehave({ fault: 'offline' })
    await expect(popularArtists(process(), { page: 1 })).rejects.toMatchObject(down)
    await expect(searchArtists(process(), { query: 'a', page: 1 })).rejects.toMatchObject(down)
  })
})
