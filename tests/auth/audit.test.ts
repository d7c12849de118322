import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { disableAccount } from '../../server/account/operator.ts'
import { makeAudit, type AuditLine } from '../../server/core/audit.ts'
import type { Db } from '../../server/lib/db.ts'
import { texts } from '../../shared/texts.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const logged: string[] = []
const log = { write: (line: string) => void logged.push(line) }
let server: TestServer
let harness: Harness
beforeAll(async () => {
  server = await startServer({ settings: { LOG_LEVEL: 'error' }, log })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.deps.audit.flush()
  await server.reset()
  logged.length = 0
})

async function trail() {
  await server.deps.audit.flush()
  const rows = await server.deps.db.auditEntry.findMany({ orderBy: { id: 'asc' } })
  return rows.map(({ event, actorId, subjectId, address, times, detail }) => ({
    event,
    actorId,
    subjectId,
    address,
    times,
    detail: detail === null ? null : (JSON.parse(detail) as unknown),
  }))
}

describe('sign-ins and sign-outs are recorded', () => {
  it('as rows and as log lines, even at log level error, by ids, without a word that a person typed', async () => {
    const ayse = await harness.register('ayse')
    const { id } = await server.deps.db.user.findFirstOrThrow({ select: { id: true } })
    const wrong = harness
      .visitor()
      .client.auth.login.mutate({ identifier: ayse.email, password: 'my wrong one' })
    await expect(wrong).rejects.toThrow('Wrong password')
    const nobody = harness.visitor().client.auth.login.mutate({ identifier: 'nobody_here', password: 'x' })
    await expect(nobody).rejects.toThrow('User not found')
    const second = await harness.login(ayse)
    await harness.login(ayse)
    await second.client.auth.endOtherSessions.mutate()
    const next = 'another stylus and groove'
    await second.client.auth.changePassword.mutate({ current: ayse.password, next })
    await second.client.auth.logout.mutate()
    const foreign = { 'content-type': 'application/json', origin: 'https://elsewhere.example' }
    const refused = await fetch(`${server.url}/trpc/auth.logout`, { method: 'POST', headers: foreign })
    expect(refused.status).toBe(403)
    const last = await harness.login({ ...ayse, password: next })
    await last.client.auth.deleteAccount.mutate({ password: next })

    const own = {
      actorId: id,
      subjectId: id,
      address: '127.0.0.1',
      times: 1,
      detail: null,
    }
    const stranger = { ...own, actorId: null }
    const login = { ...own, event: 'login', detail: { means: 'password' } }
    const rows = await trail()
    expect(rows).toEqual([
      { ...own, event: 'register' },
      login,
      { ...stranger, event: 'login.failed', detail: { why: 'auth.wrongPassword' } },
      { ...stranger, subjectId: null, event: 'login.failed', detail: { why: 'auth.userNotFound' } },
      login,
      login,
      { ...own, event: 'session.ended', detail: { sessions: 2 } },
      { ...own, event: 'password.changed' },
      { ...own, event: 'logout' },
      { ...stranger, subjectId: null, event: 'gate.refused', detail: { status: 403, isWebSocket: false } },
      login,
      { ...own, event: 'account.deleted' },
    ])
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.filter(({ audit }) => audit).map(({ audit, level }) => [audit, level])).toEqual(
      rows.map(({ event }) => [event, 30]),
    )
    expect(lines.find(({ audit }) => audit === 'login')).toMatchObject({ actor: id, address: '127.0.0.1' })
    const said = logged.join('') + JSON.stringify(rows)
    for (const word of ['ayse', 'plak.example', 'my wrong one', 'nobody_here', 'groove', 'elsewhere'])
      expect(said).not.toContain(word)
  })
  it('and so are a limit that is reached, what is refused to somebody, and a socket that floods', async () => {
    const fatma = await harness.register('fatma')
    await disableAccount(server.deps, 'fatma')
    await expect(harness.login(fatma)).rejects.toThrow(texts.auth.accountDisabled)
    const tries = Array.from({ length: 12 }, () =>
      harness.visitor().client.auth.login.mutate({ identifier: 'nobody_here', password: 'x' }),
    )
    await Promise.allSettled(tries)
    const flood = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, { origin: server.url })
    flood.addEventListener('open', () => {
      for (let message = 0; message < 60; message++) flood.send('{}')
    })
    await vi.waitFor(() => expect(logged.join('')).toContain('socket.flood'))
    flood.close()
    const rows = await trail()
    expect(rows).toContainEqual(
      expect.objectContaining({
        event: 'throttle.reached',
        detail: { procedure: 'auth.login', why: 'tooManyRequests' },
      }),
    )
    expect(rows).toContainEqual(
      expect.objectContaining({
        event: 'access.refused',
        detail: { procedure: 'auth.login', why: 'auth.accountDisabled' },
      }),
    )
    expect(rows.filter(({ event }) => event === 'socket.flood')).toHaveLength(1)
  })
})

