import type { Log } from './http.ts'
import type { Redis } from './redis.ts'

/** Runs a command of Redis and gives its result, or null while Redis is out of reach. It never throws. */
export type RedisGuard = <T>(command: (redis: Redis) => Promise<T>) => Promise<{ answer: T } | null>

/** The client's own timeout only covers writing the command; without this one, a Redis that hangs would hang its callers. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/**
 * A circuit breaker for callers that can do without Redis: after a failure, or `pause` milliseconds without an answer,
 * commands are skipped for `pause` milliseconds, then one is tried. Unlike cockatiel's breaker it does not let other
 * callers wait for that trial, so that a Redis that hangs costs one request a second and not all.
 */
export function guardRedis(redis: Redis, log: Log, pause = 1_000): RedisGuard {
  let openUntil = 0
  return async (command) => {
    if (performance.now() < openUntil) return null
    const isTrial = openUntil > 0
    if (isTrial) openUntil = performance.now() + pause
    try {
      const answer = await withTimeout(command(redis), pause)
      if (isTrial) log.info('Redis answers again')
      openUntil = 0
      return { answer }
    } catch (error) {
      if (String((error as Error | null)?.message).startsWith('READONLY')) redis.leave()
      if (openUntil === 0) log.warn({ err: error }, 'Redis is out of reach, going on without it')
      openUntil = performance.now() + pause
      return null
    }
  }
}
