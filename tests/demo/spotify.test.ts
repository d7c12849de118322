import { SpotifyApi } from '@spotify/web-api-ts-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findAlbum } from '../../demo/catalog/catalog.ts'
import { startDemo, type Demo } from '../../demo/server.ts'
import type { SpotifySettings } from '../../demo/spotify/state.ts'
import { connect, get } from './spotifyVisit.ts'

const now = () => new Date('2026-11-20T12:00:00Z')
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ now })
})
afterEach(() => demo.spotify.behave())
afterAll(() => demo.close())

/** Returns the service's own SDK as an independent client, with its calls redirected to the stand-in. */
async function sdkOf(person: string, scopes?: string[]) {
  const { access, refresh } = await connect(demo, person, scopes)
  const accessToken = {
    access_token: access,
    token_type: 'Bearer',
    expires_in: 3_600,
    refresh_token: refresh,
  }
  const led: typeof fetch = (url, init) =>
    fetch((url as string).replace('https://api.spotify.com/v1', demo.spotify.apiBase), init)
  return { sdk: SpotifyApi.withAccessToken('plak', accessToken, { fetch: led }), access }
}
const dialects: SpotifySettings['dialect'][] = ['development', 'extended']
const isPictures = expect.arrayContaining([{ url: expect.stringMatching(/^http/), width: 640, height: 640 }])

