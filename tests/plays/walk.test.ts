import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlayedTrack, PlayService as Service } from '../../demo/plays/histories.ts'
import { startDemo, type Demo } from '../../demo/server.ts'
import type { Rule } from '../../demo/service/rules.ts'
import { makeLastfmPlays } from '../../server/clients/plays/lastfm.ts'
import { makeListenBrainzPlays } from '../../server/clients/plays/listenbrainz.ts'
import { waitOf, type PulledPlay } from '../../server/clients/plays/service.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { walkPages } from '../../server/plays/pulls/walk.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'

const { url, prefix } = sharedRedis()
let redis: Redis
let demo: Demo
beforeAll(async () => {
  redis = await connected(url)
  demo = await startDemo({ isLimited: false })
})
afterAll(async () => {
  redis.destroy()
  await demo.close()
})
beforeEach(() => demo.forgetRequests())
afterEach(() => demo.behave())

const userAgent = 'Plak/1.0.0 ( tests@plak.example )'
function clientOf(service: Service, { spacing, pauses }: { spacing: number; pauses: number[] }) {
  const options = { redis, log: quietLog(), prefix, userAgent, spacing, pauses }
  return service === 'lastfm'
    ? makeLastfmPlays({ ...options, base: demo.lastfmBase, apiKey: 'key' })
    : makeListenBrainzPlays({ ...options, base: demo.listenbrainzBase, now: () => new Date() })
}

const nowInSeconds = Math.floor(Date.now() / 1000)
const DAY = 86_400
const tracks = (count: number, step = 60): PlayedTrack[] =>
  Array.from({ length: count }, (_, index) => ({
    at: nowInSeconds - 600 - index * step,
    artist: 'Björk',
    track: `Track ${index}`,
    album: 'Homogenic',
    duration: 200,
  }))

type Walked = { service: Service; user?: string; days?: number; pauses?: number[]; spacing?: number }

const givesWay = () => Promise.resolve(false)

async function walk({ service, user = 'ada', days = 30, pauses = [1, 2, 4], spacing = 1 }: Walked) {
  const plays: PulledPlay[] = []
  const from = new Date((nowInSeconds - days * DAY) * 1000)
  const { signal } = new AbortController()
  for await (const page of walkPages({
    service: clientOf(service, { spacing, pauses }),
    user,
    from,
    signal,
    givesWay,
  }))
    plays.push(...page)
  return plays
}
const namesOf = (plays: PulledPlay[]) => new Set(plays.map(({ track }) => track))

describe.each(['lastfm', 'listenbrainz'] as const)('pulling from %s', (service) => {
  const requests = () => demo.requests(service)
  const fail = (rule: Omit<Rule, 'service'>) => demo.misbehave({ service, ...rule })

  it('reads all pages since a time, newest first', async () => {
    const count = service === 'lastfm' ? 450 : 2_300
    demo.setPlays(service, 'ada', {
      plays: [...tracks(count), { at: nowInSeconds - 31 * DAY, artist: 'Björk', track: 'Too old' }],
      nowPlaying: { artist: 'Björk', track: 'Now' },
    })
    const plays = await walk({ service })
    expect(requests()).toHaveLength(3)
    expect(namesOf(plays).size).toBe(count)
    expect(namesOf(plays)).not.toContain('Now')
    expect(plays[0]).toEqual({
      at: new Date((nowInSeconds - 600) * 1000),
      artist: 'Björk',
      track: 'Track 0',
      album: 'Homogenic',
      duration: service === 'lastfm' ? null : 200,
    })
    expect(new Set(requests().map((each) => each.userAgent))).toEqual(new Set([userAgent]))
  })

  it('loses no play of a second in which a page ends', async () => {
    const count = service === 'lastfm' ? 250 : 1_200
    demo.setPlays(service, 'ada', {
      plays: tracks(count, 0.3).map((play) => ({ ...play, at: Math.floor(play.at) })),
    })
    expect(namesOf(await walk({ service })).size).toBe(count)
  })

  it('asks again for a page that fails, and for nothing else', async () => {
    demo.setPlays(service, 'ada', { plays: tracks(3) })
    fail({ fault: 'html', times: 1 })
    fail({ fault: 'cut-off', times: 1 })
    fail({ fault: 'reset', times: 1 })
    expect(namesOf(await walk({ service })).size).toBe(3)
    expect(requests()).toHaveLength(4)
    fail({ fault: 'html' })
    await expect(walk({ service })).rejects.toMatchObject({ name: 'PageFailed' })
    expect(requests()).toHaveLength(8)
  })

  it('waits as long as it is told to', async () => {
    demo.setPlays(service, 'ada', { plays: tracks(1) })
    fail({ fault: 'rate-limit', status: 429, retryAfter: 1, times: 1 })
    const begin = performance.now()
    await walk({ service })
    expect(performance.now() - begin).toBeGreaterThanOrEqual(1_000)
    fail({ fault: 'rate-limit', status: 429, retryAfter: 500 })
    await expect(walk({ service })).rejects.toMatchObject({ wait: 500_000 })
    expect(requests()).toHaveLength(3)
  })

  it('makes at most one request a second, as a rule', async () => {
    demo.setPlays(service, 'ada', { plays: tracks(service === 'lastfm' ? 600 : 3_000) })
    await walk({ service, spacing: 120 })
    const times = requests().map(({ at }) => Date.parse(at))
    for (const [index, time] of times.slice(1).entries()) expect(time - times[index]!).toBeGreaterThan(60)
  })

  it('knows a name that does not exist', async () => {
    await expect(walk({ service, user: 'nobody at all' })).rejects.toMatchObject({ problem: 'unknownUser' })
    expect(requests()).toHaveLength(1)
  })

  it.each([
    ['empty', ''],
    ['text', 'not found'],
    ['a page', '<html><body>404</body></html>'],
    ['JSON', '"not found"'],
  ])('knows it by status 404 with whatever body: %s', async (_, body) => {
    fail({ fault: 'body', status: 404, body, contentType: 'text/html' })
    await expect(walk({ service })).rejects.toMatchObject({ problem: 'unknownUser' })
    expect(requests()).toHaveLength(1)
  })

  it('skips plays at times that there are not', async () => {
    const times = [8_640_000_000_001, 253_402_300_800, 1e300, -1, 'soon', null]
    const at = nowInSeconds - 60
    const rows = [...times, at].map((time) =>
      service === 'lastfm'
        ? { name: 'Track', artist: { '#text': 'Björk' }, date: { uts: time } }
        : { listened_at: time, track_metadata: { artist_name: 'Björk', track_name: 'Track' } },
    )
    const body = service === 'lastfm' ? { recenttracks: { track: rows } } : { payload: { listens: rows } }
    fail({ fault: 'body', body })
    expect((await walk({ service })).map((play) => play.at)).toEqual([new Date(at * 1000)])
  })
})

