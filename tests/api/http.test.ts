import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../server/api/row.ts'
import { table } from '../../server/api/table.ts'
import { albumKey } from '../../shared/albumKey.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeApi, pathOf, tokenOf, type Api, type Sent } from './client.ts'

const plak = runProduct()
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const albumPath = pathOf('albums', homogenic.artist, homogenic.album)

let api: Api
let owner: Person
let read: string
beforeEach(async () => {
  api = await makeApi(plak.server.url)
  owner = await plak.harness.register('owner')
  read = await tokenOf(owner, 'read')
})

const samplePath = (path: string) =>
  path
    .replace('{artist}', encodeURIComponent('Björk'))
    .replace('{album}', 'Homogenic')
    .replace('{nickname}', 'owner')
    .replace('{id}', '1')
    .replace('{tag}', 'winter')
const rows = table.filter(({ events }) => !events)

describe('who can call', () => {
  const call = ({ method, path }: Row, sent?: Sent) => api.request(method, samplePath(path), sent)

  it('is nobody without a token, except for public operations', async () => {
    for (const row of rows.filter(({ who }) => who !== 'public')) {
      const { status, body, headers } = await call(row)
      expect({ status, id: body.id }, row.name).toEqual({ status: 401, id: 'auth.loginRequired' })
      expect(headers.get('www-authenticate')).toBe('Bearer')
    }
    for (const row of rows.filter(({ who }) => who === 'public'))
      expect([200, 404], row.name).toContain((await call(row, { query: { nickname: 'owner' } })).status)
  })
  it('is not a token that may only read, for writes', async () => {
    for (const row of rows.filter(({ who }) => who === 'write')) {
      const { status, body, headers } = await call(row, { token: read })
      expect({ status, id: body.id }, row.name).toEqual({ status: 403, id: 'api.scope' })
      expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
    }
  })
  it('refuses a wrong token where a visitor could read, and ignores cookies and addresses', async () => {
    const token = read.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const { body, headers } = await api.get(albumPath, { token })
    expect(body).toMatchObject({ status: 401, id: 'api.token', detail: 'This token is not valid' })
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    const cookie = owner.cookies.header()!
    expect((await api.get('/me', { headers: { cookie } })).status).toBe(401)
    expect((await api.get('/me', { query: { access_token: read } })).status).toBe(401)
  })
  it('needs a token for own listenings of an album', async () => {
    expect((await api.get(`${albumPath}/listens`)).body.id).toBe('auth.loginRequired')
    expect((await api.get(`${albumPath}/listens`, { token: read })).body).toEqual({ items: [], next: null })
    expect((await api.get(`${albumPath}/listens`, { query: { nickname: 'owner' } })).status).toBe(200)
  })
})

/** `fetch` refuses some methods. */
async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const asked = request(plak.server.url + path, { method, headers, agent: false })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const text = (await answer.toArray()).join('')
  const body: unknown = text === '' ? null : JSON.parse(text)
  return { status: answer.statusCode, headers: answer.headers, body }
}

it('looks at a token on every path and for every method', async () => {
  const wrong = read.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (const [method, path, status] of [
    ['GET', '/openapi.json', 200],
    ['HEAD', '/openapi.json', 200],
    ['GET', '/nothing', 404],
    ['POST', '/nothing', 404],
    ['PUT', '/lists', 405],
    ['PROPFIND', '/lists', 405],
    ['PROPFIND', '/nothing', 404],
  ] as const) {
    const call = (token: string) =>
      send(method, `/api/v1${path}`, { authorization: `Bearer ${token}`, 'if-none-match': '"other"' })
    const answer = await call(read)
    expect(answer, `${method} ${path}`).toMatchObject({
      status,
      headers: { 'cache-control': 'private, no-cache', vary: expect.stringMatching(/Authorization/) },
    })
    expect(await call(wrong), `${method} ${path}`).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    })
  }
  expect((await send('GET', '/api/v1/openapi.json')).headers['cache-control']).toBe('public, no-cache')
})

