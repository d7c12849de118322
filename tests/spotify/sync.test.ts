import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { savedBy } from '../../demo/spotify/library.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { connectAs, settledEvents, startSpotifyServer, sync, watch } from './world.ts'

const { length: SAVED } = savedBy('deniz')

let server: Awaited<ReturnType<typeof startSpotifyServer>>
let harness: Harness
let owner: Person
beforeAll(async () => {
  server = await startSpotifyServer()
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

/** Every log of everybody, whole. */
const logs = () =>
  server.deps.db.log.findMany({
    orderBy: { id: 'asc' },
    include: { album: { select: { artist: true, name: true } } },
  })
const statsFor = (person: { client: Person['client'] }) =>
  person.client.spotify.stats.query({ nickname: 'owner' })
const refOf = ({ album: { artist, name } }: Awaited<ReturnType<typeof logs>>[number]) => ({
  artist,
  album: name,
})
const sources = async () => (await logs()).map(({ source }) => source)

describe('a sync', () => {
  it('brings the saved albums as entries of their days, the summary, and tells how far it is', async () => {
    const events = await watch(owner)
    const end = await sync(owner)
    expect(end).toEqual({ type: 'spotify.synced', albums: SAVED, added: SAVED, removed: 0, skipped: 0 })
    const imported = await logs()
    expect(imported).toHaveLength(SAVED)
    for (const log of imported) {
      expect(log).toMatchObject({ source: 'spotify', rating: 0, review: null })
      expect(log.date!.toISOString().slice(0, 10)).toBe(log.createdAt.toISOString().slice(0, 10))
    }
    expect(imported.every(({ createdAt }) => createdAt < new Date('2026-11-16'))).toBe(true)
    await vi.waitFor(() => expect(events.at(-1)).toEqual(end))
    const steps = events.flatMap((event) => (event.type === 'spotify.progress' ? [event.progress] : []))
    expect(steps).toContainEqual({ block: 'savedAlbums', page: 2, of: 2, done: ['profile'] })
    expect(steps.at(-1)).toMatchObject({
      block: 'savedTracks',
      done: ['profile', 'savedAlbums', 'recentlyPlayed', 'topArtists', 'playlists', 'followedArtists'],
    })
    const stats = (await statsFor(owner))!
    expect(stats).toMatchObject({
      savedAlbums: SAVED,
      savedTracks: expect.any(Number),
      readAt: expect.any(String),
    })
    expect([stats.recentlyPlayed!.length, stats.topArtists!.length]).toEqual([5, 6])
    expect(stats.followedArtists!.total).toBeGreaterThan(0)
    expect(await owner.client.spotify.status.query()).toMatchObject({
      syncing: null,
      connection: { absent: {} },
    })
    expect((await owner.client.users.profile.query({ nickname: 'owner' })).counts).toMatchObject({
      listened: SAVED,
      diary: SAVED,
    })
  })
  it('changes nothing when nothing has changed', async () => {
    await sync(owner)
    const before = await logs()
    const albums = await server.deps.db.album.findMany({ orderBy: { id: 'asc' } })
    expect(await sync(owner)).toMatchObject({ albums: SAVED, added: 0, removed: 0 })
    expect(await logs()).toEqual(before)
    expect(await server.deps.db.album.findMany({ orderBy: { id: 'asc' } })).toEqual(albums)
  })
  it('follows the library: what is saved comes, what is gone goes', async () => {
    await sync(owner)
    const newest = (await logs()).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    server.spotify.changeLibrary('deniz', -3)
    server.spotify.changeLibrary('deniz', 1)
    expect(await sync(owner)).toMatchObject({ albums: SAVED - 2, added: 1, removed: 3 })
    const left = new Set((await logs()).map(({ id }) => id))
    expect(newest.map(({ id }) => left.has(id))).toEqual([
      false,
      false,
      false,
      ...Array<boolean>(SAVED - 3).fill(true),
    ])
  })
  it('tells no follower of imports, and the feed holds none', async () => {
    const follower = await harness.register('follower')
    await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
    const heard: ActivityEvent[] = []
    const { live } = await follower.client.activity.feed.query({})
    follower.client.activity.live.subscribe(
      { lastEventId: live },
      { onData: ({ data }) => void (data.type.startsWith('log.') && heard.push(data)) },
    )
    await sync(owner)
    const [log] = await logs()
    await owner.client.logs.save.mutate({ ...refOf(log!), rating: 8 })
    // The entry that became their own is the first event.
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    expect(heard[0]).toMatchObject({ type: 'log.saved', entry: { id: log!.id } })
    expect((await follower.client.activity.feed.query({})).items).toHaveLength(1)
  })
  it('counts spellings of one album once, by the day on which it was first saved, and skips what says too little', async () => {
    server.spotify.misbehave({ route: 'albums', bend: 'duplicates' })
    expect(await sync(owner)).toMatchObject({ albums: SAVED, added: SAVED })
    server.spotify.behave()
    server.spotify.misbehave({ route: 'albums', bend: 'null-items' })
    expect(await sync(owner)).toMatchObject({
      type: 'spotify.synced',
      albums: SAVED,
      added: 0,
      removed: 0,
      skipped: 6,
    })
  })
})

describe('an entry that its owner touched', () => {
  it.each([
    [
      'rated',
      (ref: { artist: string; album: string }) => owner.client.logs.save.mutate({ ...ref, rating: 8 }),
    ],
    [
      'reviewed',
      (ref: { artist: string; album: string }) => owner.client.logs.save.mutate({ ...ref, review: 'Yes.' }),
    ],
    [
      'dated',
      (ref: { artist: string; album: string }) =>
        owner.client.logs.save.mutate({ ...ref, date: '2020-02-02' }),
    ],
    [
      'marked as listened',
      (ref: { artist: string; album: string }) =>
        owner.client.logs.setListened.mutate({ ...ref, listened: true }),
    ],
  ])('(%s) is theirs: it survives a sync and the disconnection', async (_, touch) => {
    await sync(owner)
    const newest = (await logs()).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]!
    await touch(refOf(newest))
    const touched = (await logs()).find(({ id }) => id === newest.id)!
    expect(touched.source).toBe('manual')
    server.spotify.changeLibrary('deniz', -1)
    expect(await sync(owner)).toMatchObject({ albums: SAVED - 1, added: 0, removed: 0 })
    await owner.client.spotify.disconnect.mutate()
    expect(await logs()).toEqual([touched])
  })
  it('that was there before the import stays as it is', async () => {
    await sync(owner)
    const [first] = await logs()
    await owner.client.spotify.disconnect.mutate()
    expect(await logs()).toEqual([])
    const mine = await owner.client.logs.save.mutate({ ...refOf(first!), rating: 3, date: '2019-01-01' })
    await connectAs(server.spotify, owner, 'deniz')
    expect(await sync(owner)).toMatchObject({ albums: SAVED, added: SAVED - 1 })
    expect((await logs()).filter(({ source }) => source === 'manual')).toMatchObject([
      { id: mine.id, rating: 3 },
    ])
  })
})

describe('disconnecting', () => {
  it('takes tokens, data and untouched imports of the person alone, and may be said twice', async () => {
    const other = await harness.register('other')
    await connectAs(server.spotify, other, 'kerem')
    await sync(other)
    const others = await logs()
    await sync(owner)
    await settledEvents(server)
    const events = await watch(owner)
    expect(await owner.client.spotify.disconnect.mutate()).toEqual({ connected: false })
    expect(await owner.client.spotify.disconnect.mutate()).toEqual({ connected: false })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'spotify.changed' }]))
    expect(await logs()).toEqual(others)
    expect(await statsFor(owner)).toBeNull()
    expect((await owner.client.spotify.status.query()).connection).toBeNull()
    expect(await server.deps.db.spotifyAuthorization.count({ where: { user: { nickname: 'owner' } } })).toBe(
      0,
    )
    expect(await refusal(owner.client.spotify.sync.mutate())).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Spotify connection not found',
    })
  })
  it('while a sync runs leaves nothing of it', async () => {
    server.spotify.misbehave({ route: 'tracks', slow: 500 })
    const events = await watch(owner)
    await owner.client.spotify.sync.mutate()
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ progress: { block: 'savedTracks' } }))
    await owner.client.spotify.disconnect.mutate()
    await connectAs(server.spotify, owner, 'deniz')
    server.spotify.behave()
    // The next one is free to run, and what is left of the first one writes nothing more.
    expect(await sync(owner)).toMatchObject({ type: 'spotify.synced', added: SAVED })
    expect(events.filter(({ type }) => type === 'spotify.failed')).toEqual([])
    expect(await sources()).toEqual(Array(SAVED).fill('spotify'))
  })
  it('so does the deletion of the account', async () => {
    server.spotify.misbehave({ route: 'tracks', slow: 500, times: 1 })
    const events = await watch(owner)
    await owner.client.spotify.sync.mutate()
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ progress: { block: 'savedTracks' } }))
    await owner.client.auth.deleteAccount.mutate({ password: owner.password })
    await vi.waitFor(() => expect(server.spotify.calls().at(-1)?.route).toBe('tracks'))
    await server.deps.jobs.idle()
    expect([await logs(), await server.deps.db.spotifyConnection.count()]).toEqual([[], 0])
  })
})

