import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { buildApp } from '../../server/http/app.ts'
import { makeHarness } from '../harness/client.ts'
import { startServer, testSettings, type TestServer } from '../support/server.ts'
import { makeToken } from '../tokens/calls.ts'

// Every response has an id that users can report to the operator; the log contains it, too.

let beside: TestServer
let deps: Deps
let url: string
let close: () => Promise<void>
let lines: Record<string, unknown>[] = []

/** Starts a server that trusts one proxy and logs every request, on the database of `beside`. */
async function start() {
  const settings = testSettings(beside.deps.settings.DATABASE_URL, {
    LASTFM_BASE: beside.demo.lastfmBase,
    LOG_LEVEL: 'info',
    ACCESS_LOG: 'all',
    TRUSTED_PROXIES: '1',
  })
  const out = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>)
      done()
    },
  })
  deps = await makeDeps(settings, pino({ level: 'info' }, out))
  const app = await buildApp(deps)
  close = async () => {
    await app.close()
    await closeDeps(deps)
  }
  return await app.listen({ port: 0, host: '127.0.0.1' })
}
beforeAll(async () => {
  beside = await startServer()
  url = await start()
})
afterAll(async () => {
  await close()
  await beside.close()
})
beforeEach(async () => {
  await beside.reset()
  lines = []
})

const ask = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })
/** Waits for the log line of a request, which is written after its response was sent. */
async function lineOf(answer: Response) {
  const id = answer.headers.get('x-request-id')
  const find = () => lines.find(({ requestId, msg }) => requestId === id && msg === 'request')
  await vi.waitFor(() => expect(find()).toBeDefined())
  return find()!
}

describe('every answer', () => {
  it('has an id: a new one, or that of a trusted proxy where it is proper', async () => {
    for (const path of ['/', '/livez', '/trpc/auth.me', '/no/such/page', '/icon.svg', '/trpc/no.such'])
      expect((await ask(path)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    const idOf = async (id: string) =>
      (await ask('/livez', { 'x-request-id': id })).headers.get('x-request-id')
    expect(await idOf('edge:7f3a.b_c-9')).toBe('edge:7f3a.b_c-9')
    for (const id of ['short', 'x'.repeat(129), 'with a space', '"quoted-one"'])
      expect(await idOf(id)).toMatch(/^[\da-f-]{36}$/)
    const strange = await fetch(`${beside.url}/livez`, { headers: { 'x-request-id': 'edge:7f3a.b_c-9' } })
    expect(strange.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  it('has a line that says what was asked for and how it came out, and nothing that a person wrote', async () => {
    expect(await lineOf(await ask('/trpc/auth.me'))).toMatchObject({ procedure: 'auth.me', outcome: 'ok' })
    const batch = await ask('/trpc/auth.me,users.profile?batch=1&input={"1":{"nickname":"canary"}}')
    expect(await lineOf(batch)).toMatchObject({
      procedure: ['auth.me', 'users.profile'],
      outcome: 'NOT_FOUND',
    })
    expect(await lineOf(await ask('/trpc/canary.word'))).toMatchObject({ procedure: 'unknown' })
    expect(await lineOf(await ask('/search?q=canary'))).toMatchObject({ path: '/search', outcome: 'ok' })
    expect(await lineOf(await ask('/profile/canary'))).toMatchObject({
      path: '/profile/:nickname',
      outcome: '404',
      ms: expect.any(Number),
    })
    expect(JSON.stringify(lines)).not.toContain('canary')
  })

  it('that fails names its id to the person, on pages too, and the log has it with the cause', async () => {
    await deps.db.$executeRaw`RENAME TABLE Session TO SessionAway`
    onTestFinished(async () => {
      await deps.db.$executeRaw`RENAME TABLE SessionAway TO Session`
    })
    const answer = await ask('/trpc/users.profile?input={"nickname":"x"}', { cookie: 'plak=x' })
    const body = (await answer.json()) as { error: { data: { requestId?: string } } }
    expect(answer.status).toBe(500)
    const id = answer.headers.get('x-request-id')
    expect(body.error.data.requestId).toBe(id)
    expect(await lineOf(answer)).toMatchObject({ outcome: 'INTERNAL_SERVER_ERROR', level: 50 })
    expect(lines).toContainEqual(expect.objectContaining({ requestId: id, msg: 'a procedure failed' }))
    const page = await ask('/profile/x', { cookie: 'plak=x' })
    expect(page.status).toBe(500)
    expect(await page.text()).toContain(`Error id ${page.headers.get('x-request-id')}`)
    expect(await lineOf(page)).toMatchObject({ path: '/profile/:nickname', outcome: '500' })
  })

  it('that fails is in the log without the access token or the session with which it was asked', async () => {
    const harness = makeHarness(url)
    onTestFinished(() => harness.close())
    const person = await harness.register('holder')
    const { token } = await makeToken(person)
    await deps.db.$executeRaw`RENAME TABLE Log TO LogAway`
    onTestFinished(async () => {
      await deps.db.$executeRaw`RENAME TABLE LogAway TO Log`
    })
    const path = '/api/v1/people/holder/diary'
    const session = 's'.repeat(43)
    const attempts: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { cookie: `plak=${session}` },
    ]
    for (const headers of attempts) {
      const answer = await ask(path, headers)
      expect(answer.status).toBe(500)
      await lineOf(answer)
    }
    const cause = expect.objectContaining({ level: 50, err: expect.anything() })
    expect(lines).toContainEqual(cause)
    for (const secret of [token, session]) expect(JSON.stringify(lines)).not.toContain(secret)
  })
})

describe('what is answered to somebody signed in', () => {
  it('is for no cache; files and pictures for everybody are', async () => {
    const harness = makeHarness(url)
    const person = await harness.register('ayse')
    const cookie = person.cookies.header()!
    const caching = async (path: string, headers = {}) =>
      (await ask(path, headers)).headers.get('cache-control')
    const page = await (await ask('/')).text()
    const [asset] = /\/assets\/[^"]+\.js/.exec(page)!
    for (const path of ['/', '/profile/ayse', '/no/such', '/trpc/auth.me', '/trpc/no.such', '/account/x'])
      expect([path, await caching(path, { cookie })]).toEqual([path, 'no-store'])
    expect(await caching('/')).toBe('private, no-cache')
    expect(await caching(asset, { cookie })).toContain('immutable')
    expect(await caching('/preview/plak.png', { cookie })).toContain('public')
    const login = await fetch(`${url}/trpc/auth.login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'ayse', password: person.password }),
    })
    expect([login.status, login.headers.get('cache-control')]).toEqual([200, 'no-store'])
    await harness.close()
  })
})
