import type { ErrorParts } from './errors.ts'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'
import { guardRedis } from './redisGuard.ts'

/** `at` is in epoch milliseconds. */
export type Entry = { at: number; value: unknown } | { at: number; missing: ErrorParts }
export type Lock = { key: string; token: string }

/** Change it with the shape of entries, so that no process reads entries of another version. */
const VERSION = 3

// The process with the lock loads. The same step reads the value, so that a value that was just stored is not loaded again.
const claimLock = `
local value, failed = redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2])
if failed then return {value, failed, 0} end
local mine = redis.call('SET', KEYS[3], ARGV[1], 'NX', 'PX', ARGV[2])
return {value, failed, mine and 1 or 0}`
const renewLock = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`
const storeAndUnlock = `
if ARGV[2] ~= '' then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`

function readEntry(json: string | null | undefined): Entry | undefined {
  try {
    const entry = JSON.parse(json ?? 'null') as Entry | null
    if (typeof entry?.at !== 'number') return undefined
    return 'value' in entry || typeof entry.missing?.id === 'string' ? entry : undefined
  } catch {
    return undefined
  }
}

export type CacheStore = ReturnType<typeof makeCacheStore>

/**
 * Creates the part of the cache that all processes share, in Redis. `lockFor` is how long the lock of a dead process lasts, in
 * milliseconds. While Redis is unreachable, nothing is found, stored or locked.
 */
export function makeCacheStore(options: { redis: Redis; prefix: string; log: Log; lockFor: number }) {
  const { redis, prefix, log, lockFor } = options
  const withRedis = guardRedis(redis, log)
  // The braces keep the keys of one value in the same slot if Redis is a cluster.
  const name = (part: 'value' | 'failed' | 'lock', key: string) =>
    `${prefix}cache:${VERSION}:${part}:{${key}}`

  async function settle({ key, token }: Lock, part: 'value' | 'failed', text: string, ttl: number) {
    const keys = [name(part, key), name('lock', key)]
    const values = [token, text, `${Math.max(1, Math.ceil(ttl))}`]
    await withRedis((it) => it.eval(storeAndUnlock, { keys, arguments: values }))
  }

  return {
    read: async (key: string) => readEntry((await withRedis((it) => it.get(name('value', key))))?.answer),

    async claim({ key, token }: Lock) {
      const keys = [name('value', key), name('failed', key), name('lock', key)]
      const claim = await withRedis((it) => it.eval(claimLock, { keys, arguments: [token, `${lockFor}`] }))
      if (!claim) return null
      const [value, storedFailure, acquired] = claim.answer as [string | null, string | null, number]
      return { entry: readEntry(value), storedFailure, isAcquired: acquired === 1 }
    },

    hold({ key, token }: Lock) {
      const call = { keys: [name('lock', key)], arguments: [token, `${lockFor}`] }
      const renewal = setInterval(() => void withRedis((it) => it.eval(renewLock, call)), lockFor / 3).unref()
      return () => clearInterval(renewal)
    },

    /** `ttl` is in milliseconds. Also releases the lock. */
    keepValue: (lock: Lock, entry: Entry, ttl: number) => settle(lock, 'value', JSON.stringify(entry), ttl),
    keepFailure: (lock: Lock, failure: object, ttl: number) =>
      settle(lock, 'failed', JSON.stringify(failure), ttl),
    release: (lock: Lock) => settle(lock, 'value', '', 1),
  }
}
