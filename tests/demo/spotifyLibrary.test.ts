import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { allScopes, connect, get, token } from './spotifyVisit.ts'

type Row = {
  added_at: string
  album: { id: string; name: string; release_date: string; images: { url: string }[] }
}

const now = () => new Date('2026-11-20T12:00:00Z')
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ now })
})
afterEach(() => demo.spotify.behave())
afterAll(() => demo.close())

describe('the stand-in', () => {
  it('has a library of 5,000 albums whose links lead through all of it', async () => {
    const { access } = await connect(demo, 'ruth')
    const ids = new Set<string>()
    let next: string | null = '/me/albums?limit=50'
    let pages = 0
    while (next) {
      const { body } = await get(demo, access, next)
      for (const { album } of body.items) ids.add(album.id)
      next = body.next
      pages++
    }
    expect([ids.size, pages]).toEqual([5_000, 100])
  })

  it('gives the same library after every start', async () => {
    const other = await startDemo({ now })
    const { access } = await connect(demo, 'kerem')
    const library = async (at: Demo) => {
      const { items } = (await get(at, access, '/me/albums?limit=50')).body
      return (items as Row[]).map(({ added_at, album }) => [
        added_at,
        album.id,
        album.name,
        album.release_date,
      ])
    }
    expect(await library(other)).toEqual(await library(demo))
    await other.close()
  })

  it('serves the pictures that it names', async () => {
    const { access } = await connect(demo, 'june')
    const { images: own } = (await get(demo, access, '/me')).body
    const offsets = [0, 50, 100].map((offset) => get(demo, access, `/me/albums?limit=50&offset=${offset}`))
    const rows = (await Promise.all(offsets)).flatMap(({ body }) => body.items as Row[])
    const pictures = ['OK Computer', 'Glass Harbor'].flatMap(
      (name) => rows.find(({ album }) => album.name === name)!.album.images,
    )
    expect(pictures).toHaveLength(6)
    for (const { url } of [...own, ...pictures]) {
      const response = await fetch(url)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    }
  })

  it.each([
    ['/me/albums', 'user-library-read'],
    ['/me/tracks', 'user-library-read'],
    ['/me/player/recently-played', 'user-read-recently-played'],
    ['/me/top/artists', 'user-top-read'],
    ['/me/playlists', 'playlist-read-private'],
    ['/me/following?type=artist', 'user-follow-read'],
  ])('%s needs %s', async (path, scope) => {
    const insufficient = { error: { status: 403, message: 'Insufficient client scope' } }
    const { access } = await connect(
      demo,
      'deniz',
      allScopes.filter((other) => other !== scope),
    )
    expect(await get(demo, access, path)).toMatchObject({ status: 403, body: insufficient })
    expect((await get(demo, (await connect(demo, 'deniz', [scope])).access, path)).status).toBe(200)
    const own = await token(demo, { grant_type: 'client_credentials' })
    expect(await get(demo, own.body.access_token!, path)).toMatchObject({ status: 403, body: insufficient })
  })

  it('keeps e-mail and subscription back without their scopes, and collaborative playlists without theirs', async () => {
    demo.spotify.set({ dialect: 'extended' })
    const { access } = await connect(demo, 'deniz', ['playlist-read-private', 'playlist-read-collaborative'])
    const { body } = await get(demo, access, '/me')
    expect([body.email, body.product, body.followers.total]).toEqual([
      undefined,
      undefined,
      expect.any(Number),
    ])
    const { body: lists } = await get(demo, access, '/me/playlists')
    expect(lists.items.some((playlist: { collaborative: boolean }) => playlist.collaborative)).toBe(true)
  })

  it('leads old apps through their playlists under the person’s own address, which new ones may not use', async () => {
    demo.spotify.set({ dialect: 'extended' })
    const { access } = await connect(demo, 'ruth')
    const { body } = await get(demo, access, '/me/playlists?limit=50')
    expect(body.next).toContain('/users/ruth/playlists?offset=50&limit=50')
    expect((await get(demo, access, body.next)).body.items).toHaveLength(body.total - 50)
    demo.spotify.set({ dialect: 'development' })
    expect(await get(demo, access, body.next)).toMatchObject({
      status: 403,
      body: { error: { message: 'Forbidden' } },
    })
  })

  it.each([
    ['/me/albums?limit=51', 'Invalid limit'],
    ['/me/albums?limit=0', 'Invalid limit'],
    ['/me/albums?limit=many', 'Invalid limit'],
    ['/me/albums?offset=-1', 'Invalid offset'],
    ['/me/following?type=user', 'Invalid type'],
    ['/me/following?type=artist&limit=51', 'Invalid limit'],
    ['/me/top/artists?time_range=ever', 'Invalid time range'],
    ['/me/player/recently-played?before=1&after=1', "Only one of 'before' and 'after' may be given"],
    ['/search?q=x&type=artist&limit=25', 'Invalid limit'],
  ])('refuses %s', async (path, message) => {
    const { access } = await connect(demo, 'deniz')
    expect(await get(demo, access, path)).toMatchObject({
      status: 400,
      body: { error: { status: 400, message } },
    })
  })

  it('tells a missing token from a wrong one', async () => {
    const bare = await fetch(`${demo.spotify.apiBase}/me`)
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="spotify", error="missing_token"',
    ])
    const { access } = await connect(demo, 'deniz')
    const { status, headers } = await get(demo, `${access}x`, '/me')
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="spotify", error="invalid_token"',
    ])
    expect((await get(demo, access, '/me/shows')).status).toBe(404)
  })
})
