import type { Log } from './http.ts'
import type { Redis } from './redis.ts'

/** Runs a Redis command and returns its result, or null while Redis is unreachable. It never throws. */
export type RedisGuard = <T>(command: (redis: Redis) => Promise<T>) => Promise<{ answer: T } | null>

/**
 * Limits the time of a command. The client's own timeout covers only writing the command; a Redis that hangs would hang its
 * callers.
 */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/**
 * Creates a circuit breaker for callers that can do without Redis. After a failure, or `pause` milliseconds without a response,
 * commands are skipped for `pause` milliseconds; then one is tried. Unlike cockatiel's breaker, other callers do not wait for
 * that trial: a Redis that hangs delays one request by a second, not all.
 */
export function guardRedis(redis: Redis, log: Log, pause = 1_000): RedisGuard {
  let openUntil = 0
  return async (command) => {
    if (performance.now() < openUntil) return null
    const isTrial = openUntil > 0
    if (isTrial) openUntil = performance.now() + pause
    try {
      const answer = await withTimeout(command(redis), pause)
      if (isTrial) log.info('Redis connection restored')
      openUntil = 0
      return { answer }
    } catch (error) {
      if (String((error as Error | null)?.message).startsWith('READONLY')) redis.leave()
      if (openUntil === 0) log.warn({ err: error }, 'Redis is unreachable, continuing without it')
      openUntil = performance.now() + pause
      return null
    }
  }
}
