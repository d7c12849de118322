import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import type { SpotifyFault } from '../../demo/spotify/faults.ts'
import { connect, token } from './spotifyVisit.ts'

let demo: Demo
let access = ''
beforeAll(async () => {
  demo = await startDemo()
})
beforeEach(async () => {
  access = (await connect(demo, 'june')).access
  demo.spotify.forgetCalls()
})
afterEach(() => demo.spotify.behave())
afterAll(() => demo.close())

const call = async (path = '/me') => {
  const response = await fetch(`${demo.spotify.apiBase}${path}`, {
    headers: { authorization: `Bearer ${access}` },
  })
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type')!,
    retryAfter: response.headers.get('retry-after'),
    text,
  }
}
// oxlint-disable-next-line no-explicit-any
const json = async (path?: string) => JSON.parse((await call(path)).text) as any
const control = (path: string, method: string, body?: unknown) =>
  fetch(`${demo.origin}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })

describe('the streaming service’s stand-in misbehaves on demand', () => {
  it.each([
    ['no-premium', 403, /^Active premium subscription required .{90,}$/, 'text/plain'],
    ['not-registered', 403, /^Check settings on developer/, 'text/plain'],
    ['no-scope', 403, /"message":"Insufficient client scope"/, 'application/json'],
    ['forbidden', 403, /"message":"Forbidden"/, 'application/json'],
    ['not-found', 404, /"status":404/, 'application/json'],
    ['expired', 401, /expired/, 'application/json'],
    ['rate-limit', 429, /^Too many requests$/, 'text/plain'],
    ['quota', 429, /QUOTA_EXCEEDED/, 'application/json'],
    ['server-error', 500, /Server error/, 'application/json'],
    ['no-upstream', 503, /^no healthy upstream$/, 'text/plain'],
    ['html', 502, /^<html>/, 'text/html'],
    ['empty', 502, /^$/, 'text/plain'],
  ] as const)('%s, once', async (said, status, text, type) => {
    demo.spotify.misbehave({ said, times: 1 })
    expect(await call()).toMatchObject({
      status,
      text: expect.stringMatching(text),
      type: expect.stringContaining(type),
    })
    expect((await call()).status).toBe(200)
  })

  it('a limit is short or very long, or as one says it', async () => {
    demo.spotify.misbehave(
      { said: 'rate-limit', times: 1 },
      { said: 'quota', times: 1 },
      { said: 'rate-limit', headers: { 'retry-after': '0' }, times: 1 },
      { status: 429, body: '' },
    )
    expect(
      [await call(), await call(), await call(), await call()].map(({ retryAfter }) => retryAfter),
    ).toEqual(['1', '48925', '0', null])
  })

  it('only where it is configured, after the given number of calls', async () => {
    demo.spotify.misbehave(
      { route: 'albums', after: 1, times: 1, said: 'server-error' },
      { match: { offset: '100' }, said: 'no-upstream' },
    )
    const statuses = []
    for (const path of ['/me', '/me/albums', '/me', '/me/albums', '/me/albums', '/me/albums?offset=100'])
      statuses.push((await call(path)).status)
    expect(statuses).toEqual([200, 200, 200, 500, 200, 503])
    demo.spotify.behave()
    expect((await call('/me/albums?offset=100')).status).toBe(200)
  })

  it('is slow, hangs, resets, and stops in the middle', async () => {
    demo.spotify.misbehave(
      { slow: 60, times: 1 },
      { hang: 30, times: 1 },
      { reset: true, times: 1 },
      { cutOff: true, times: 1 },
    )
    const before = performance.now()
    expect((await call()).status).toBe(200)
    // A timer can be a millisecond early.
    expect(performance.now() - before).toBeGreaterThan(58)
    await expect(call()).rejects.toThrow('fetch failed')
    await expect(call()).rejects.toThrow('fetch failed')
    const cut = await call()
    expect(cut).toMatchObject({ status: 200, text: expect.stringMatching(/^\{"display_name"/) })
    expect(() => JSON.parse(cut.text) as unknown).toThrow(SyntaxError)
  })

  it('closes at once though somebody waits', async () => {
    const other = await startDemo()
    other.spotify.misbehave({ slow: 60_000 })
    const waiting = fetch(`${other.spotify.apiBase}/me`).catch(() => 'cut')
    await expect.poll(() => other.spotify.calls()).toHaveLength(1)
    await other.close()
    expect(await waiting).toBeDefined()
  })

  it('bends pages that stay well-formed', async () => {
    const bent = (bend: SpotifyFault['bend'], path = '/me/albums?limit=10') => {
      demo.spotify.misbehave({ bend, times: 1 })
      return json(path)
    }
    const rows = (await bent('null-items')).items
    expect(rows.slice(0, 3)).toMatchObject([null, { album: null }, { album: { name: '', artists: [] } }])
    expect(rows).toHaveLength(13)
    expect((await bent('null-items', '/me/following?type=artist')).artists.items[0]).toBeNull()
    const { items } = await bent('duplicates')
    expect(items.map((row: { album: { id: string } }) => row.album.id)).toHaveLength(20)
    expect(items[0]).toEqual(items[1])
    expect((await bent('unknown-fields')).items[0].album.artists[0].sparkle).toMatchObject({ level: 9 })
    expect(await bent('bare', '/me')).toMatchObject({ id: 'june', display_name: null, images: [] })
    expect((await bent('bare')).items[0].album).toMatchObject({ id: expect.any(String), images: [] })
    expect((await bent('bare', '/me/playlists')).items[0]).not.toHaveProperty('items')
    const empty = await bent('empty-page')
    expect([empty.items, empty.next]).toEqual([[], empty.href])
    expect((await bent('endless')).next).toContain('offset=0')
    expect((await bent('foreign-next')).next).toMatch(/^http:\/\/localhost:/)
    const short = await bent('short-page', '/me/playlists?limit=5')
    expect([short.items.length, short.limit, new URL(short.next).search]).toEqual([
      3,
      3,
      expect.stringContaining('offset=3&limit=5'),
    ])
  })

  it('lets albums vanish and appear between two pages', async () => {
    const ids = async (offset: number) =>
      (
        (await json(`/me/albums?limit=50&offset=${offset}`)) as { items: { album: { id: string } }[] }
      ).items.map(({ album }) => album.id)
    const [first, second] = [await ids(0), await ids(50)]
    demo.spotify.misbehave({ route: 'albums', after: 1, times: 1, shift: -2 })
    expect(await ids(0)).toEqual(first)
    expect(await ids(50)).toEqual([...second.slice(2), expect.any(String), expect.any(String)])
    demo.spotify.behave()
    demo.spotify.changeLibrary('june', 2)
    expect((await ids(0)).slice(2)).toEqual(first.slice(0, 48))
    expect((await ids(50)).slice(0, 2)).toEqual(first.slice(48))
  })

  it('refuses everything to an app whose owner does not pay, and to people who are not on its list', async () => {
    demo.spotify.set({ ownerPremium: false })
    expect(await call()).toMatchObject({ status: 403, text: expect.stringContaining('Active premium') })
    demo.spotify.set({ ownerPremium: true, allowlisted: false })
    expect(await call()).toMatchObject({
      status: 403,
      text: expect.stringContaining('may not be registered'),
    })
    const own = await token(demo, { grant_type: 'client_credentials' })
    access = own.body.access_token!
    expect((await call('/search?q=can&type=artist')).status).toBe(200)
  })
})

describe('over HTTP the control', () => {
  it('does the same', async () => {
    expect(
      await (
        await control('/__control/spotify', 'POST', [
          { said: 'quota', times: 1 },
          { route: 'token', said: 'revoked' },
        ])
      ).json(),
    ).toHaveLength(2)
    expect((await call()).status).toBe(429)
    expect((await token(demo, { grant_type: 'client_credentials' })).body.error).toBe('invalid_grant')
    expect(await (await control('/__control/spotify', 'GET')).json()).toEqual([
      { route: 'token', said: 'revoked' },
    ])
    expect((await control('/__control/spotify/settings', 'PATCH', { dialect: 'extended' })).status).toBe(204)
    expect(await json()).toHaveProperty('followers')
    expect((await control('/__control/spotify/library', 'POST', { person: 'june', by: 1 })).status).toBe(204)
    const { total } = await json('/me/albums?limit=1')
    expect((await control('/__control/spotify', 'DELETE')).status).toBe(204)
    expect((await json('/me/albums?limit=1')).total).toBe(total - 1)
    expect((await control('/__control/spotify/clock', 'POST', { seconds: 3_600 })).status).toBe(204)
    expect((await call()).status).toBe(401)
    await control('/__control/spotify', 'DELETE')
    expect((await control('/__control/spotify/removal', 'POST', { person: 'june' })).status).toBe(204)
    expect((await call()).status).toBe(401)
    const calls = (await (await control('/__requests/spotify', 'GET')).json()) as { route: string }[]
    expect(calls.map(({ route }) => route)).toEqual(['me', 'token', 'me', 'albums', 'albums', 'me', 'me'])
    await control('/__requests/spotify', 'DELETE')
    expect(demo.spotify.calls()).toEqual([])
  })

  it.each([
    ['/__control/spotify', 'POST', { route: 'nowhere' }],
    ['/__control/spotify', 'POST', { said: 'nothing' }],
    ['/__control/spotify', 'POST', { bend: 'over' }],
    ['/__control/spotify', 'POST', { speed: 1 }],
    ['/__control/spotify', 'POST', [null]],
    ['/__control/spotify/settings', 'PATCH', { dialect: 'klingon' }],
    ['/__control/spotify/settings', 'PATCH', { wings: true }],
    ['/__control/spotify/clock', 'POST', { seconds: 'many' }],
    ['/__control/spotify/removal', 'POST', { person: 'nobody' }],
    ['/__control/spotify/library', 'POST', { person: 'june', by: 0.5 }],
  ])('refuses %s %s %o', async (path, method, body) => {
    const answer = await control(path, method, body)
    expect([answer.status, await answer.json()]).toEqual([400, { message: expect.any(String) }])
    expect(demo.spotify.faults()).toEqual([])
  })

  it('is not there where it was started without', async () => {
    const plain = await startDemo({ control: false })
    expect((await fetch(`${plain.origin}/__control/spotify`, { method: 'DELETE' })).status).toBe(404)
    await plain.close()
  })
})
