import { describe, expect, test } from 'vitest'
import { getArtistPicture } from '../../server/catalog/artists.ts'
import { makeHarness } from '../harness/client.ts'
import { startServer } from '../support/server.ts'
import { pictureService } from './pictureService.ts'

const DAY = 24 * 60 * 60_000
const HOUR = 60 * 60_000
const down = { kind: 'unavailable' }
const names = [
  'Björk',
  'Portishead',
  'Radiohead',
  'Massive Attack',
  'Kate Bush',
  'Nina Simone',
  'Miles Davis',
  'Can',
  'Fishmans',
]
const { demo, pass, setClock, client, process, calls } = pictureService()

describe('the picture of an artist', () => {
  test('is found with a token of the product’s own, is wide enough, and can be fetched', async () => {
    const picture = (await client().artistPicture('björk'))!
    expect(picture).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/artists\/[0-9a-f]{40}\.svg$/)
    const response = await fetch(picture)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await response.text()).toMatch(/^<svg[^>]* width="320" height="320">/)
    const authorization = `Basic ${Buffer.from('plak:secret').toString('base64')}`
    expect(calls('token')).toEqual([
      { route: 'token', query: { grant_type: 'client_credentials' }, authorization },
    ])
    expect(calls('search')).toMatchObject([
      {
        query: { q: 'björk', type: 'artist', limit: '10' },
        authorization: expect.stringMatching(/^Bearer BQ/),
      },
    ])
  })

  test('nobody by that name has none; one too long to be a name is not asked for', async () => {
    expect(await client().artistPicture('Nobody At All')).toBeNull()
    expect(await client().artistPicture('x'.repeat(900))).toBeNull()
    expect(calls('search')).toHaveLength(1)
  })

  test('is the same each time, and another for each artist', async () => {
    const pictures = await Promise.all(names.map((name) => client().artistPicture(name)))
    expect(await Promise.all(names.map((name) => client().artistPicture(name)))).toEqual(pictures)
    const some = pictures.filter((picture) => picture !== null)
    expect(new Set(some).size).toBe(some.length)
    expect(some.length).toBeGreaterThan(5)
  })
})

describe('the token', () => {
  test('is asked for once, by a crowd too, and again a minute before its end', async () => {
    const { artistPicture } = client()
    await Promise.all(names.map((name) => artistPicture(name)))
    expect(calls('token')).toHaveLength(1)
    pass(HOUR - 60_001)
    await artistPicture('Björk')
    expect(calls('token')).toHaveLength(1)
    pass(1)
    await artistPicture('Björk')
    expect(calls('token')).toHaveLength(2)
  })

  test('that is taken no more is replaced, once', async () => {
    const { artistPicture } = client()
    await artistPicture('Björk')
    const body = { error: { status: 401, message: 'Missing/invalid/expired access token' } }
    demo().spotify.misbehave({ route: 'search', status: 401, body, times: 1 })
    expect(await artistPicture('Björk')).toMatch(/^http/)
    expect(calls('token')).toHaveLength(2)
    demo().spotify.misbehave({ route: 'search', status: 401, body })
    await expect(artistPicture('Björk')).rejects.toMatchObject(down)
    expect(calls('token')).toHaveLength(3)
  })

  test('that the stand-in knows to have run out is refused by it', async () => {
    const { artistPicture } = client()
    await artistPicture('Björk')
    const authorization = calls('search')[0]!.authorization!
    pass(HOUR)
    const answer = await fetch(`${demo().spotify.apiBase}/search?q=x&type=artist&limit=10`, {
      headers: { authorization },
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="spotify", error="invalid_token"',
    ])
  })

  test.each([
    ['S09 a balancer’s text', { status: 503, body: 'no healthy upstream' }],
    ['HTML', { status: 502, body: '<html></html>' }],
    ['an answer without a token', { body: { token_type: 'Bearer' } }],
    ['a connection that breaks', { reset: true }],
  ])('%s: unavailable, and well again afterwards', async (_, fault) => {
    demo().spotify.misbehave({ route: 'token', ...fault })
    const { artistPicture } = client()
    await expect(artistPicture('Björk')).rejects.toMatchObject(down)
    demo().spotify.behave()
    await expect.poll(() => artistPicture('Björk').catch(() => null)).toMatch(/^http/)
  })

  test('S04 wrong credentials: calls stop in every process, the operator is told once and without the secret', async () => {
    const [a, b] = [client({ secret: 'wrong' }), client({ secret: 'wrong', index: 1 })]
    for (const each of [a, a, b, a]) await expect(each.artistPicture('Björk')).rejects.toMatchObject(down)
    expect(calls('token')).toHaveLength(1)
    expect(a.log.error).toHaveBeenCalledTimes(1)
    const { err } = a.log.error.mock.calls[0]![0] as { err: Error }
    expect(`${err.message} ${err.stack}`).not.toMatch(/wrong|Basic/)
  })
})

