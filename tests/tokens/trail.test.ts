import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openStream } from '../api/eventStream.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { callWith, makeToken } from './calls.ts'

const logged: string[] = []
let server: TestServer
let harness: Harness
beforeAll(async () => {
  server = await startServer({
    settings: { LOG_LEVEL: 'trace', ACCESS_LOG: 'all', TRUSTED_PROXIES: '1', LIMITS_FACTOR: '0' },
    log: { write: (line: string) => void logged.push(line) },
  })
  await server.reset()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

async function trail() {
  await server.deps.audit.flush()
  const rows = await server.deps.db.auditEntry.findMany({
    where: { event: { startsWith: 'token.' } },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ event, actorId, subjectId, address, detail }) => [
    event,
    actorId,
    subjectId,
    address,
    JSON.parse(detail!) as unknown,
  ])
}

it('the trail has creation, end, and the first use from each network; no line has a part of a token', async () => {
  const person = await harness.register('ayse')
  const { id: userId } = await server.deps.db.user.findFirstOrThrow()
  const { token, id } = await makeToken(person)
  const from = (address: string) =>
    callWith(server.url, 'auth.me', { token, headers: { 'x-forwarded-for': address } })
  await Promise.all([from('192.0.2.1'), from('192.0.2.1')])
  await from('192.0.2.2')
  await from('192.0.2.1')
  await from('2001:db8:1:2::3')
  await from('2001:db8:1:2:ffff::4')
  await from('2001:db8:1:3::4')
  const wrong = `${token.slice(0, -6)}000000`
  await callWith(server.url, 'auth.me', { token: wrong })
  await callWith(server.url, 'users.update', { token, method: 'POST', input: {} })
  await callWith(server.url, 'auth.me', { headers: { authorization: `Bearer ${token} ` } })
  await person.client.tokens.revoke.mutate({ id })
  await from('192.0.2.9')

  const detail = { token: id }
  expect(await trail()).toEqual([
    ['token.created', userId, userId, expect.any(String), detail],
    ['token.used', userId, userId, '192.0.2.1', detail],
    ['token.used', userId, userId, '192.0.2.2', detail],
    ['token.used', userId, userId, '2001:db8:1:2::3', detail],
    ['token.used', userId, userId, '2001:db8:1:3::4', detail],
    ['token.used', userId, userId, '127.0.0.1', detail],
    ['token.revoked', userId, userId, expect.any(String), detail],
  ])
  expect(logged.length).toBeGreaterThan(5)
  const text = logged.join('\n')
  for (let start = 5; start + 8 <= 48; start++) expect(text).not.toContain(token.slice(start, start + 8))
  expect(text).not.toMatch(/bearer/i)
})

it('no line has a part of a token that the API got: in the header, in the address, for a stream', async () => {
  const person = await harness.register('zeynep')
  const { token, id } = await makeToken(person)
  logged.length = 0
  const api = `${server.url}/api/v1`
  const headers = { authorization: `Bearer ${token}` }
  const statuses = await Promise.all(
    [
      fetch(`${api}/me`, { headers }),
      fetch(`${api}/me?access_token=${token}`),
      fetch(`${api}/activity/live?access_token=${token}`),
      fetch(`${api}/people/${token}`, { headers }),
      fetch(`${api}/${token}`),
      fetch(`${server.url}/${token}`),
      fetch(`${server.url}/assets/${token}`),
      fetch(`${server.url}/1/user/${token}/listens`),
      fetch(`${api}/logs`, { method: 'POST', headers, body: token }),
    ].map(async (asked) => (await asked).status),
  )
  expect(statuses).toEqual([200, 401, 401, 404, 404, 404, 404, 404, 415])
  const stream = await openStream(server.url, '/activity/live', { token })
  await stream.until('live')
  await person.client.tokens.revoke.mutate({ id })
  await stream.ended
  expect((await fetch(`${api}/me`, { headers })).status).toBe(401)
  await vi.waitFor(() => expect(logged.length).toBeGreaterThan(statuses.length))
  const text = logged.join('\n')
  for (let start = 5; start + 8 <= 48; start++) expect(text).not.toContain(token.slice(start, start + 8))
  expect(text).not.toMatch(/bearer|access_token/i)
})

it('the database does not know the networks', async () => {
  const person = await harness.register('fatma')
  const { token, id } = await makeToken(person)
  await callWith(server.url, 'auth.me', { token, headers: { 'x-forwarded-for': '192.0.2.1' } })
  const other = await makeToken(person)
  await callWith(server.url, 'auth.me', { token: other.token, headers: { 'x-forwarded-for': '192.0.2.1' } })
  const rows = await server.deps.db.token.findMany({ where: { id: { in: [id, other.id] } } })
  const marks = rows.map(({ networks }) => Buffer.from(networks).toString('hex'))
  expect(marks.map(({ length }) => length)).toEqual([16, 16])
  expect(marks[0]).not.toBe(marks[1])
})
