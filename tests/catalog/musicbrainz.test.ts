import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeMusicBrainz } from '../../server/clients/musicbrainz/client.ts'
import { NoTurn } from '../../server/clients/pace.ts'
import type { Caller, ServicePace } from '../../server/clients/servicePace.ts'
import { makeMetrics } from '../../server/lib/metrics.ts'
import { quietLog } from '../lib/ownRedis.ts'
import { startService, type Reply } from './musicService.ts'

let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.asked()
})

const group = '0f0e1d2c-3b4a-4596-8778-695a4b3c2d1e'
const merged = '11111111-3b4a-4596-8778-695a4b3c2d1e'
const artist = '87c5dedd-371d-4a53-9f7f-80522fb7f3cb'
const someone: Caller = { isWaitedFor: true, patience: 2_000 }
const nobody: Caller = { isWaitedFor: false }

/** A pace that gives turns at once, and records what became of them. */
function openPace() {
  const ends: unknown[] = []
  let turns = 0
  const pace: ServicePace = {
    async turn({ patience = Infinity }) {
      if (patience <= 0 || turns++ > 20) throw new NoTurn('Too many calls are waiting')
      return { until: new Date(), failures: 0, isSlow: false }
    },
    end: async (_, outcome) => void ends.push(outcome),
    isPaused: () => false,
  }
  return { pace, ends: () => ends.splice(0), turns: () => turns }
}

function client(options: { timeout?: number; path?: string } = {}) {
  const { path = '/ws/2/', timeout = 300 } = options
  const open = openPace()
  const [log, metrics] = [quietLog(), makeMetrics()]
  const meter = metrics.service('musicbrainz')
  const userAgent = 'Plak/1.2.3 ( plak@example.org )'
  const base = service.origin + path
  return {
    ...makeMusicBrainz({ base, userAgent, pace: open.pace, log, meter, timeout }),
    ...open,
    log,
    metrics,
  }
}

const notFound = { status: 404, json: { error: 'Not Found', help: 'For usage, please see: …' } }
const busy: Reply = {
  status: 503,
  json: { error: 'The MusicBrainz web server is currently busy. Please try again later.' },
  headers: { 'retry-after': '0', 'x-ratelimit-who': 'search-shed', 'x-ratelimit-zone': 'search-global' },
}
const tooOften: Reply = {
  status: 503,
  json: { error: 'Your requests are exceeding the allowable rate limit. Please see …' },
  headers: { 'retry-after': '3', 'x-ratelimit-who': '192.0.2.7' },
}
const credited = {
  name: 'Björk',
  joinphrase: '',
  artist: { id: artist, name: 'Björk', 'sort-name': 'Björk' },
}
const lookedUp = {
  id: group,
  title: 'Homogenic',
  disambiguation: '',
  'first-release-date': '1997-09-22',
  'primary-type': 'Album',
  'secondary-types': [],
  'artist-credit': [credited],
  releases: [
    { id: merged, title: 'Homogenic', status: 'Official' },
    { id: 'none', title: 'x' },
  ],
  genres: [
    { name: 'art pop', count: 2, id: merged },
    { name: 'electronic', count: 9, id: merged },
    { name: 'ambient', count: 2, id: merged },
  ],
  aliases: [
    { name: 'Homogénique', 'sort-name': 'x', locale: 'fr', primary: true, type: 'Release group name' },
  ],
  relations: [
    { type: 'wikidata', ended: false, url: { resource: 'https://www.wikidata.org/wiki/Q1' } },
    { type: 'lyrics', ended: true, url: { resource: 'https://lyrics.example' } },
    { type: 'artist rels have no url' },
  ],
}

test('a call that somebody waits for ends within their patience, to the fraction of a millisecond', async () => {
  service.respond(() => ({ json: lookedUp }))
  const plak = client({ timeout: 10_000 })
  await expect(plak.releaseGroup(group, { isWaitedFor: true, patience: 999.5 })).resolves.toMatchObject({
    id: group,
  })
})

