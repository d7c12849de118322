import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeCache } from '../../server/lib/cache.ts'
import { notFound, unavailable, type DomainError } from '../../server/lib/errors.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { turkishTexts } from '../../shared/texts/turkish.ts'
import { connected, ownRedis, quietLog, sharedRedis } from './ownRedis.ts'

const { url } = sharedRedis()
const life = { fresh: 1_000, keep: 60_000, notFoundFor: 5_000 }
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
  makeCache({
    redis,
    prefix,
    log: quietLog(),
    now: () => new Date(clock),
    timing: { poll: 10, failure: 150, ...timing },
  })

/** A load that is on its way until it is told how it ends. */
function slowLoad() {
  let resolve!: (value: string) => void
  let reject!: (reason: Error) => void
  const promise = new Promise<string>((...ends) => ([resolve, reject] = ends))
  return { load: vi.fn<() => Promise<string>>(() => promise), resolve, reject }
}

const failing = () => Promise.reject(unavailable('catalog.unavailable'))

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
  expect(error.say(turkishTexts)).toBe('Albüm bulunamadı')
  clock += life.notFoundFor
  expect(await a.get('key', life, async () => 'there')).toBe('there')
})

test('a failure is never kept as a value; for a moment the crowd behind it gets the same failure without a load', async () => {
  const [a, b] = [process(one), process(other)]
  const load = vi.fn<() => Promise<unknown>>(failing)
  const first = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => (index % 2 ? a : b).get('key', life, load)),
  )
  expect(first.every((call) => call.status === 'rejected' && call.reason.kind === 'unavailable')).toBe(true)
  await expect(a.get('key', life, load)).rejects.toMatchObject({ id: 'catalog.unavailable' })
  await expect(b.get('key', life, load)).rejects.toMatchObject({ id: 'catalog.unavailable' })
  expect(load).toHaveBeenCalledTimes(1)
  await expect.poll(() => a.get('key', life, async () => 'well').catch(() => 'failing')).toBe('well')
})

test('an error that is not ours stays inside: other processes get that it is unavailable', async () => {
  const [a, b] = [process(one), process(other)]
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
  // Its life goes down, and is renewed again and again.
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

describe('with a Redis that goes away', () => {
  let own: Awaited<ReturnType<typeof ownRedis>>
  let redis: Redis
  beforeEach(async () => {
    own = await ownRedis()
    redis = await connected(own.url)
    return async () => {
      redis.destroy()
      await own.remove()
    }
  })

  test('killed in the middle of a load: the value arrives all the same, and the cache works on without it', async () => {
    const cache = process(redis)
    await cache.get('known', life, async () => 'known')
    const { load, resolve } = slowLoad()
    const calls = [cache.get('key', life, load), cache.get('key', life, load)]
    await vi.waitFor(() => expect(load).toHaveBeenCalled())
    await own.kill()
    resolve('value')
    expect(await Promise.all(calls)).toEqual(['value', 'value'])
    expect(load).toHaveBeenCalledTimes(1)

    const { load: another, resolve: finish } = slowLoad()
    const crowd = Array.from({ length: 20 }, () => cache.get('other', life, another))
    await vi.waitFor(() => expect(another).toHaveBeenCalled())
    finish('other')
    expect(new Set(await Promise.all(crowd))).toEqual(new Set(['other']))
    expect(another).toHaveBeenCalledTimes(1)

    clock += life.fresh
    expect(await cache.get('known', life, failing)).toBe('known')
    await expect(
      cache.get('nothing', life, () => Promise.reject(notFound('catalog.artistNotFound'))),
    ).rejects.toMatchObject({ kind: 'notFound' })
  })

  test('back again, it is used again by itself', async () => {
    const cache = process(redis)
    await own.kill()
    await cache.get('key', life, async () => 'value')
    own.restart()
    await expect
      .poll(
        async () => {
          clock += life.fresh
          await cache.get('key', life, async () => 'value')
          return redis.get(`${prefix}cache:3:value:{key}`).catch(() => null)
        },
        { timeout: 8_000 },
      )
      .toContain('value')
  })

  test('a Redis that hangs costs its time-out once, not on every request', async () => {
    let commands = 0
    const counted = new Proxy(redis, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          commands++
          return value.apply(target, args) as unknown
        }
      },
    })
    const cache = process(counted)
    own.freeze()
    for (const key of Array.from({ length: 20 }, (_, index) => `key ${index}`)) {
      expect(await cache.get(key, life, async () => key)).toBe(key)
    }
    expect(commands).toBeLessThan(10)
    own.thaw()
  })
})
