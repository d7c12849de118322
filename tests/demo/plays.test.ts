import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlayedTrack } from '../../demo/plays/histories.ts'
import { startDemo, type Demo } from '../../demo/server.ts'
import { ask } from './services.ts'

const now = new Date('2024-05-20T10:00:00Z')
const at = (minutes: number) => now.getTime() / 1000 - minutes * 60
let demo: Demo
beforeEach(async () => {
  demo = await startDemo({ now: () => now })
})
afterEach(() => demo.close())

const tracks = (count: number): PlayedTrack[] =>
  Array.from({ length: count }, (_, index) => ({
    at: at(index),
    artist: 'Björk',
    track: `Track ${index}`,
    album: 'Homogenic',
  }))

const recent = (params: Record<string, string>) =>
  ask(
    `${demo.lastfmBase}?${new URLSearchParams({ method: 'user.getRecentTracks', api_key: 'k', format: 'json', ...params })}`,
  )
const listens = (user: string, query = '') => ask(`${demo.listenbrainzBase}/1/user/${user}/listens${query}`)

describe('recent tracks at Last.fm', () => {
  it('come newest first in pages, with numbers as texts', async () => {
    demo.setPlays('lastfm', 'Ada', { plays: tracks(5).toReversed() })
    const { body } = await recent({ user: 'ada', limit: '2', page: '2' })
    expect(body.recenttracks['@attr']).toEqual({
      user: 'ada',
      page: '2',
      perPage: '2',
      totalPages: '3',
      total: '5',
    })
    expect(body.recenttracks.track).toHaveLength(2)
    expect(body.recenttracks.track[0]).toMatchObject({
      name: 'Track 2',
      artist: { '#text': 'Björk' },
      album: { '#text': 'Homogenic' },
      date: { uts: String(at(2)), '#text': '20 May 2024, 09:58' },
    })
    const since = await recent({ user: 'ada', from: String(at(1)) })
    expect(since.body.recenttracks['@attr'].total).toBe('2')
  })

  it('have what plays now on each page without a date, and one track as an object', async () => {
    const nowPlaying = { artist: 'Björk', track: 'Jóga' }
    demo.setPlays('lastfm', 'ada', { plays: tracks(2), nowPlaying })
    const { body } = await recent({ user: 'ada', limit: '1', page: '2' })
    expect(body.recenttracks.track.map((row: { name: string }) => row.name)).toEqual(['Jóga', 'Track 1'])
    expect(body.recenttracks.track[0]).toMatchObject({ '@attr': { nowplaying: 'true' } })
    expect(body.recenttracks.track[0]).not.toHaveProperty('date')
    demo.setPlays('lastfm', 'ada', { plays: tracks(1) })
    expect((await recent({ user: 'ada' })).body.recenttracks.track).toMatchObject({ name: 'Track 0' })
  })

  it('are refused for an unknown and for a private name', async () => {
    expect(await recent({ user: 'nobody' })).toMatchObject({ status: 404, body: { error: 6 } })
    demo.setPlays('lastfm', 'ada', { plays: [], isPrivate: true })
    expect(await recent({ user: 'ada' })).toMatchObject({ status: 403, body: { error: 17 } })
    demo.misbehave({ fault: 'rate-limit', status: 429, retryAfter: 2, times: 1 })
    const { status, headers } = await recent({ user: 'deniz' })
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
  })
})

describe('listens at ListenBrainz', () => {
  it('are those between two times, both excluded', async () => {
    demo.setPlays('listenbrainz', 'Ada', { plays: tracks(30) })
    expect((await listens('ada')).body.payload).toMatchObject({
      count: 25,
      user_id: 'ada',
      latest_listen_ts: at(0),
      oldest_listen_ts: at(29),
    })
    const { payload } = (await listens('ada', `?min_ts=${at(10)}&max_ts=${at(2)}&count=3`)).body
    expect(payload.listens.map((row: { listened_at: number }) => row.listened_at)).toEqual([
      at(3),
      at(4),
      at(5),
    ])
    expect(payload.listens[0].track_metadata).toMatchObject({
      artist_name: 'Björk',
      track_name: 'Track 3',
      release_name: 'Homogenic',
    })
    const oldest = (await listens('ada', `?min_ts=${at(10)}&count=2`)).body.payload.listens
    expect(oldest.map((row: { listened_at: number }) => row.listened_at)).toEqual([at(8), at(9)])
  })

  it('are refused for an unknown name and for a wrong time', async () => {
    expect(await listens('nobody')).toMatchObject({ status: 404, body: { code: 404 } })
    expect(await listens('deniz', '?min_ts=5&max_ts=5')).toMatchObject({ status: 400 })
    expect(await listens('deniz', '?count=x')).toMatchObject({ status: 400 })
  })

  it('of the sample people have an album of yesterday, and can be set by another process', async () => {
    const { payload } = (await listens('deniz', '?count=100')).body
    expect(payload.count).toBeGreaterThan(5)
    expect(new Date(payload.latest_listen_ts * 1000).toISOString().slice(0, 10)).toBe('2024-05-19')
    const { status } = await fetch(`${demo.origin}/__plays/listenbrainz/deniz`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ plays: tracks(1) }),
    })
    expect(status).toBe(204)
    expect((await listens('DENIZ')).body.payload.count).toBe(1)
    const limit = { service: 'listenbrainz', fault: 'rate-limit', retryAfter: 3, times: 1 } as const
    demo.misbehave(limit)
    const { status: refused, headers } = await listens('deniz')
    expect([refused, headers.get('x-ratelimit-reset-in')]).toEqual([429, '3'])
  })
})