describe('a release group', () => {
  test('has names, date, type, genres by votes, aliases, links and editions', async () => {
    service.respond(() => ({ json: lookedUp }))
    const plak = client()
    expect(await plak.releaseGroup(group, nobody)).toEqual({
      askedId: group,
      id: group,
      title: 'Homogenic',
      artist: 'Björk',
      artists: [{ id: artist, name: 'Björk', mainName: 'Björk', aliases: [], joinPhrase: '' }],
      disambiguation: null,
      firstReleaseDate: '1997-09-22',
      primaryType: 'Album',
      secondaryTypes: [],
      genres: [
        { name: 'electronic', votes: 9 },
        { name: 'ambient', votes: 2 },
        { name: 'art pop', votes: 2 },
      ],
      aliases: [{ name: 'Homogénique', locale: 'fr', isPrimary: true, type: 'Release group name' }],
      editions: [{ id: merged, title: 'Homogenic', status: 'Official' }],
      links: [{ type: 'wikidata', url: 'https://www.wikidata.org/wiki/Q1' }],
    })
    expect(service.asked()).toMatchObject([
      {
        path: `/ws/2/release-group/${group}`,
        query: { fmt: 'json', inc: 'artist-credits releases genres url-rels aliases' },
        userAgent: 'Plak/1.2.3 ( plak@example.org )',
      },
    ])
    expect(plak.ends()).toEqual(['answered'])
    expect(await plak.metrics.registry.metrics()).toContain(
      'plak_catalogue_calls_total{service="musicbrainz",outcome="ok"} 1',
    )
  })

  test.each(['/ws/2', '/ws/2/'])('the address may be %s', async (path) => {
    service.respond(() => ({ json: lookedUp }))
    expect(await client({ path }).releaseGroup(group, nobody)).toMatchObject({ id: group })
    expect(service.asked()[0]!.path).toBe(`/ws/2/release-group/${group}`)
  })

  test.each([
    ['', null],
    ['1997', '1997'],
    ['1997-05', '1997-05'],
    ['1997-??-21', '1997'],
    ['????-05-21', null],
    ['1997-13', '1997'],
    [null, null],
  ])('the date %j is %j', async (date, expected) => {
    service.respond(() => ({ json: { ...lookedUp, 'first-release-date': date } }))
    expect(await client().releaseGroup(group, nobody)).toMatchObject({ firstReleaseDate: expected })
  })

  test('that was merged is found under its new id, with another turn', async () => {
    const location = `https://musicbrainz.org/ws/2/release-group/${group}?inc=genres&fmt=json`
    service.respond(({ pathname }) =>
      pathname.endsWith(merged) ? { status: 301, json: lookedUp, headers: { location } } : { json: lookedUp },
    )
    const plak = client()
    expect(await plak.releaseGroup(merged, someone)).toMatchObject({ askedId: merged, id: group })
    expect(service.asked().map(({ path }) => path)).toEqual([
      `/ws/2/release-group/${merged}`,
      `/ws/2/release-group/${group}`,
    ])
    expect(plak.turns()).toBe(2)
  })

  test('that redirects without end is an error', async () => {
    const headers = { location: `/ws/2/release-group/${group}` }
    service.respond(() => ({ status: 301, json: {}, headers }))
    await expect(client().releaseGroup(group, nobody)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(service.asked()).toHaveLength(5)
  })

  test('that was deleted is null, and an id that is none is not asked for', async () => {
    service.respond(() => notFound)
    const plak = client()
    expect(await plak.releaseGroup(group, someone)).toBeNull()
    expect(plak.ends()).toEqual(['answered'])
    service.asked()
    expect(await plak.releaseGroup('../artist', someone)).toBeNull()
    expect(service.asked()).toEqual([])
  })
})

describe('a failure', () => {
  const pause = { isTooOften: false, retryAfter: 0 }
  test.each([
    ['a busy service', busy, pause],
    ['a rate limit', tooOften, { isTooOften: true, retryAfter: 3_000 }],
    ['a 503 without a reason', { status: 503, body: '<html>' }, { isTooOften: true, retryAfter: 0 }],
    ['HTML with status 502', { status: 502, body: '<html>Bad Gateway</html>' }, pause],
    ['HTML with status 200', { body: '<html>' }, pause],
    ['an error with status 200', { json: { error: 'x' } }, pause],
    ['an answer without its fields', { json: { id: group } }, pause],
    ['a 404 that is not the service’s', { status: 404, body: '<html>' }, pause],
    ['a client that is blocked', { status: 403, body: 'Forbidden' }, pause],
    ['no answer in time', null, pause],
  ])('%s: unavailable, tried once, and all calls pause', async (_, reply, expected) => {
    service.respond(() => reply)
    const plak = client()
    await expect(plak.releaseGroup(group, nobody)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(service.asked()).toHaveLength(1)
    expect(plak.ends()).toEqual([expected])
  })

  test('a call that somebody waits for is tried again, until they no longer wait', async () => {
    const replies = [busy, null, { json: lookedUp }]
    service.respond(() => replies.shift()!)
    expect(await client().releaseGroup(group, someone)).toMatchObject({ id: group })
    expect(service.asked()).toHaveLength(3)

    service.respond(() => null)
    const startedAt = performance.now()
    const hurried = { isWaitedFor: true, patience: 500 }
    await expect(client().releaseGroup(group, hurried)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })

  test('a request that the service refuses is neither repeated nor paused for, and told', async () => {
    service.respond(() => ({ status: 400, json: { error: 'Invalid mbid.' } }))
    const plak = client()
    await expect(plak.releaseGroup(group, someone)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(service.asked()).toHaveLength(1)
    expect(plak.ends()).toEqual(['answered'])
    expect(plak.log.error).toHaveBeenCalledTimes(1)
  })

  test('a caller who leaves ends the call', async () => {
    service.respond(() => null)
    const leaving = new AbortController()
    const plak = client({ timeout: 5_000 })
    const call = plak.releaseGroup(group, { ...someone, signal: leaving.signal })
    leaving.abort(new Error('The page was closed'))
    await expect(call).rejects.toThrow('The page was closed')
    expect(plak.ends()).toEqual(['abandoned'])
  })
})

describe('a search', () => {
  const found = {
    id: group,
    score: 100,
    title: 'Homogenic',
    'artist-credit': [
      {
        name: 'Jay-Z',
        joinphrase: ' & ',
        artist: { id: artist, name: 'JAY‐Z', aliases: [{ name: 'Jigga' }] },
      },
      { artist: { id: merged, name: 'Kanye West' } },
    ],
    releases: [{ id: merged, title: 'Homogenic (live)' }],
  }

  test('reads rows in which fields without a value are missing', async () => {
    service.respond(() => ({ json: { count: 7, offset: 0, 'release-groups': [found, { id: 'no row' }] } }))
    const { groups, total } = await client().searchGroups({ text: 'Watch AND (the) Throne?' }, someone)
    expect(total).toBe(7)
    expect(groups).toMatchObject([
      {
        score: 100,
        artist: 'Jay-Z & Kanye West',
        artists: [{ mainName: 'JAY‐Z', aliases: [{ name: 'Jigga' }] }, { name: 'Kanye West' }],
        disambiguation: null,
        firstReleaseDate: null,
        primaryType: null,
        secondaryTypes: [],
        genres: [],
        editions: [{ title: 'Homogenic (live)', status: null }],
      },
    ])
    const query = String.raw`watch and \(the\) throne\?`
    expect(service.asked()[0]!.query).toEqual({ query, limit: '25', offset: '0', fmt: 'json' })
  })

  test('of names escapes what would end a phrase, and of ids asks for all at once', async () => {
    service.respond(() => ({ json: { count: 0, 'release-groups': [] } }))
    const plak = client()
    await plak.searchGroups({ artist: 'AC/DC', title: String.raw`"Heroes" \o/` }, someone)
    await plak.searchGroups({ ids: [group, 'wrong', artist] }, nobody)
    const title = String.raw`"\"Heroes\" \\o/"`
    const [names, ids] = service.asked().map(({ query }) => query)
    expect(names!.query).toBe(
      `(releasegroup:${title} OR release:${title} OR alias:${title}) AND ` +
        `(artistname:"AC/DC" OR creditname:"AC/DC" OR artist:"AC/DC")`,
    )
    expect(ids).toMatchObject({ query: `rgid:${group} OR rgid:${artist}`, limit: '100' })
  })

  test('ends at the 500th result, which the service does not exceed', async () => {
    service.respond(() => ({ json: { count: 900, 'release-groups': [] } }))
    const plak = client()
    await plak.searchGroups({ text: 'a', limit: 100, offset: 450 }, someone)
    expect(await plak.searchGroups({ text: 'a', offset: 500 }, someone)).toEqual({ groups: [], total: 0 })
    expect(await plak.searchGroups({ text: ' ' }, someone)).toEqual({ groups: [], total: 0 })
    expect(service.asked().map(({ query }) => query.limit)).toEqual(['50'])
  })

  test('finds artists', async () => {
    const row = { id: artist, score: 90, name: 'Björk', 'sort-name': 'Björk', type: 'Person', country: 'IS' }
    const span = { begin: '1965-11-21', ended: null }
    service.respond(() => ({ json: { count: 1, artists: [{ ...row, 'life-span': span }] } }))
    const { artists } = await client().searchArtists({ text: 'bjork' }, someone)
    expect(artists).toMatchObject([
      { name: 'Björk', country: 'IS', beginDate: '1965-11-21', hasEnded: false },
    ])
  })
})

test('the releases of a group are in the order of their dates, with tracks that are whole', async () => {
  const track = (position: number, more = {}) => ({
    id: merged,
    position,
    number: `A${position}`,
    title: `Track ${position}`,
    length: null,
    recording: { id: merged, title: 'x', length: 61_000, 'artist-credit': [credited] },
    ...more,
  })
  const medium = (position: number, tracks?: unknown[]) => ({
    position,
    format: null,
    title: '',
    'track-count': 2,
    'track-offset': 0,
    ...(tracks && { tracks, pregap: track(0), 'data-tracks': [track(3)] }),
  })
  const release = { title: 'Homogenic', status: 'Official', country: 'GB', 'artist-credit': [credited] }
  const early = {
    ...release,
    id: merged,
    date: '1997-09-20',
    media: [medium(2), medium(1, [track(2, { length: 5_000 }), track(1)])],
    'cover-art-archive': { front: true, count: 2, darkened: false },
    'release-group': lookedUp,
  }
  const vague = { ...release, id: artist, date: '1997' }
  service.respond(() => ({
    json: { 'release-count': 9, releases: [{ ...release, id: group, date: '' }, vague, early] },
  }))
  const result = await client().releases({ groupId: group, isOfficial: true }, someone)
  expect(result?.total).toBe(9)
  expect(result?.releases.map(({ date }) => date)).toEqual(['1997-09-20', '1997', null])
  const [first] = result!.releases
  expect(first).toMatchObject({ hasFront: true, artist: 'Björk', group: { id: group, genres: [{}, {}, {}] } })
  expect(first!.media).toMatchObject([{ position: 1 }, { position: 2, trackCount: 2, tracks: [] }])
  expect(first!.media[0]!.tracks).toMatchObject([
    { number: 'A1', title: 'Track 1', length: 61_000, artist: 'Björk' },
    { number: 'A2', length: 5_000, recordingId: merged },
  ])
  expect(service.asked()[0]!.query).toEqual({
    'release-group': group,
    status: 'official',
    limit: '5',
    inc: 'release-groups recordings artist-credits genres',
    fmt: 'json',
  })
})

test('a discography is read to its end, but never that of Various Artists', async () => {
  const rows = Array.from({ length: 130 }, (_, index) => ({ ...lookedUp, title: `${index}` }))
  service.respond((url) => {
    const offset = Number(url.searchParams.get('offset'))
    const page = rows.slice(offset, offset + 100)
    return { json: { 'release-group-count': 130, 'release-group-offset': offset, 'release-groups': page } }
  })
  const plak = client()
  const titles: string[] = []
  for await (const page of plak.discography(artist, nobody)) titles.push(...page.map(({ title }) => title))
  expect(titles).toEqual(rows.map(({ title }) => title))
  expect(plak.turns()).toBe(2)
  for await (const page of plak.discography('89ad4ac3-39f7-470e-963a-56509c546377', nobody))
    expect(page).toEqual([])
  expect(plak.turns()).toBe(2)
})
