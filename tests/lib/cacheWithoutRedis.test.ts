import { beforeEach, describe, expect, test, vi } from 'vitest'
import { notFound } from '../../server/lib/errors.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, ownRedis, sharedRedis } from './ownRedis.ts'
import { failing, life, slowLoad, testCache } from './testCache.ts'

let prefix = ''
let clock = 0
const process = (redis: Redis, timing = {}) =>
  testCache({ redis, prefix, now: () => new Date(clock) }, timing)

describe('with a Redis that goes away', () => {
  let own: Awaited<ReturnType<typeof ownRedis>>
  let redis: Redis
  beforeEach(async () => {
    prefix = sharedRedis().prefix
    clock = Date.parse('2026-11-20T12:00:00Z')
    own = await ownRedis()
    redis = await connected(own.url)
    return async () => {
      redis.destroy()
      await own.remove()
    }
  })

  test('killed in the middle of a load: the value arrives anyway, and the cache continues without it', async () => {
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
      .poll(async () => {
        clock += life.fresh
        await cache.get('key', life, async () => 'value')
        return redis.get(`${prefix}cache:3:value:{key}`).catch(() => null)
      })
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
