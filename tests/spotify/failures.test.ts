import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { savedBy } from '../../demo/spotify/library.ts'
import { makeSeal } from '../../server/lib/seal.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { connectAs, failed, startSpotifyServer, sync, watch } from './world.ts'

const { length: SAVED } = savedBy('deniz')

// Syncs while Spotify fails. The clock moves, so that a pause ends with its test.
let clock = new Date('2026-11-20T12:00:00Z')
let server: Awaited<ReturnType<typeof startSpotifyServer>>
let harness: Harness
let owner: Person
beforeAll(async () => {
  server = await startSpotifyServer({ now: () => clock })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  owner = await harness.register('owner')
  await connectAs(server.spotify, owner, 'deniz')
})
afterEach(() => {
  server.spotify.behave()
  server.spotify.forgetCalls()
})

const state = async () => ({
  logs: await server.deps.db.log.findMany({ orderBy: { id: 'asc' } }),
  stats: await owner.client.spotify.stats.query({ nickname: 'owner' }),
})
const albumsAsked = () => server.spotify.calls().filter(({ route }) => route === 'albums')

describe('a sync that fails half way leaves everything as it was', () => {
  beforeEach(async () => {
    await sync(owner)
    server.spotify.changeLibrary('deniz', -5)
  })
  it.each([
    ['an error of the service', { said: 'server-error' }, 'Kaydedilen albümler alınırken bir hata oluştu'],
    ['a page that leads nowhere', { bend: 'empty-page' }, 'Kaydedilen albümler alınırken bir hata oluştu'],
    [
      'a page that leads to itself',
      { bend: 'endless', match: { offset: '0' } },
      'Kaydedilen albümler alınırken bir hata oluştu',
    ],
    [
      'a connection that breaks',
      { reset: true },
      'Spotify cannot be reached right now. Try again in a moment.',
    ],
    [
      'S11 an owner without Premium',
      { said: 'no-premium' },
      'Spotify does not accept requests from Plak right now. Try again later.',
    ],
    [
      'S09 blocks after the albums that cannot be reached',
      { route: 'recently-played', match: {}, said: 'no-upstream' },
      'Spotify cannot be reached right now. Try again in a moment.',
    ],
    [
      'an error of the service at a later block',
      { route: 'tracks', match: {}, said: 'server-error' },
      'Kaydedilen şarkılar alınırken bir hata oluştu',
    ],
    [
      'a later page that leads nowhere',
      { route: 'playlists', match: {}, bend: 'empty-page' },
      'Çalma listeleri alınırken bir hata oluştu',
    ],
    [
      'a permission that is missing',
      { said: 'no-scope' },
      'Spotify does not let Plak read your saved albums. Reconnect Spotify and allow it.',
    ],
  ] as const)('%s', async (_, fault, reason) => {
    const before = await state()
    server.spotify.misbehave({ route: 'albums', match: { offset: '50' }, ...fault })
    expect(await sync(owner)).toEqual(failed(reason))
    expect(await state()).toEqual(before)
    server.spotify.behave()
    expect(await sync(owner)).toMatchObject({ type: 'spotify.synced' })
  })
  it('S16: at once where the service wants hours of rest, in which nobody asks it', async () => {
    const before = await state()
    server.spotify.misbehave({ route: 'albums', match: { offset: '50' }, said: 'quota' })
    const reason = 'Spotify asks us to wait 14 hours. Try again then.'
    expect(await sync(owner)).toEqual(failed(reason))
    expect(await state()).toEqual(before)
    server.spotify.behave()
    server.spotify.forgetCalls()
    expect(await refusal(owner.client.spotify.sync.mutate())).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: reason,
    })
    expect((await owner.client.spotify.status.query()).restsUntil).toBe(
      new Date(clock.getTime() + 48_925_000).toISOString(),
    )
    expect(server.spotify.calls()).toEqual([])
    clock = new Date(clock.getTime() + 48_925_000)
    // The next day everything continues, with renewed tokens.
    expect(await sync(owner)).toMatchObject({ type: 'spotify.synced', removed: 0, added: 0 })
  })
  it('a token that is refused as soon as it is renewed: the connection has run out', async () => {
    const before = await state()
    server.spotify.misbehave({ route: 'tracks', said: 'unauthorized' })
    expect(await sync(owner)).toEqual(
      failed('Your connection to Spotify has expired. Reconnect Spotify to continue.'),
    )
    expect(await state()).toEqual(before)
    expect((await owner.client.spotify.status.query()).connection?.state).toBe('ended')
  })
  it('tokens that died meanwhile: the connection has run out, and the imports stay', async () => {
    const { logs } = await state()
    server.spotify.misbehave({ route: 'albums', said: 'expired' }, { route: 'token', said: 'revoked' })
    expect(await sync(owner)).toEqual(
      failed('Your connection to Spotify has expired. Reconnect Spotify to continue.'),
    )
    expect((await state()).logs).toEqual(logs)
    expect((await owner.client.spotify.status.query()).connection?.state).toBe('ended')
  })
})

