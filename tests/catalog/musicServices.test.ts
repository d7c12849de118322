import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCoverArt } from '../../server/clients/coverart/client.ts'
import { makeListenBrainz } from '../../server/clients/listenbrainz/client.ts'
import { userAgentOf } from '../../server/clients/userAgent.ts'
import { makeWikimedia } from '../../server/clients/wikimedia/client.ts'
import { version } from '../../server/lib/version.ts'
import { quietLog } from '../lib/ownRedis.ts'
import { startService, type Reply } from './musicService.ts'

let service: Awaited<ReturnType<typeof startService>>
let other: typeof service
beforeAll(async () => {
  service = await startService()
  other = await startService()
})
afterAll(() => {
  service.close()
  other.close()
})
beforeEach(() => {
  service.asked()
  other.asked()
})

const group = '0f0e1d2c-3b4a-4596-8778-695a4b3c2d1e'
const artist = '87c5dedd-371d-4a53-9f7f-80522fb7f3cb'
const userAgent = 'Plak/1.2.3 ( plak@example.org )'
const options = () => ({ base: service.origin, userAgent, log: quietLog() })
const picture: Reply = { body: Buffer.from('picture'), headers: { 'content-type': 'image/jpeg' } }
const to = (location: string, status = 307): Reply => ({
  status,
  body: `See: ${location}`,
  headers: { location },
})

test('all services learn who asks', () => {
  expect(userAgentOf('plak@example.org')).toBe(`Plak/${version} ( plak@example.org )`)
  expect(userAgentOf('https://example.org')).toBe(`Plak/${version} ( https://example.org )`)
  expect(userAgentOf('https://müzik.example/ı')).toBe(
    `Plak/${version} ( https://xn--mzik-0ra.example/%C4%B1 )`,
  )
})