describe('errors', () => {
  it('are problems in English, with the id and the request', async () => {
    const headers = { cookie: 'plak_language=tr' }
    const answer = await api.get('/people/nobody', { headers })
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'User not found',
      id: 'users.notFound',
      fields: { nickname: 'User not found' },
      requestId: answer.headers.get('x-request-id'),
    })
  })
  it('are 404 for an unknown path, 405 with Allow for another method', async () => {
    for (const path of ['/nothing', '/lists/1/nothing', '/'])
      expect((await api.get(path)).body, path).toMatchObject({ status: 404, id: 'api.notFound' })
    const answer = await api.request('PUT', '/lists')
    expect(answer.body).toMatchObject({ status: 405, id: 'api.method' })
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await api.post('/openapi.json')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    const outside = await fetch(`${plak.server.url}/api/v2/me`)
    expect(outside.status).toBe(404)
    expect(await outside.json()).toMatchObject({ id: 'api.notFound' })
  })
  it('are the same for methods that nothing takes, and for writes outside of the version', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'MKCOL']) {
      expect(await send(method, '/api/v1/lists'), method).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD, POST, OPTIONS', 'access-control-allow-origin': '*' },
        body: { id: 'api.method' },
      })
      expect(await send(method, '/api/v1/nothing'), method).toMatchObject({
        status: 404,
        body: { id: 'api.notFound' },
      })
    }
    for (const [method, path] of [
      ['POST', '/api/v2/lists'],
      ['DELETE', '/api/x'],
      ['PUT', '/api/'],
      ['PROPFIND', '/api/v2/lists'],
      ['GET', `/api/v1/people/${'x'.repeat(6_000)}`],
      ['PUT', `/api/v1/people/${'x'.repeat(6_000)}/follow`],
    ] as const)
      expect(await send(method, path), `${method} ${path.slice(0, 30)}`).toMatchObject({
        status: 404,
        headers: { 'content-type': expect.stringMatching(/^application\/problem\+json/) },
        body: { id: 'api.notFound' },
      })
  })
  it('name a wrong parameter', async () => {
    expect((await api.get('/lists/first')).body).toMatchObject({
      status: 400,
      fields: { id: expect.any(String) },
    })
    for (const limit of ['0', '101', 'all'])
      expect((await api.get('/lists', { query: { limit } })).body).toMatchObject({
        status: 400,
        id: 'invalidInput',
        fields: { limit: expect.any(String) },
      })
  })
})

describe('an ETag', () => {
  it('saves the answer until it changes', async () => {
    const path = '/people/owner/diary'
    const first = await api.get(path)
    const etag = first.headers.get('etag')!
    const again = await api.get(path, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect(again).toMatchObject({ status: 304, body: null })
    expect(again.headers.get('etag')).toBe(etag)
    await owner.client.logs.save.mutate({ ...homogenic, date: '2026-11-01' })
    const changed = await api.get(path, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })
  it('stays while other things change', async () => {
    await owner.client.logs.save.mutate({ ...homogenic, review: 'Ice.' })
    const paths = [`${albumPath}/reviews`, '/lists', '/activity', '/listen-later']
    const etags = () =>
      Promise.all(paths.map(async (path) => (await api.get(path, { token: read })).headers.get('etag')))
    const before = await etags()
    await owner.client.logs.save.mutate({ artist: 'Portishead', album: 'Dummy', rating: 7 })
    expect(await etags()).toEqual(before)
  })
  it('comes with who can keep the answer', async () => {
    const visitor = await api.get(albumPath, { headers: { cookie: owner.cookies.header()! } })
    expect(visitor.headers.get('cache-control')).toBe('public, no-cache')
    const own = await api.get(albumPath, { token: read })
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
    for (const { headers } of [visitor, own]) expect(headers.get('vary')).toMatch(/Authorization/i)
  })
  it('is in the document, too', async () => {
    const document = await fetch(`${plak.server.url}/api/v1/openapi.json`)
    const headers = { 'if-none-match': document.headers.get('etag')! }
    expect((await fetch(`${plak.server.url}/api/v1/openapi.json`, { headers })).status).toBe(304)
  })
})

it('answers HEAD as GET, without the body', async () => {
  for (const path of [albumPath, '/people/nobody']) {
    const [get, head] = [await api.get(path), await api.request('HEAD', path)]
    expect(head).toMatchObject({ status: get.status, body: null })
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
  }
})

describe('pages of other sites', () => {
  const origin = { origin: 'https://music.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }

  it('can ask what they can send', async () => {
    const response = await fetch(`${plak.server.url}/api/v1/logs/1`, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'PATCH' },
    })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, If-None-Match, Idempotency-Key, Last-Event-ID',
    })
  })
  it('can read every answer, and write with a token', async () => {
    const token = await tokenOf(owner)
    const write = await api.put(pathOf('favorites', 'Björk', 'Homogenic'), { token, headers: origin })
    expect(write.status).toBe(200)
    const refused = await api.put(pathOf('favorites', 'Björk', 'Homogenic'), { headers: origin })
    expect(refused.status).toBe(401)
    for (const { headers } of [write, refused]) {
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('access-control-expose-headers')).toMatch(
        /ETag, Location, Retry-After, X-Request-Id, X-RateLimit-/,
      )
    }
  })
})

it('finds names with every sign', async () => {
  const names = { artist: 'AC/DC', album: '100% {live}? #1+ ..' }
  await plak.server.deps.db.album.create({
    data: {
      key: albumKey(names),
      artist: names.artist,
      name: names.album,
    },
  })
  expect((await api.get(pathOf('albums', names.artist, names.album))).body).toMatchObject({
    artist: 'AC/DC',
    name: names.album,
  })
})
