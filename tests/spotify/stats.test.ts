import { beforeEach, describe, expect, it } from 'vitest'
import { savedBy } from '../../demo/spotify/library.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { allLogs, connectAs, runSpotify, sync } from './world.ts'

const { length: SAVED } = savedBy('deniz')

const plak = runSpotify()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  await connectAs(plak.server.spotify, owner, 'deniz')
})
const statsFor = (person: { client: Person['client'] }) =>
  person.client.spotify.stats.query({ nickname: 'owner' })

describe('what the profile shows', () => {
  it('is read again without an import, or stays as it was', async () => {
    await sync(owner)
    const before = await allLogs(plak.server)
    plak.server.spotify.changeLibrary('deniz', -2)
    expect(await owner.client.spotify.refresh.mutate()).toMatchObject({
      savedAlbums: SAVED - 2,
      recentlyPlayed: { length: 5 },
    })
    const shown = await statsFor(owner)
    expect(shown).toMatchObject({ savedAlbums: SAVED - 2 })
    expect(await allLogs(plak.server)).toEqual(before)
    plak.server.spotify.misbehave({ route: 'me', said: 'forbidden' })
    expect((await refusal(owner.client.spotify.refresh.mutate())).message).toBe('Error updating data')
    expect(await statsFor(owner)).toEqual(shown)
  })
  it('is public, except private playlists, the e-mail and the kind of subscription', async () => {
    plak.server.spotify.set({ dialect: 'extended' })
    await sync(owner)
    const own = (await statsFor(owner))!
    expect(own.playlists!.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Only for me', 'On repeat']),
    )
    for (const person of [plak.harness.visitor(), await plak.harness.register('other')]) {
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
      plak.server.spotify.set({ dialect })
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
      // Includes a local file, an episode and a removed item.
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
    await connectAs(plak.server.spotify, owner, 'mina')
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
