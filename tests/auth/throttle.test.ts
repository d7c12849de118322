import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeResetLink } from '../../server/account/operator.ts'
import { keysOf } from '../../server/auth/throttle.ts'
import { triesFromAnywhere, triesOfNetwork } from '../../server/core/limits.ts'
import { atMostTwo } from '../../server/lib/crypto.ts'
import { keyedBulkhead } from '../../server/lib/keyedBulkhead.ts'
import type { Person } from '../harness/client.ts'
import { startRedis } from '../support/redis.ts'
import { runProduct } from '../support/runProduct.ts'
import { startServer } from '../support/server.ts'
import { noteStatements } from '../support/statements.ts'

// All requests come through one proxy, which reports their addresses.
const plak = runProduct({ settings: { TRUSTED_PROXIES: '1' } })
let ayse: Person
const HOME = '198.51.100.1'
const ABROAD = '198.51.100.2'
beforeEach(async () => {
  ayse = await plak.harness.register('ayse')
})

async function call(path: string, input: object, from: string, { url = plak.server.url, cookie = '' } = {}) {
  const answer = await fetch(`${url}/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
    body: JSON.stringify(input),
  })
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') }
}
const login = async (identifier: string, password: string, from: string, url = plak.server.url) =>
  (await call('auth.login', { identifier, password }, from, { url })).status

/** Signs ayse in from HOME, which the trail then knows. */
async function enterFromHome(server = plak.server) {
  expect(await login('ayse', ayse.password, HOME, server.url)).toBe(200)
  await server.deps.audit.flush()
}

async function tally(answers: Promise<number>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const status of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = (count: number, work: (index: number) => Promise<number>) =>
  Array.from({ length: count }, (_, index) => work(index))

describe('failures', () => {
  it('count for an account at a network, however it is named, and hold nobody back elsewhere', async () => {
    // All at once, and still no more attempts are made than are left.
    const names = ['ayse', 'AYSE', 'ayse@plak.example']
    expect(await tally(times(30, (index) => login(names[index % 3]!, 'wrong', ABROAD)))).toEqual({
      401: 10,
      429: 20,
    })
    await ayse.client.users.update.mutate({ nickname: 'ayse_now' })
    const { status, retryAfter } = await call(
      'auth.login',
      { identifier: 'ayse_now', password: ayse.password },
      ABROAD,
    )
    expect(status).toBe(429)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(Number(retryAfter)).toBeLessThanOrEqual(60)
    expect(await login('ayse_now', ayse.password, HOME)).toBe(200)
    // A name without an account counts in the same way.
    expect(await tally(times(12, () => login('nobody', 'wrong', HOME)))).toEqual({ 404: 10, 429: 2 })
    expect(await login('nobody', 'wrong', ABROAD)).toBe(404)
  })

  it('from everywhere stop strange networks, and neither those that are known nor a reset link', async () => {
    await enterFromHome()
    const { id: account } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } })
    const keys = keysOf(plak.server.deps, { caller: { address: '', network: '' }, account })
    for (let failure = 0; failure < 98; failure++)
      await plak.server.deps.limit(triesFromAnywhere).count(keys.account)
    for (const address of ['203.0.113.1', '203.0.113.2'])
      expect(await login('ayse', 'wrong', address)).toBe(401)
    expect(await login('ayse', ayse.password, ABROAD)).toBe(429)
    expect(await login('ayse', ayse.password, HOME)).toBe(200)
    // A signed-in user can still prove their password.
    const cookie = ayse.cookies.header()!
    const change = { current: ayse.password, next: 'another stylus and a groove' }
    expect((await call('auth.changePassword', change, ABROAD, { cookie })).status).toBe(200)
    const link = new URL((await makeResetLink(plak.server.deps, 'ayse')).link)
    const reset = { token: link.hash.slice(1), password: 'a third stylus and groove' }
    expect((await call('auth.resetPassword', reset, ABROAD)).status).toBe(200)
    // Another account is not affected.
    await plak.harness.register('fatma')
    expect(await login('fatma', 'fatma has a record player', ABROAD)).toBe(200)
  })

  it('from everywhere do not stop a known network, also when Redis has lost all that it held', async () => {
    await enterFromHome()
    await plak.server.restart()
    await plak.server.forget()
    const { id: account } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } })
    const keys = keysOf(plak.server.deps, { caller: { address: '', network: '' }, account })
    for (let failure = 0; failure < triesFromAnywhere.points; failure++)
      await plak.server.deps.limit(triesFromAnywhere).count(keys.account)
    expect(await login('ayse', ayse.password, ABROAD)).toBe(429)
    expect(await login('ayse', ayse.password, HOME)).toBe(200)
  })

  it('at many accounts stop a network, but nobody who is known there', async () => {
    await enterFromHome()
    for (let failure = 0; failure < 48; failure++) await plak.server.deps.limit(triesOfNetwork).count(HOME)
    for (const [name, status] of [
      ['one', 404],
      ['two', 404],
      ['three', 429],
    ] as const)
      expect(await login(name, 'wrong', HOME)).toBe(status)
    expect(await login('ayse', ayse.password, HOME)).toBe(200)
    await plak.harness.register('fatma')
    expect(await login('fatma', 'fatma has a record player', HOME)).toBe(429)
    expect(await login('fatma', 'fatma has a record player', ABROAD)).toBe(200)
  })
})

it('ten wrong tries behind an undeclared proxy do not stop who is signed in, nor a reset link', async () => {
  const server = await startServer({ databaseUrl: plak.server.deps.settings.DATABASE_URL })
  onTestFinished(() => server.close())
  const { url } = server
  const statuses = times(40, (index) => login('ayse', 'wrong', `203.0.113.${index}`, url))
  expect(await tally(statuses)).toEqual({ 401: 10, 429: 30 })
  // A stranger at the same address cannot be distinguished from the owner who signs in.
  expect(await login('ayse', ayse.password, HOME, url)).toBe(429)
  const cookie = ayse.cookies.header()!
  const change = { current: ayse.password, next: 'another stylus and a groove' }
  expect((await call('auth.changePassword', change, HOME, { url, cookie })).status).toBe(200)
  const link = new URL((await makeResetLink(server.deps, 'ayse')).link)
  const reset = { token: link.hash.slice(1), password: 'a third stylus and groove' }
  expect((await call('auth.resetPassword', reset, HOME, { url })).status).toBe(200)
})

it('a signed-in person has ten wrong proofs a minute of their own', async () => {
  const cookie = ayse.cookies.header()!
  const prove = async () =>
    (await call('auth.changePassword', { current: 'wrong', next: 'another stylus' }, HOME, { cookie })).status
  expect(await tally(times(12, prove))).toEqual({ 400: 10, 429: 2 })
  // They count at the login, too.
  expect(await login('ayse', ayse.password, HOME)).toBe(429)
})

describe('a right password', () => {
  it('does not count as an attempt, however many come at once', async () => {
    expect(await tally(times(25, () => login('ayse', ayse.password, HOME)))).toEqual({ 200: 25 })
    expect(await tally(times(10, () => login('ayse', 'wrong', HOME)))).toEqual({ 401: 10 })
  })

  it('costs the statements of a login and no more', async () => {
    const said = noteStatements(plak.server.deps.db)
    expect(await login('ayse', ayse.password, HOME)).toBe(200)
    // The account is looked up, and its session is created in one transaction: nothing is read or written for the throttle.
    expect(
      said.filter((text) => !/\b(User|Session)\b|^(BEGIN|COMMIT|SET TRANSACTION .*)$/.test(text)),
    ).toEqual([])
    expect(said.length).toBeLessThanOrEqual(9)
  })
})

it('work of one key is done two at a time, the rest waits, and beyond the queue it is refused', async () => {
  const inTurn = keyedBulkhead(2, 3)
  let running = 0
  let most = 0
  const gate = Promise.resolve().then(() => inTurn('fatma', async () => {}))
  const work = async () => {
    most = Math.max(most, ++running)
    await gate
    running--
  }
  const outcomes = Promise.allSettled(Array.from({ length: 6 }, () => inTurn('ayse', work)))
  expect((await outcomes).map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected'])
  expect(most).toBe(2)
})

it('beyond the queue of hashes the answer says so, without a server error', async () => {
  const gate = Promise.resolve()
  const outcomes = await Promise.allSettled(Array.from({ length: 203 }, () => atMostTwo(() => gate)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.map(({ reason }) => reason as unknown)).toEqual([
    expect.objectContaining({ kind: 'unavailable', id: 'busy' }),
  ])
})

it('without Redis each process counts for itself, and stops nobody for what happens elsewhere', async () => {
  const redis = await startRedis()
  const alone = await startServer({
    settings: { TRUSTED_PROXIES: '1', REDIS_URL: redis.url },
    databaseUrl: plak.server.deps.settings.DATABASE_URL,
  })
  onTestFinished(() => alone.close())
  await enterFromHome(alone)
  await redis.kill()
  expect(await tally(times(12, () => login('ayse', 'wrong', ABROAD, alone.url)))).toEqual({ 401: 10, 429: 2 })
  expect(await login('ayse', ayse.password, HOME, alone.url)).toBe(200)
  for (let failure = 0; failure < 50; failure++) await alone.deps.limit(triesOfNetwork).count(HOME)
  expect(await login('nobody', 'wrong', HOME, alone.url)).toBe(429)
  expect(await login('ayse', ayse.password, HOME, alone.url)).toBe(200)
})