describe('what the profile shows', () => {
  it('is read anew without an import, or stays as it was', async () => {
    await sync(owner)
    const before = await logs()
    server.spotify.changeLibrary('deniz', -2)
    expect(await owner.client.spotify.refresh.mutate()).toMatchObject({
      savedAlbums: SAVED - 2,
      recentlyPlayed: { length: 5 },
    })
    const shown = await statsFor(owner)
    expect(shown).toMatchObject({ savedAlbums: SAVED - 2 })
    expect(await logs()).toEqual(before)
    server.spotify.misbehave({ route: 'me', said: 'forbidden' })
    expect((await refusal(owner.client.spotify.refresh.mutate())).message).toBe('Error updating data')
    expect(await statsFor(owner)).toEqual(shown)
  })
  it('is everybody’s but for private playlists, the e-mail and the kind of subscription', async () => {
    server.spotify.set({ dialect: 'extended' })
    await sync(owner)
    const own = (await statsFor(owner))!
    expect(own.playlists!.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Only for me', 'On repeat']),
    )
    for (const person of [harness.visitor(), await harness.register('other')]) {
      const seen = (await statsFor(person))!
      expect(seen.playlists!.items.every(({ isPublic }) => isPublic)).toBe(true)
      expect(seen.playlists!.total).toBe(seen.playlists!.items.length)
      expect({ ...seen, playlists: null }).toEqual({ ...own, playlists: null })
      expect(JSON.stringify(seen)).not.toMatch(/email|product|premium|@|Only for me/)
    }
    expect((await owner.client.spotify.status.query()).connection!.account).toMatchObject({
      product: 'premium',
      email: expect.stringContaining('@') as string,
    })
  })
  it.each(['development', 'extended'] as const)(
    'opens one’s own playlists to their tracks (%s)',
    async (dialect) => {
      server.spotify.set({ dialect })
      await sync(owner)
      const { items } = (await statsFor(owner))!.playlists!
      const idOf = (name: string) => items.find((item) => item.name === name)!.id
      const page = await owner.client.spotify.playlist.query({ id: idOf('On repeat') })
      expect(page.tracks).toHaveLength(50)
      expect(page.tracks[0]).toMatchObject({
        name: expect.any(String),
        artist: expect.any(String),
        duration: expect.any(Number),
      })
      expect(page.next).toBe(50)
      const last = await owner.client.spotify.playlist.query({ id: idOf('On repeat'), offset: 100 })
      expect(last).toMatchObject({ tracks: { length: page.total! - 100 }, next: null })
      // A file of one's own, an episode and what is gone among them.
      expect(
        (await owner.client.spotify.playlist.query({ id: idOf('Odds and ends') })).tracks.length,
      ).toBeGreaterThanOrEqual(4)
      if (dialect === 'development') {
        const closed = items.find(({ isOwn }) => !isOwn)!
        expect((await refusal(owner.client.spotify.playlist.query({ id: closed.id }))).message).toBe(
          'This playlist cannot be read',
        )
      }
    },
  )
  it('S22, S23: somebody who has nothing has empty blocks, no failures', async () => {
    await owner.client.spotify.disconnect.mutate()
    await connectAs(server.spotify, owner, 'mina')
    expect(await sync(owner)).toMatchObject({ type: 'spotify.synced', albums: 0 })
    expect(await statsFor(owner)).toMatchObject({
      savedAlbums: 0,
      savedTracks: 0,
      recentlyPlayed: [],
      topArtists: [],
      playlists: { total: 0, items: [] },
      followedArtists: { total: 0 },
    })
  })
})
