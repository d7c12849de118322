import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notFound, type DomainError } from '../../server/lib/errors.ts'
import { catalogues } from '../../server/lib/languages.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, sharedRedis } from './ownRedis.ts'
import { failing, life, slowLoad, testCache } from './testCache.ts'

const { url } = sharedRedis()
let one: Redis
let other: Redis
let prefix = ''
let clock = 0

beforeAll(async () => {
  one = await connected(url)
  other = await connected(url)
})
afterAll(() => {
  one.destroy()
  other.destroy()
})
beforeEach(() => {
  prefix = sharedRedis().prefix
  clock = Date.parse('2026-11-20T12:00:00Z')
})

const process = (redis: Redis, timing = {}) =>
  testCache({ redis, prefix, now: () => new Date(clock) }, timing)
test('two processes and a hundred callers make one load, and everybody gets its value', async () => {
  const [a, b] = [process(one), process(other)]
  const { load, resolve } = slowLoad()
  const calls = Array.from({ length: 100 }, (_, index) => (index % 2 ? a : b).get('key', life, load))
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  resolve('value')
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['value']))
  expect(load).toHaveBeenCalledTimes(1)
})

test('a fresh value is given without a load, by a process that never saw it as well', async () => {
  await process(one).get('key', life, async () => ({ name: 'İstanbul 東京', list: [1, null] }))
  const never = vi.fn<() => Promise<unknown>>()
  expect(await process(other).get('key', life, never)).toEqual({ name: 'İstanbul 東京', list: [1, null] })
  expect(never).not.toHaveBeenCalled()
})

test('a stale value is given at once by every process while one of them loads the new one', async () => {
  const [a, b] = [process(one), process(other)]
  await a.get('key', life, async () => 'old')
  clock += life.fresh
  const { load, resolve } = slowLoad()
  for (const cache of [a, b, a, b]) expect(await cache.get('key', life, load)).toBe('old')
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  resolve('new')
  await expect.poll(() => a.get('key', life, load)).toBe('new')
  await expect.poll(() => b.get('key', life, load)).toBe('new')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a stale value is given while loads fail, until it is too old to keep', async () => {
  const cache = process(one)
  await cache.get('key', life, async () => 'old')
  clock += life.keep - 1
  expect(await cache.get('key', life, failing)).toBe('old')
  clock += 1
  await expect(cache.get('key', life, failing)).rejects.toMatchObject({ id: 'catalog.unavailable' })
})

test("'not found' is remembered as long as its life says, in all processes", async () => {
  const load = vi.fn<() => Promise<unknown>>(() => Promise.reject(notFound('catalog.albumNotFound', 'album')))
  const [a, b] = [process(one), process(other)]
  for (const cache of [a, b, a]) {
    await expect(cache.get('key', life, load)).rejects.toMatchObject({
      kind: 'notFound',
      id: 'catalog.albumNotFound',
      message: 'Album not found',
      field: 'album',
    })
  }
  expect(load).toHaveBeenCalledTimes(1)
  const error = (await b.get('key', life, load).catch((reason: unknown) => reason)) as DomainError
  expect(error.say(catalogues.tr)).toBe('Albüm bulunamadı')
  clock += life.notFoundFor
  expect(await a.get('key', life, async () => 'there')).toBe('there')
})

test('a failure is never kept as a value; for a moment the crowd behind it gets the same failure without a load', async () => {
  const [a, b] = [process(one, { failure: 2_000 }), process(other, { failure: 2_000 })]
  const load = vi.fn<() => Promise<unknown>>(failing)
  const first = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => (index % 2 ? a : b).get('key', life, load)),
  )
  expect(first.every((call) => call.status === 'rejected' && call.reason.kind === 'unavailable')).toBe(true)
  await expect(a.get('key', life, load)).rejects.toMatchObject({ id: 'catalog.unavailable' })
  await expect(b.get('key', life, load)).rejects.toMatchObject({ id: 'catalog.unavailable' })
  expect(load).toHaveBeenCalledTimes(1)
  await expect
    .poll(() => a.get('key', life, async () => 'well').catch(() => 'failing'), { timeout: 10_000 })
    .toBe('well')
})