/** Creates a trail on the real database, which can be made unavailable, and counts its statements. */
function ownTrail(now = new Date()) {
  const said: string[] = []
  let statements = 0
  const database = { isAway: false }
  const createMany: Db['auditEntry']['createMany'] = (rows) => {
    statements++
    if (database.isAway) throw Object.assign(new Error('No answer'), { code: 'P1001' })
    return server.deps.db.auditEntry.createMany(rows)
  }
  const audit = makeAudit({
    db: { auditEntry: { createMany } as Db['auditEntry'] },
    log: pino({ level: 'warn' }, { write: (line) => void said.push(line) }),
    now: () => now,
  })
  return { audit, said, statements: () => statements, database }
}
const login = (actor: number): AuditLine => ({ event: 'login', actor, subject: actor, address: '192.0.2.1' })
const failure = (address: string, subject: number | null): AuditLine => ({
  event: 'login.failed',
  actor: null,
  subject,
  address,
  detail: { why: 'auth.wrongPassword' },
})
const count = () => server.deps.db.auditEntry.count()

describe('writing', () => {
  it('is one statement for a hundred lines, and what waits is written at the end', async () => {
    const { audit, statements } = ownTrail()
    for (let id = 1; id <= 100; id++) audit.note(login(id))
    await vi.waitFor(async () => expect(await count()).toBe(100))
    expect(statements()).toBe(1)
    audit.note(login(101))
    await audit.close()
    expect(await count()).toBe(101)
  })
  it('of a flood is a row for the first and one with the number of the others; each has its log line', async () => {
    const { audit, said } = ownTrail()
    for (let round = 0; round < 5_000; round++) audit.note(failure('2001:db8::1', 7))
    for (let round = 0; round < 3; round++) audit.note(failure(`2001:db8::${round}`, 7))
    audit.note(failure('2001:db8::1', 8))
    await audit.close()
    const rows = await server.deps.db.auditEntry.findMany({ orderBy: { id: 'asc' } })
    expect(rows.map(({ subjectId, times }) => [subjectId, times])).toEqual([
      [7, 1],
      [8, 1],
      [7, 5_002],
    ])
    expect(said.filter((line) => line.includes('login.failed'))).toHaveLength(5_004)
  })
  it('of a flood from everywhere stays small', async () => {
    const { audit } = ownTrail()
    for (let host = 0; host < 4_000; host++) audit.note(failure(`10.0.${host >> 8}.${host & 255}`, host))
    await audit.close()
    const rows = await server.deps.db.auditEntry.findMany({ orderBy: { id: 'asc' } })
    expect(rows.length).toBeLessThan(600)
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(4_000)
    expect(rows.at(-1)).toMatchObject({ subjectId: null, address: null, detail: null })
  })
  it('waits for a database that is away, drops the oldest rows beyond its room, and warns once', async () => {
    const { audit, said, database } = ownTrail()
    database.isAway = true
    for (let id = 1; id <= 2_500; id++) audit.note(login(id))
    await expect(audit.flush()).rejects.toThrow('No answer')
    await expect(audit.flush()).rejects.toThrow('No answer')
    expect(await count()).toBe(0)
    expect(said.filter((line) => line.includes('"login"'))).toHaveLength(2_500)
    expect(said.filter((line) => line.includes('could not be written'))).toHaveLength(1)
    database.isAway = false
    await audit.close()
    const rows = await server.deps.db.auditEntry.findMany({
      orderBy: { id: 'asc' },
      select: { actorId: true },
    })
    expect(rows.length).toBeGreaterThanOrEqual(2_000)
    expect(rows.length).toBeLessThanOrEqual(2_100)
    expect(rows.at(-1)).toEqual({ actorId: 2_500 })
  })
})

it('a silent log stays silent', () => {
  const said: string[] = []
  const audit = makeAudit({
    db: server.deps.db,
    log: pino({ level: 'silent' }, { write: (line) => void said.push(line) }),
    now: () => new Date(),
  })
  audit.note(login(1))
  expect(said).toEqual([])
})
