import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { ask, client, findArtist, findGroup, type Loose } from './services.ts'
import { freshList, groupChart } from './wireShapes.ts'

const now = new Date('2024-05-20T10:00:00Z')
let demo: Demo
beforeEach(async () => {
  demo = await startDemo({ now: () => now })
})
afterEach(() => demo.close())

const get = (path: string) => ask(`${demo.listenbrainzBase}/1/${path}`)
const chart = async (query = '') =>
  groupChart.parse((await get(`stats/sitewide/release-groups${query}`)).body).payload
const service = 'listenbrainz'

describe('the charts of ListenBrainz', () => {
  it('have the release groups of a range, most listens first', async () => {
    const { release_groups: rows, ...frame } = await chart('?range=week&count=1000')
    expect(frame).toMatchObject({ count: rows.length, offset: 0, range: 'week' })
    expect(rows.length).toBe(frame.total_release_group_count)
    const listens = rows.map((row) => row.listen_count)
    expect(listens).toEqual(listens.toSorted((a, b) => b - a))
    const year = await chart('?range=year&count=1000')
    expect(year.release_groups[0]).not.toEqual(rows[0])
    expect(await chart()).toMatchObject({ count: 25, range: 'all_time' })
    expect((await chart('?range=week&count=2&offset=3')).release_groups).toEqual(rows.slice(3, 5))
  })

  it('have rows without an id, without a cover, and singles', async () => {
    const { release_groups: rows } = await chart('?range=week&count=1000')
    const unmatched = rows.filter((row) => row.release_group_mbid === undefined)
    expect(unmatched.length).toBeGreaterThan(0)
    expect(unmatched[0]!.artist_mbids).toEqual([])
    expect(rows.some((row) => row.release_group_mbid && row.caa_id === undefined)).toBe(true)
    const types = rows.map((row) => demo.world().groups.get(row.release_group_mbid ?? '')?.primaryType)
    expect(types).toContain('Single')
    for (const { artists = [], artist_name: name } of rows) {
      const joined = artists.map((row) => row.artist_credit_name + row.join_phrase).join('')
      expect([name, '']).toContain(joined)
    }
    const { caa_release_mbid: release, caa_id: image } = rows.find((row) => row.caa_id)!
    const cover = await fetch(`${demo.coverartBase}/release/${release}/${image}-250.jpg`, { headers: client })
    expect(cover.headers.get('content-type')).toBe('image/jpeg')
  })

  it('refuse a wrong range or number', async () => {
    for (const query of ['?range=decade', '?count=-1', '?offset=x'])
      expect(await get(`stats/sitewide/release-groups${query}`)).toMatchObject({
        status: 400,
        body: { code: 400, error: expect.any(String) },
      })
  })

  it('can be not computed, or old', async () => {
    demo.misbehave({ service, fault: 'no-content', match: { range: 'week' } })
    expect(await get('stats/sitewide/release-groups?range=week')).toMatchObject({ status: 204, body: '' })
    expect((await chart('?range=month')).last_updated).toBe(now.getTime() / 1000 - 5 * 3600)
    demo.misbehave({ service, fault: 'old' })
    expect(now.getTime() / 1000 - (await chart('?range=month')).last_updated).toBe(40 * 86_400)
  })

  it('exist for artists and releases, too', async () => {
    const artists = (await get('stats/sitewide/artists?range=year')).body.payload
    expect(artists.artists[0]).toEqual({
      artist_mbid: expect.any(String),
      artist_name: expect.any(String),
      listen_count: expect.any(Number),
    })
    expect((await get('stats/sitewide/releases')).body.payload.total_release_count).toBeGreaterThan(100)
    expect((await get('stats/sitewide/nonsense')).status).toBe(404)
  })
})