describe.each(dialects)('the service’s own client, as an app of the dialect %s', (dialect) => {
  const isExtended = dialect === 'extended'
  const only =
    (isThere: boolean, ...fields: string[]) =>
    (body: object) =>
      fields.every((field) => field in body === isThere)

  it('reads the profile', async () => {
    demo.spotify.set({ dialect })
    const { sdk } = await sdkOf('deniz')
    const profile = await sdk.currentUser.profile()
    expect(profile).toMatchObject({
      id: 'deniz',
      display_name: 'Deniz',
      type: 'user',
      account_id: expect.stringMatching(/^\w{10}$/),
    })
    expect(profile).toSatisfy(
      only(isExtended, 'email', 'country', 'product', 'explicit_content', 'followers'),
    )
  })

  it('reads every saved album, page by page, newest first', async () => {
    demo.spotify.set({ dialect })
    const { sdk } = await sdkOf('june')
    const pages = [
      await sdk.currentUser.albums.savedAlbums(50),
      await sdk.currentUser.albums.savedAlbums(50, 50),
      await sdk.currentUser.albums.savedAlbums(50, 100),
    ]
    const rows = pages.flatMap(({ items }) => items)
    expect(rows).toHaveLength(pages[0]!.total)
    expect(new Set(rows.map(({ album }) => album.id)).size).toBe(rows.length)
    expect(rows.map(({ added_at }) => added_at)).toEqual(
      rows.map(({ added_at }) => added_at).toSorted((a, b) => (a < b ? 1 : -1)),
    )
    expect(pages.map(({ previous, next }) => [previous !== null, next !== null])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ])
    for (const { added_at, album } of rows) {
      expect(added_at).toMatch(/^20[12]\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(album).toMatchObject({
        id: expect.stringMatching(/^\w{22}$/),
        type: 'album',
        total_tracks: album.tracks.total,
        genres: [],
        copyrights: [{ type: 'C' }],
        external_ids: { upc: expect.stringMatching(/^\d{12}$/) },
      })
      expect(album.release_date).toHaveLength(
        { year: 4, month: 7, day: 10 }[album.release_date_precision as string]!,
      )
      expect(album.tracks.items.length).toBe(Math.min(50, album.tracks.total))
      expect(album).toSatisfy(only(isExtended, 'available_markets', 'label', 'popularity'))
    }
    const isKnown = rows.filter(({ album }) => findAlbum(album.artists[0]!.name, album.name, false))
    expect(isKnown.length).toBeGreaterThan(100)
    expect(isKnown.length).toBeLessThan(rows.length)
  })

  it('reads tracks, plays, artists', async () => {
    demo.spotify.set({ dialect })
    const { sdk } = await sdkOf('kerem')
    const tracks = await sdk.currentUser.tracks.savedTracks(1)
    expect(tracks).toMatchObject({
      limit: 1,
      items: [{ track: { type: 'track', album: { images: isPictures }, duration_ms: expect.any(Number) } }],
    })
    expect(tracks.total).toBeGreaterThan(50)
    const top = await sdk.currentUser.topItems('artists', 'long_term', 50)
    expect(top.items[0]).toSatisfy(only(isExtended, 'followers', 'genres', 'popularity'))
    expect(top.items.some(({ images }) => images.length === 3)).toBe(true)
    const { artists } = await sdk.search('björk', ['artist'], undefined, 10)
    expect(artists.items[0]).toMatchObject({ name: 'Björk', type: 'artist' })
    await expect(sdk.search('björk', ['artist'], undefined, 11 as 10)).rejects.toThrow('Invalid limit')
  })

  it('goes through the followed artists by their ids', async () => {
    demo.spotify.set({ dialect })
    const { sdk } = await sdkOf('june')
    const ids: string[] = []
    let after: string | undefined
    do {
      const { artists } = await sdk.currentUser.followedArtists(after, 10)
      expect(artists).not.toHaveProperty('offset')
      ids.push(...artists.items.map(({ id }) => id))
      after = (artists as unknown as { cursors: { after: string | null } }).cursors.after ?? undefined
      expect(artists.next === null).toBe(after === undefined)
      if (!after) expect(ids).toHaveLength(artists.total)
    } while (after)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('goes back through the plays by their moments', async () => {
    demo.spotify.set({ dialect })
    const { sdk } = await sdkOf('deniz')
    const first = await sdk.player.getRecentlyPlayedTracks(30)
    const second = await sdk.player.getRecentlyPlayedTracks(30, {
      type: 'before',
      timestamp: Number(first.cursors.before),
    })
    const plays = [...first.items, ...second.items].map(({ played_at }) => played_at)
    expect(plays).toHaveLength(50)
    expect(plays).toEqual(plays.toSorted((a, b) => (a < b ? 1 : -1)))
    expect(plays.every((moment) => moment < '2026-11-20T12:00:00')).toBe(true)
    expect([first.next !== null, second.next]).toEqual([true, null])
    expect(first).not.toHaveProperty('total')
    const newer = await sdk.player.getRecentlyPlayedTracks(50, {
      type: 'after',
      timestamp: Number(first.cursors.before),
    })
    expect(newer.items).toHaveLength(29)
  })

  it('lists playlists and opens those that it may', async () => {
    demo.spotify.set({ dialect })
    const { sdk, access } = await sdkOf('deniz')
    const { items } = await sdk.currentUser.playlists.playlists(50)
    const named = (name: string) => items.find((playlist) => playlist.name === name)!
    expect(items.some(({ collaborative }) => collaborative)).toBe(false)
    expect(named('Empty one').images).toBeNull()
    expect(named('Odds and ends')).toSatisfy(only(isExtended, 'tracks'))
    const foreign = items.find(({ owner }) => owner.id !== 'deniz')!
    expect(foreign).toSatisfy(only(isExtended, 'items'))
    const old = sdk.playlists.getPlaylistItems(named('Odds and ends').id)
    if (isExtended)
      expect((await old).items.map(({ track }) => (track as { type: string } | null)?.type)).toEqual([
        undefined,
        'track',
        'episode',
        ...Array<string>(4).fill('track'),
      ])
    else await expect(old).rejects.toThrow('Forbidden')
    const rows = (await get(demo, access, `/playlists/${named('Odds and ends').id}/items`)).body
      .items as Record<string, unknown>[]
    expect(rows[0]).toMatchObject({ added_at: null, added_by: { id: '' }, item: null })
    expect(rows[1]).toMatchObject({ is_local: true, item: { id: null, album: { album_type: null } } })
    expect(rows[3]).toSatisfy(only(isExtended, 'track'))
    expect((await get(demo, access, `/playlists/${foreign.id}/items`)).status).toBe(isExtended ? 200 : 403)
    expect((await get(demo, access, '/playlists/nothing/items')).status).toBe(404)
  })

  it('finds an empty library empty', async () => {
    demo.spotify.set({ dialect })
    const { sdk } = await sdkOf('mina')
    const empty = { items: [], total: 0, next: null, previous: null }
    expect(await sdk.currentUser.albums.savedAlbums(50)).toMatchObject(empty)
    expect(await sdk.currentUser.tracks.savedTracks(1)).toMatchObject(empty)
    expect(await sdk.currentUser.playlists.playlists(50)).toMatchObject(empty)
    expect(await sdk.currentUser.topItems('artists')).toMatchObject(empty)
    expect(await sdk.player.getRecentlyPlayedTracks(50)).toMatchObject({
      items: [],
      next: null,
      cursors: null,
    })
    expect((await sdk.currentUser.followedArtists()).artists).toMatchObject({
      items: [],
      total: 0,
      next: null,
      cursors: { after: null },
    })
  })
})