describe('pulling from Last.fm', () => {
  it.each([8, 11, 16, 29])('takes error %i for temporary, whatever its status', async (code) => {
    demo.setPlays('lastfm', 'ada', { plays: tracks(1) })
    demo.misbehave({ fault: 'error', code, status: 400, times: 1 })
    demo.misbehave({ fault: 'error', code, status: 200, times: 1 })
    demo.misbehave({ fault: 'error', code, status: 404, times: 1 })
    expect(await walk({ service: 'lastfm' })).toHaveLength(1)
  })

  it('does not repeat a call with a refused key, nor for a private name', async () => {
    demo.misbehave({ fault: 'bad-key', times: 1 })
    await expect(walk({ service: 'lastfm' })).rejects.toMatchObject({ isTemporary: false })
    demo.setPlays('lastfm', 'ada', { plays: [], isPrivate: true })
    await expect(walk({ service: 'lastfm' })).rejects.toMatchObject({ problem: 'privatePlays' })
    expect(demo.requests()).toHaveLength(2)
  })

  it('reads a single track, and skips what it cannot read', async () => {
    demo.setPlays('lastfm', 'ada', { plays: tracks(1) })
    expect(await walk({ service: 'lastfm' })).toHaveLength(1)
    demo.misbehave({ fault: 'null-rows', times: 1 })
    demo.setPlays('lastfm', 'ada', { plays: tracks(3) })
    expect((await walk({ service: 'lastfm' })).length).toBe(3)
  })
})

it('a service says how long to wait in seconds, as a date, or in the words of ListenBrainz', () => {
  const now = Date.UTC(2026, 10, 29, 12)
  const wait = (headers: Record<string, string>, status = 429) =>
    waitOf({ status, headers: new Headers(headers) }, now)
  expect(wait({ 'retry-after': '30' })).toBe(30_000)
  expect(wait({ 'retry-after': 'Sun, 29 Nov 2026 12:00:30 GMT' })).toBe(30_000)
  expect(wait({ 'retry-after': 'soon', 'x-ratelimit-reset-in': '7' })).toBe(7_000)
  expect(wait({ 'retry-after': 'Sun, 29 Nov 2026 11:00:00 GMT' })).toBe(0)
  expect(wait({})).toBe(0)
  expect(wait({ 'retry-after': '5', 'x-ratelimit-reset-in': '7' }, 503)).toBe(5_000)
  // Each response says when the limit begins again, also one that has nothing to do with the limit.
  expect(wait({ 'x-ratelimit-reset-in': '7' }, 500)).toBe(0)
})