describe('the other open routes of ListenBrainz', () => {
  it('have fresh releases around a day, and refuse bounds that are too wide', async () => {
    const fresh = async (query: string) =>
      freshList.parse((await get(`explore/fresh-releases/?${query}`)).body).payload
    const { releases, total_count: total } = await fresh('days=10')
    expect(total).toBe(releases.length)
    expect(releases.map((row) => row.release_name)).toContain('HIT ME HARD AND SOFT')
    expect((await fresh('days=10&past=false')).releases).toEqual([])
    const old = (await fresh('release_date=1997-09-20&days=5')).releases
    expect(old.map((row) => row.release_name)).toEqual(['Jóga', 'Homogenic'])
    for (const query of ['days=0', 'days=91', 'release_date=yesterday'])
      expect((await get(`explore/fresh-releases/?${query}`)).status).toBe(400)
  })

  it('have popularity in the order of the ids', async () => {
    const { id } = findGroup(demo, 'Homogenic')
    const unknown = '00000000-0000-4000-8000-000000000000'
    const post = (body: object) =>
      ask(`${demo.listenbrainzBase}/1/popularity/release-group`, {
        method: 'POST',
        headers: { ...client, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await post({ release_group_mbids: [unknown, id] })).body).toEqual([
      { release_group_mbid: unknown, total_listen_count: null, total_user_count: null },
      {
        release_group_mbid: id,
        total_listen_count: expect.any(Number),
        total_user_count: expect.any(Number),
      },
    ])
    expect((await post({})).status).toBe(400)
  })

  it('have metadata of many groups, by the parts that are asked for', async () => {
    const ids = ['Homogenic', 'Watch the Throne'].map((title) => findGroup(demo, title).id)
    const { body } = await get(
      `metadata/release_group/?release_group_mbids=${ids.join(',')}&inc=artist+tag+release`,
    )
    expect(Object.keys(body).sort()).toEqual(ids.toSorted())
    expect(body[ids[1]!].artist.artists.map((row: Loose) => row.join_phrase)).toEqual([' & ', ''])
    expect(body[ids[0]!].tag.release_group).toContainEqual(
      expect.objectContaining({ tag: 'electronic', genre_mbid: expect.any(String) }),
    )
    expect((await get('metadata/release_group/?release_group_mbids=nonsense')).status).toBe(400)
  })

  it('are closed for what needs a token', async () => {
    for (const path of [
      `popularity/top-release-groups-for-artist/${findArtist(demo, 'Björk').id}`,
      'explore/lb-radio?prompt=artist:(bjork)&mode=easy',
      'metadata/lookup/?artist_name=Björk&recording_name=Jóga',
    ])
      expect(await get(path)).toMatchObject({
        status: 401,
        body: { code: 401, error: 'You need to provide an Authorization token.' },
      })
  })
})

describe('the limits of ListenBrainz', () => {
  it('are in the headers of every response, and end in 429', async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => get('stats/sitewide/release-groups?count=1')),
    )
    const statuses = answers.map(({ status }) => status)
    // The window of ten seconds can change in between.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(60)
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.body).toEqual({ code: 429, error: expect.any(String) })
    for (const { headers } of [refused, answers[0]!]) {
      expect(headers.get('x-ratelimit-limit')).toBe('30')
      expect(Number(headers.get('x-ratelimit-reset-in'))).toBeLessThanOrEqual(10)
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/)
    }
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  })

  it('can be had on demand, as can other faults', async () => {
    for (const [fault, status] of [
      ['rate-limit', 429],
      ['unauthorized', 401],
      ['html', 502],
      ['error', 500],
    ] as const) {
      demo.misbehave({ service, fault, times: 1 })
      const response = await fetch(`${demo.listenbrainzBase}/1/stats/sitewide/artists`, { headers: client })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toContain(
        fault === 'html' ? 'text/html' : 'application/json',
      )
    }
  })

  it('need a User-Agent', async () => {
    const url = `${demo.listenbrainzBase}/1/stats/sitewide/artists`
    await expect(fetch(url, { headers: { 'user-agent': '' } })).rejects.toThrow('fetch failed')
    expect((await fetch(url)).status).toBe(403)
  })
})