test('an error that is not ours stays inside: other processes get that it is unavailable', async () => {
  const [a, b] = [process(one, { failure: 5_000 }), process(other, { failure: 5_000 })]
  const { load, reject } = slowLoad()
  const calls = [a.get('key', life, load), b.get('key', life, load)]
  const settled = Promise.allSettled(calls)
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  reject(new Error('secret'))
  const reasons = (await settled).map((call) =>
    call.status === 'rejected' ? String(call.reason.message) : '',
  )
  expect(load).toHaveBeenCalledTimes(1)
  expect(reasons.toSorted()).toEqual(['An error occurred', 'secret'])
})

test('a value that is garbage counts as absent', async () => {
  for (const garbage of [
    '',
    '{',
    'null',
    '[]',
    '{"value":1}',
    '{"at":"x","value":1}',
    '{"at":1,"missing":{}}',
  ]) {
    prefix = sharedRedis().prefix
    await one.set(`${prefix}cache:3:value:{key}`, garbage)
    expect(await process(one).get('key', life, async () => 'loaded')).toBe('loaded')
  }
})

test('the lock of a process that died is taken over', async () => {
  const dying = process(one, { lock: 10 * 60_000 })
  void dying.get('key', life, () => new Promise<never>(() => {}))
  await vi.waitFor(async () => expect(await one.get(`${prefix}cache:3:lock:{key}`)).not.toBeNull())
  await one.pExpire(`${prefix}cache:3:lock:{key}`, 100)
  expect(await process(other).get('key', life, async () => 'mine')).toBe('mine')
})

test('a load that takes longer than the lock keeps the lock', async () => {
  const [a, b] = [process(one, { lock: 900 }), process(other, { lock: 900 })]
  const { load, resolve } = slowLoad()
  const calls = [a.get('key', life, load), b.get('key', life, load)]
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  // Its remaining time decreases, and is renewed repeatedly.
  let [left, renewals] = [Infinity, 0]
  await vi.waitFor(
    async () => {
      const now = await one.pTTL(`${prefix}cache:3:lock:{key}`)
      if (now > left) renewals++
      left = now
      expect(renewals).toBeGreaterThan(2)
    },
    { timeout: 20_000, interval: 10 },
  )
  resolve('value')
  expect(await Promise.all(calls)).toEqual(['value', 'value'])
  expect(load).toHaveBeenCalledTimes(1)
})

test('long keys are hashed, and stay apart', async () => {
  const cache = process(one)
  const long = 'ü'.repeat(5_000)
  expect(await cache.get(`${long}a`, life, async () => 1)).toBe(1)
  expect(await cache.get(`${long}b`, life, async () => 2)).toBe(2)
  for await (const keys of one.scanIterator({ MATCH: `${prefix}*` })) {
    for (const key of keys) expect(key.length).toBeLessThan(200)
  }
})

test('what is kept in Redis is gone when its time is over', async () => {
  await process(one).get('key', life, async () => 'value')
  const ttl = await one.pTTL(`${prefix}cache:3:value:{key}`)
  expect(ttl).toBeGreaterThan(life.keep - 5_000)
  expect(ttl).toBeLessThanOrEqual(life.keep)
})

test('only the newest values stay in the process', async () => {
  const cache = process(one, { nearby: 2 })
  for (const key of ['a', 'b', 'c']) await cache.get(key, life, async () => key)
  await one.unlink([`${prefix}cache:3:value:{a}`, `${prefix}cache:2:value:{c}`])
  expect(await cache.get('a', life, async () => 'again')).toBe('again')
  expect(await cache.get('c', life, async () => 'again')).toBe('c')
})
