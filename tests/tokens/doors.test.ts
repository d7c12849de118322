import { beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { newAccessToken } from '../../server/tokens/secret.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { noteStatements } from '../support/statements.ts'
import { callWith, makeToken } from './calls.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }

const plak = runProduct()
let person: Person
let write: string
let read: string
beforeEach(async () => {
  person = await plak.harness.register('ayse')
  write = (await makeToken(person)).token
  read = (await makeToken(person, { scopes: ['read'] })).token
})
type Options = Parameters<typeof callWith>[2]
const call = (procedure: string, options?: Options) => callWith(plak.server.url, procedure, options)
const post = (procedure: string, options: Options) => call(procedure, { method: 'POST', ...options })

describe('a bearer token', () => {
  it('reads and writes as its owner', async () => {
    expect(await call('auth.me', { token: read })).toMatchObject({ status: 200, data: { nickname: 'ayse' } })
    const input = { ...homogenic, wanted: true }
    expect(await post('listenLater.set', { token: write, input })).toMatchObject({ status: 200 })
    const list = await call('listenLater.list', { token: read, input: {} })
    expect(JSON.stringify(list.data)).toContain('Homogenic')
    expect(list.headers.get('cache-control')).toBe('no-store')
  })

  it('may be written in any case, and sends queries as POST, too', async () => {
    const headers = { authorization: `bearer  ${read}` }
    expect(await call('auth.me', { headers })).toMatchObject({ data: { nickname: 'ayse' } })
    expect(await post('auth.me', { token: read })).toMatchObject({ data: { nickname: 'ayse' } })
  })

  it('that may only read writes nothing', async () => {
    const answer = await post('listenLater.set', { token: read, input: { ...homogenic, wanted: true } })
    expect(answer).toMatchObject({ status: 403, id: 'api.scope' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
    expect(await plak.server.deps.db.listenLater.count()).toBe(0)
  })

  it.each([
    ['users.update', { nickname: 'mallory', avatar: '', bio: '', links: [] }],
    ['auth.changePassword', {}],
    ['auth.deleteAccount', { password: 'ayse has a record player' }],
    ['auth.login', { identifier: 'ayse', password: 'ayse has a record player' }],
    ['auth.logout', undefined],
    ['passkeys.login', 'no input at all'],
    ['tokens.create', { name: 1 }],
    ['tokens.revoke', { id: 1 }],
    ['visibility.setPrivate', { isPrivate: true }],
    ['people.block', { nickname: 'fatma' }],
    ['notifications.set', {}],
    ['moderation.report', {}],
    ['admin.setRole', {}],
    ['lists.clone', {}],
  ])('does not open %s, whatever its input', async (procedure, input) => {
    for (const token of [write, read])
      expect(await post(procedure, { token, input })).toMatchObject({ status: 403, id: 'api.notForTokens' })
  })

  it.each(['tokens.mine', 'auth.sessions', 'passkeys.mine', 'spotify.status', 'imports.list'])(
    'does not read %s',
    async (procedure) =>
      expect(await call(procedure, { token: write })).toMatchObject({ status: 403, id: 'api.notForTokens' }),
  )

  it('counts before a cookie', async () => {
    const other = await plak.harness.register('fatma')
    const headers = { cookie: other.cookies.header() }
    expect(await call('auth.me', { token: read, headers })).toMatchObject({ data: { nickname: 'ayse' } })
    expect(await call('tokens.mine', { token: read, headers })).toMatchObject({ id: 'api.notForTokens' })
    const wrong = await call('auth.me', { token: 'plak_wrong', headers })
    expect(wrong).toMatchObject({ status: 401, id: 'api.token' })
  })

  it('comes from any site, with JSON', async () => {
    const site = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    const input = { ...homogenic, wanted: true }
    expect(await post('listenLater.set', { token: write, input, headers: site })).toMatchObject({
      status: 200,
    })
    const form = { ...site, 'content-type': 'application/x-www-form-urlencoded' }
    const refused = await fetch(`${plak.server.url}/trpc/listenLater.set`, {
      method: 'POST',
      headers: { ...form, authorization: `Bearer ${write}` },
      body: JSON.stringify(input),
    })
    expect(refused.status).toBe(415)
    const cookie = { ...site, cookie: person.cookies.header() }
    expect((await post('listenLater.set', { input, headers: cookie })).status).toBe(403)
  })

  it('opens a batch, each call by its own rules', async () => {
    const response = await fetch(`${plak.server.url}/trpc/auth.me,tokens.mine?batch=1&input={}`, {
      headers: { authorization: `Bearer ${read}` },
    })
    expect(await response.json()).toMatchObject([
      { result: { data: { nickname: 'ayse' } } },
      { error: { data: { id: 'api.notForTokens' } } },
    ])
  })
})

describe('a token that is refused', () => {
  it.each([
    ['nobody’s', () => newAccessToken()],
    [
      'with a wrong checksum',
      () => (write.endsWith('0') ? `${write.slice(0, -1)}1` : `${write.slice(0, -1)}0`),
    ],
    ['in another form', () => 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['empty', () => ''],
    ['written twice', () => `${write}, Bearer ${write}`],
  ])('%s: even where a visitor could read, and for what is open to all', async (_, make) => {
    const token = make()
    for (const procedure of ['catalog.popular', 'auth.me', 'tokens.mine']) {
      const answer = await call(procedure, {
        token,
        input: procedure === 'catalog.popular' ? { page: 1 } : undefined,
      })
      expect(answer).toMatchObject({ status: 401, id: 'api.token' })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
    const login = { identifier: 'ayse', password: person.password }
    expect(await post('auth.login', { token, input: login })).toMatchObject({ status: 401, id: 'api.token' })
  })

  it('with a wrong checksum costs no look into the database', async () => {
    const statements = noteStatements(plak.server.deps.db)
    await call('auth.me', { token: `plak_${'A'.repeat(43)}000000` })
    expect(statements).toEqual([])
    await call('auth.me', { token: newAccessToken() })
    expect(statements).toHaveLength(1)
  })

  it('sends a large body in vain', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(200_000) })
    const answer = await fetch(`${plak.server.url}/trpc/lists.save`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${newAccessToken()}` },
      body,
    })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ id: 'api.token' })
  })
})

describe('without a token', () => {
  it('what needs one says so', async () => {
    const answer = await call('listenLater.list', { input: {} })
    expect(answer).toMatchObject({ status: 401, id: 'auth.loginRequired' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('in the address it counts for nothing', async () => {
    const { url } = plak.server
    for (const name of ['access_token', 'token']) {
      const response = await fetch(`${url}/trpc/auth.me?${name}=${read}`)
      expect(await response.json()).toEqual({ result: { data: null } })
    }
  })

  it.each(['Basic YXlzZTphIHBhc3N3b3Jk', 'Token abc', 'Bearers abc'])(
    'a header of another kind is ignored: %s',
    async (authorization) => {
      const headers = { authorization, cookie: person.cookies.header() }
      expect(await call('auth.me', { headers })).toMatchObject({ data: { nickname: 'ayse' } })
    },
  )
})

describe('elsewhere a token counts for nothing', () => {
  it('in pages and downloads', async () => {
    const headers = { authorization: `Bearer ${write}` }
    const page = await fetch(`${plak.server.url}/activity`, { headers })
    expect(await page.text()).not.toContain('"nickname":"ayse"')
    const file = await fetch(`${plak.server.url}/account/export.zip`, { headers })
    expect(file.status).toBe(401)
    expect((await fetch(`${plak.server.url}/metrics`, { headers })).status).toBe(404)
  })

  it('on a WebSocket', async () => {
    const headers = { authorization: `Bearer ${write}`, origin: plak.server.deps.settings.PUBLIC_URL }
    const socket = new WebSocket(`${plak.server.url.replace('http', 'ws')}/trpc`, { headers })
    const answer = new Promise<string>((resolve, reject) => {
      socket.on('message', (data: Buffer) => resolve(data.toString()))
      socket.on('error', reject)
    })
    socket.on('open', () =>
      socket.send(JSON.stringify({ id: 1, method: 'query', params: { path: 'auth.me' } })),
    )
    expect(JSON.parse(await answer)).toMatchObject({ id: 1, result: { data: null } })
    socket.close()
  })
})