describe('a service that fails', () => {
  test.each([
    ['an error of its own', { status: 500, body: { error: { status: 500, message: 'Server error' } } }],
    ['nothing at all', { status: 502, body: '' }],
    ['HTML with status 200', { body: '<html></html>' }],
    ['an answer about something else', { body: { albums: {} } }],
    ['a connection that breaks', { reset: true }],
  ])('%s: tried once more', async (_, fault) => {
    demo().spotify.misbehave({ route: 'search', times: 1, ...fault })
    expect(await client().artistPicture('Björk')).toMatch(/^http/)
    expect(calls('search')).toHaveLength(2)
  })

  test('S16 a quota: nobody calls until the named time, in no process', async () => {
    const body = { error: { status: 429, message: 'Too many requests', reason: 'QUOTA_EXCEEDED' } }
    demo().spotify.misbehave({
      route: 'search',
      times: 1,
      status: 429,
      headers: { 'retry-after': '48925' },
      body,
    })
    for (const each of [client(), client({ index: 1 }), client()])
      await expect(each.artistPicture('Björk')).rejects.toMatchObject(down)
    expect(calls('search')).toHaveLength(1)
  })

  test('a short limit ends by itself', async () => {
    demo().spotify.misbehave({
      route: 'search',
      times: 1,
      status: 429,
      headers: { 'retry-after': '1' },
      body: 'Too many requests',
    })
    const { artistPicture } = client()
    await expect(artistPicture('Björk')).rejects.toMatchObject(down)
    await expect.poll(() => artistPicture('Björk').catch(() => null)).toMatch(/^http/)
  })

  test.each([null, '0', 'soon'])('a limit without a time (%s) is a rest all the same', async (time) => {
    const headers: Record<string, string> = time === null ? {} : { 'retry-after': time }
    demo().spotify.misbehave({ route: 'search', times: 1, status: 429, headers })
    const { artistPicture } = client()
    for (let call = 0; call < 3; call++) await expect(artistPicture('Björk')).rejects.toMatchObject(down)
    expect(calls('search')).toHaveLength(1)
  })

  test('S11 an owner without Premium: plain text, told to the operator, calls stop', async () => {
    const body = 'Active premium subscription required for the owner of the app.'
    demo().spotify.misbehave({ route: 'search', status: 403, body })
    const { artistPicture, log } = client()
    for (let call = 0; call < 3; call++) await expect(artistPicture('Björk')).rejects.toMatchObject(down)
    expect(calls('search')).toHaveLength(1)
    expect((log.error.mock.calls[0]![0] as { err: Error }).err.message).toContain('Active premium')
  })

  test('a refused name says nothing about the others', async () => {
    demo().spotify.misbehave({
      route: 'search',
      times: 1,
      status: 400,
      body: { error: { status: 400, message: 'Invalid limit' } },
    })
    const { artistPicture, log } = client()
    await expect(artistPicture('Björk')).rejects.toMatchObject(down)
    expect(await artistPicture('Björk')).toMatch(/^http/)
    expect(log.error).not.toHaveBeenCalled()
  })
})

describe('catalog.artistPicture', () => {
  test.each(['Björk', 'Nobody At All'])('of %s is remembered for a week', async (artist) => {
    const here = process()
    const known = await getArtistPicture(here, { artist })
    pass(7 * DAY - 1)
    expect(await getArtistPicture(process(1), { artist: artist.toUpperCase() })).toEqual(known)
    expect(calls('search')).toHaveLength(1)
    pass(1)
    expect(await getArtistPicture(here, { artist })).toEqual(known)
    await expect.poll(() => calls('search').length).toBe(2)
  })

  test('a crowd over two processes is one call', async () => {
    const both = [process(), process(1)]
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => getArtistPicture(both[index % 2]!, { artist: 'Björk' })),
    )
    expect(calls('search')).toHaveLength(1)
  })

  test('with the service down it is unavailable, for the moment', async () => {
    const here = process()
    demo().spotify.misbehave({ route: 'search', reset: true })
    expect(await getArtistPicture(here, { artist: 'Björk' })).toEqual({ image: null, unavailable: true })
    demo().spotify.behave()
    await expect.poll(async () => (await getArtistPicture(here, { artist: 'Björk' })).image).toMatch(/^http/)
  })

  test.each([false, true])('over HTTP, with the service set up: %s', async (isSetUp) => {
    setClock(Date.now())
    const { accountsBase, apiBase } = demo().spotify
    const keys = { SPOTIFY_CLIENT_ID: 'plak', SPOTIFY_CLIENT_SECRET: 'secret' }
    const bases = { SPOTIFY_ACCOUNTS_BASE: accountsBase, SPOTIFY_API_BASE: apiBase }
    const server = await startServer({ settings: isSetUp ? { ...keys, ...bases } : bases })
    const harness = makeHarness(server.url)
    await server.forget()
    const picture = await harness.visitor().client.catalog.artistPicture.query({ artist: 'Björk' })
    expect(picture).toEqual({ image: isSetUp ? expect.stringMatching(/^http/) : null })
    expect(calls('search')).toHaveLength(isSetUp ? 1 : 0)
    await harness.close()
    await server.close()
  })
})
