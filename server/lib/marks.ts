import { LRUCache } from 'lru-cache'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'
import { guardRedis } from './redisGuard.ts'

/** Names that are remembered for a while, over all processes. */
export type Marks = {
  set(name: string): Promise<void>
  /** Whether a name is remembered; null while that cannot be known. */
  has(name: string): Promise<boolean | null>
}

const NEARBY = 10_000

/** Remembers names for `seconds` in Redis, and the newest of them in the process, for while Redis is away. */
export function makeMarks({
  redis,
  prefix,
  log,
  seconds,
}: {
  redis: Redis
  prefix: string
  log: Log
  seconds: number
}): Marks {
  const withRedis = guardRedis(redis, log)
  const near = new LRUCache<string, true>({ max: NEARBY, ttl: seconds * 1_000 })
  return {
    async set(name) {
      near.set(name, true)
      await withRedis((it) => it.set(prefix + name, '', { expiration: { type: 'EX', value: seconds } }))
    },
    async has(name) {
      if (near.has(name)) return true
      const found = await withRedis((it) => it.exists(prefix + name))
      return found && found.answer === 1
    },
  }
}
