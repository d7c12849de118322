import type { Log } from '../../lib/http.ts'
import type { Redis } from '../../lib/redis.ts'
import { guardRedis } from '../../lib/redisGuard.ts'

/** Pause during which the service accepts no calls, shared by all processes. */
export type Rest = {
  until: () => Promise<Date | null>
  take: (ms: number) => Promise<void>
}

/** Stores the pause in Redis and, in case Redis is unreachable, in the process that received it. */
export function makeRest({
  redis,
  key,
  log,
  now,
}: {
  redis: Redis
  key: string
  log: Log
  now: () => Date
}): Rest {
  const withRedis = guardRedis(redis, log)
  let localEnd = 0
  return {
    async until() {
      const stored = await withRedis((it) => it.get(key))
      const end = Math.max(localEnd, Number(stored?.answer ?? 0))
      return end > now().getTime() ? new Date(end) : null
    },
    async take(ms) {
      localEnd = Math.max(localEnd, now().getTime() + ms)
      await withRedis((it) => it.set(key, `${localEnd}`, { expiration: { type: 'PX', value: ms } }))
    },
  }
}