it('tokens that cannot be decrypted (another APP_SECRET, after a restore): the connection has expired, without an error', async () => {
  const { userId } = await server.deps.db.spotifyConnection.findFirstOrThrow()
  const foreign = makeSeal('a secret that was lost, as long as one has to be').seal(
    'x',
    `SpotifyConnection:${userId}`,
  )
  await server.deps.db.spotifyConnection.updateMany({ data: { accessToken: foreign, refreshToken: foreign } })
  expect((await owner.client.spotify.status.query()).connection?.state).toBe('ended')
  expect(await refusal(owner.client.spotify.sync.mutate())).toMatchObject({ code: 'CONFLICT' })
  expect(await server.deps.db.job.count({ where: { kind: 'sync' } })).toBe(0)
})

describe('what passes is waited for', () => {
  it('a short rest, and an error now and then', async () => {
    server.spotify.misbehave(
      { route: 'albums', said: 'rate-limit', times: 1 },
      { route: 'albums', said: 'no-upstream', times: 1 },
      { route: 'playlists', said: 'empty', times: 1 },
    )
    expect(await sync(owner)).toMatchObject({ type: 'spotify.synced', albums: SAVED })
    expect((await owner.client.spotify.status.query()).connection?.absent).toEqual({})
  })
  it('a library that grows while it is read: nothing falls between two pages', async () => {
    server.spotify.misbehave({ route: 'albums', match: { offset: '50' }, shift: -4, times: 1 })
    expect(await sync(owner)).toMatchObject({ albums: SAVED - 4, added: SAVED - 4 })
  })
})

describe('fresh data that cannot be read in whole', () => {
  it.each([
    ['an outage', { said: 'no-upstream' }, 'Spotify cannot be reached right now. Try again in a moment.'],
    ['an error of the service', { said: 'server-error' }, 'Error updating data'],
  ] as const)('%s changes nothing', async (_, fault, message) => {
    await sync(owner)
    const before = await state()
    server.spotify.changeLibrary('deniz', -5)
    server.spotify.misbehave({ route: 'top-artists', ...fault })
    expect((await refusal(owner.client.spotify.refresh.mutate())).message).toBe(message)
    expect(await state()).toEqual(before)
  })
})

describe('a block that is not given is absent, with the reason for its owner, and fails nothing', () => {
  const absent = async () => (await owner.client.spotify.status.query()).connection?.absent
  const stats = async () => (await owner.client.spotify.stats.query({ nickname: 'owner' }))!

  it('S13: one that was not allowed, ones that this app does not get', async () => {
    await sync(owner)
    server.spotify.misbehave(
      { route: 'top-artists', said: 'no-scope' },
      { route: 'playlists', said: 'forbidden' },
      { route: 'recently-played', said: 'not-found' },
    )
    expect(await sync(owner)).toMatchObject({ type: 'spotify.synced', albums: SAVED })
    expect(await stats()).toMatchObject({
      topArtists: null,
      playlists: null,
      recentlyPlayed: null,
      savedTracks: expect.any(Number),
    })
    expect(await absent()).toEqual({ topArtists: 'permission' })
    expect(await owner.client.spotify.refresh.mutate()).toMatchObject({
      topArtists: null,
      playlists: null,
      recentlyPlayed: null,
    })
  })
  it('S25: followed artists, with which alone the service fails for some people; what it gave before stays', async () => {
    server.spotify.misbehave({ route: 'following', said: 'followed-failed' })
    expect(await sync(owner)).toMatchObject({ type: 'spotify.synced', albums: SAVED })
    expect(await stats()).toMatchObject({ followedArtists: null, savedTracks: expect.any(Number) })
    expect(await absent()).toEqual({ followedArtists: 'failed' })
    server.spotify.behave()
    const { followedArtists } = await owner.client.spotify.refresh.mutate()
    expect(followedArtists!.items.length).toBeGreaterThan(0)
    server.spotify.misbehave({ route: 'following', said: 'followed-failed' })
    expect(await owner.client.spotify.refresh.mutate()).toMatchObject({ followedArtists })
  })
  it.each(['bare', 'unknown-fields', 'short-page', 'foreign-next', 'null-items'] as const)(
    'odd answers everywhere: %s',
    async (bend) => {
      server.spotify.misbehave({ bend })
      expect(await sync(owner)).toMatchObject({ type: 'spotify.synced', albums: SAVED })
      expect(albumsAsked().length).toBeLessThan(10)
      const stats = (await owner.client.spotify.stats.query({ nickname: 'owner' }))!
      if (bend === 'bare') expect(stats.playlists!.items.map(({ tracks }) => tracks)).toContain(null)
      expect(server.spotify.calls().filter(({ route }) => route === 'user-playlists')).toEqual([])
    },
  )
})

describe('one sync at a time', () => {
  it('a second one is refused while one runs, and allowed when that has ended', async () => {
    server.spotify.misbehave({ route: 'albums', slow: 400, times: 1 })
    const events = await watch(owner)
    const starts = await Promise.allSettled([1, 2, 3].map(() => owner.client.spotify.sync.mutate()))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(owner.client.spotify.sync.mutate())).toMatchObject({
      code: 'CONFLICT',
      message: 'Your Spotify data is already being synced',
    })
    expect((await owner.client.spotify.status.query()).syncing).toMatchObject({ of: expect.any(Number) })
    await vi.waitFor(() => expect(events.at(-1)?.type).toBe('spotify.synced'))
    await owner.client.spotify.sync.mutate()
    await server.deps.jobs.idle()
  })
})