describe('the front cover of a release group', () => {
  const front = () => makeCoverArt(options()).front(group)

  test('is fetched across redirects, also to another port of the configured host', async () => {
    const node = `${other.origin}/node.jpg`
    service.respond(({ pathname }) => (pathname === '/download' ? to(node, 302) : to('/download')))
    other.respond(() => picture)
    expect(await front()).toEqual(Buffer.from('picture'))
    expect(service.asked().map(({ path }) => path)).toEqual([
      `/release-group/${group}/front-500`,
      '/download',
    ])
    expect(other.asked()).toMatchObject([{ path: '/node.jpg', userAgent }])
  })

  test('may not exist', async () => {
    service.respond(() => ({ status: 404, body: '<html>', headers: { 'content-type': 'text/html' } }))
    expect(await front()).toBeNull()
  })

  test.each([
    'http://192.0.2.1/a.jpg',
    'https://archive.org.example/a.jpg',
    'https://archive.org:8443/a',
    'file:///a',
  ])('is not fetched from %s', async (location) => {
    service.respond(() => to(location))
    await expect(front()).rejects.toThrow('not allowed')
  })

  test('is not fetched across more than five redirects', async () => {
    service.respond(() => to('/again'))
    await expect(front()).rejects.toThrow('too often')
    expect(service.asked()).toHaveLength(6)
  })

  test.each([
    ['a page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['a failure', { status: 503, body: '' }],
    ['a refusal', { status: 403, body: '' }],
    ['too much', { ...picture, body: Buffer.alloc(9 * 1024 * 1024) }],
  ])('is not %s', async (_, reply) => {
    service.respond(() => reply)
    await expect(front()).rejects.toMatchObject({ name: 'UpstreamError' })
  })
})

describe('the chart', () => {
  const chart = () => makeListenBrainz(options()).topGroups('week')
  const row = {
    release_group_name: 'Dummy',
    artist_name: 'Portishead',
    artist_mbids: [artist],
    listen_count: 9,
  }

  test('has the release groups of a week, without rows that have none', async () => {
    const rows = [{ ...row, release_group_mbid: group }, row, { release_group_mbid: group }]
    service.respond(() => ({ json: { payload: { release_groups: rows, range: 'week', count: 3 } } }))
    expect(await chart()).toEqual([
      { id: group, title: 'Dummy', artist: 'Portishead', artistIds: [artist], listens: 9 },
    ])
    expect(service.asked()).toMatchObject([
      { path: '/1/stats/sitewide/release-groups', query: { range: 'week', count: '1000' }, userAgent },
    ])
  })

  test('may not be computed yet', async () => {
    service.respond(() => ({ status: 204, body: '' }))
    expect(await chart()).toBeNull()
  })

  test.each([
    ['a rule about tokens', { status: 401, body: 'You need a token' }],
    ['an answer without rows', { json: { payload: {} } }],
  ])('%s is an error', async (_, reply) => {
    service.respond(() => reply)
    await expect(chart()).rejects.toMatchObject({ name: 'UpstreamError' })
  })
})

describe('the picture of an artist', () => {
  const wikidata = { type: 'wikidata', url: 'https://www.wikidata.org/wiki/Q42455' }
  const image = { type: 'image', url: 'https://commons.wikimedia.org/wiki/File:Bj%C3%B6rk_2012.jpg' }
  const claim = (value: string | null, rank = 'normal') => ({
    rank,
    mainsnak: {
      snaktype: value ? 'value' : 'novalue',
      ...(value && { datavalue: { value, type: 'string' } }),
    },
  })
  const licensed = {
    LicenseShortName: { value: 'CC BY-SA 4.0' },
    LicenseUrl: { value: 'https://cc.example/4.0' },
  }
  const author = { value: '<a href="//x">Zoë &amp; Co</a>\n<style>a{}</style>' }
  const pages = (metadata: object, thumburl = `${other.origin}/thumb.jpg`) => {
    const page = 'https://commons.wikimedia.org/wiki/File:A.jpg'
    const info = { thumburl, descriptionurl: page, extmetadata: metadata }
    return { json: { query: { pages: { '7': { imageinfo: [info] } } } } }
  }
  const fetchOf = (links: { type: string; url: string }[]) => {
    const bases = { wikidataBase: service.origin, commonsBase: `${other.origin}/` }
    return makeWikimedia({ ...options(), ...bases }).artistPicture(links)
  }
  beforeEach(() => {
    other.respond(({ pathname }) =>
      pathname === '/thumb.jpg' ? picture : pages({ ...licensed, Artist: author }),
    )
  })

  test('is the one that the editors of Wikidata prefer, with its author and license as text', async () => {
    const P18 = [claim('First.jpg'), claim('Old.jpg', 'deprecated'), claim('Best.jpg', 'preferred')]
    service.respond(() => ({ json: { claims: { P18 } } }))
    expect(await fetchOf([wikidata])).toEqual({
      bytes: Buffer.from('picture'),
      author: 'Zoë & Co',
      license: { name: 'CC BY-SA 4.0', url: 'https://cc.example/4.0' },
      page: 'https://commons.wikimedia.org/wiki/File:A.jpg',
    })
    expect(service.asked()).toMatchObject([
      {
        path: '/w/api.php',
        query: { action: 'wbgetclaims', entity: 'Q42455', property: 'P18', format: 'json' },
      },
    ])
    const [commons] = other.asked()
    expect(commons).toMatchObject({
      path: '/w/api.php',
      query: { titles: 'File:Best.jpg', iiurlwidth: '500' },
    })
  })

  test('is the one that MusicBrainz names, without asking Wikidata', async () => {
    expect(await fetchOf([wikidata, image])).toMatchObject({ author: 'Zoë & Co' })
    expect(service.asked()).toEqual([])
    expect(other.asked()[0]!.query.titles).toBe('File:Björk_2012.jpg')
  })

  test.each([
    ['no links', [], {}],
    ['no picture', [wikidata], { claims: [] }],
    ['a picture that is unknown', [wikidata], { claims: { P18: [claim(null)] } }],
    ['no entity', [wikidata], { error: { code: 'no-such-entity', info: 'x' } }],
  ])('may not exist: %s', async (_, links, json) => {
    service.respond(() => ({ json }))
    expect(await fetchOf(links)).toBeNull()
    expect(other.asked()).toEqual([])
  })

  test('without a license is not shown', async () => {
    other.respond(() => pages({ Artist: author }))
    expect(await fetchOf([image])).toBeNull()
  })

  test.each([
    ['another host', pages(licensed, 'https://wikimedia.org.example/a.jpg')],
    ['an error of the API', { json: { error: { code: 'maxlag', info: 'Waiting' } } }],
    ['no pages', { json: {} }],
  ])('%s is an error', async (_, reply) => {
    other.respond(() => reply)
    await expect(fetchOf([image])).rejects.toMatchObject({ name: 'UpstreamError' })
  })
})
