import { beforeEach, describe, expect, it, vi } from 'vitest'
import { savedBy } from '../../demo/spotify/library.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { allLogs, connectAs, runSpotify, settledEvents, sync, watch } from './world.ts'

const { length: SAVED } = savedBy('deniz')

const plak = runSpotify()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  await connectAs(plak.server.spotify, owner, 'deniz')
})
const logs = () => allLogs(plak.server)
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
    const albums = await plak.server.deps.db.album.findMany({ orderBy: { id: 'asc' } })
    expect(await sync(owner)).toMatchObject({ albums: SAVED, added: 0, removed: 0 })
    expect(await logs()).toEqual(before)
    expect(await plak.server.deps.db.album.findMany({ orderBy: { id: 'asc' } })).toEqual(albums)
  })
  it('follows the library: what is saved comes, what is gone goes', async () => {
    await sync(owner)
    const newest = (await logs()).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    plak.server.spotify.changeLibrary('deniz', -3)
    plak.server.spotify.changeLibrary('deniz', 1)
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
    const follower = await plak.harness.register('follower')
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
    // The first event is that of the imported log that the owner has now rated.
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    expect(heard[0]).toMatchObject({ type: 'log.saved', entry: { id: log!.id } })
    expect((await follower.client.activity.feed.query({})).items).toHaveLength(1)
  })
  it('counts spellings of one album once, by the day on which it was first saved, and skips what says too little', async () => {
    plak.server.spotify.misbehave({ route: 'albums', bend: 'duplicates' })
    expect(await sync(owner)).toMatchObject({ albums: SAVED, added: SAVED })
    plak.server.spotify.behave()
    plak.server.spotify.misbehave({ route: 'albums', bend: 'null-items' })
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
    plak.server.spotify.changeLibrary('deniz', -1)
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
    await connectAs(plak.server.spotify, owner, 'deniz')
    expect(await sync(owner)).toMatchObject({ albums: SAVED, added: SAVED - 1 })
    expect((await logs()).filter(({ source }) => source === 'manual')).toMatchObject([
      { id: mine.id, rating: 3 },
    ])
  })
})

describe('disconnecting', () => {
  it('takes tokens, data and untouched imports of the person alone, and may be said twice', async () => {
    const other = await plak.harness.register('other')
    await connectAs(plak.server.spotify, other, 'kerem')
    await sync(other)
    const others = await logs()
    await sync(owner)
    await settledEvents(plak.server)
    const events = await watch(owner)
    expect(await owner.client.spotify.disconnect.mutate()).toEqual({ connected: false })
    expect(await owner.client.spotify.disconnect.mutate()).toEqual({ connected: false })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'spotify.changed' }]))
    expect(await logs()).toEqual(others)
    expect(await statsFor(owner)).toBeNull()
    expect((await owner.client.spotify.status.query()).connection).toBeNull()
    expect(
      await plak.server.deps.db.spotifyAuthorization.count({ where: { user: { nickname: 'owner' } } }),
    ).toBe(0)
    expect(await refusal(owner.client.spotify.sync.mutate())).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Spotify connection not found',
    })
  })
  it('while a sync runs leaves nothing of it', async () => {
    plak.server.spotify.misbehave({ route: 'tracks', slow: 500 })
    const events = await watch(owner)
    await owner.client.spotify.sync.mutate()
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ progress: { block: 'savedTracks' } }))
    await owner.client.spotify.disconnect.mutate()
    await connectAs(plak.server.spotify, owner, 'deniz')
    plak.server.spotify.behave()
    // The next sync can run, and the rest of the first one writes nothing more.
    expect(await sync(owner)).toMatchObject({ type: 'spotify.synced', added: SAVED })
    expect(events.filter(({ type }) => type === 'spotify.failed')).toEqual([])
    expect(await sources()).toEqual(Array(SAVED).fill('spotify'))
  })
  it('so does the deletion of the account', async () => {
    plak.server.spotify.misbehave({ route: 'tracks', slow: 500, times: 1 })
    const events = await watch(owner)
    await owner.client.spotify.sync.mutate()
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ progress: { block: 'savedTracks' } }))
    await owner.client.auth.deleteAccount.mutate({ password: owner.password })
    await vi.waitFor(() => expect(plak.server.spotify.calls().at(-1)?.route).toBe('tracks'))
    await plak.server.deps.jobs.idle()
    expect([await logs(), await plak.server.deps.db.spotifyConnection.count()]).toEqual([[], 0])
  })
})
