import type { Log } from './http.ts'
import type { Redis } from './redis.ts'

/** Runs a command of Redis and gives its answer, or null while Redis is out of reach. It never throws. */
export type Reach = <T>(command: (redis: Redis) => Promise<T>) => Promise<{ answer: T } | null>

/** The client's own time-out ends when a command is on the wire; a Redis that hangs would be waited for for ever. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * For those who have an answer of their own when Redis is away: after a failure, or `rest` milliseconds
 * without an answer, nobody asks it for `rest` milliseconds, then one goes ahead and looks, so that not every
 * request pays for a Redis that hangs.
 */
export function reachRedis(redis: Redis, log: Log, rest = 1_000): Reach {
  let restUntil = 0
  return async (command) => {
    if (performance.now() < restUntil) return null
    const away = restUntil > 0
    if (away) restUntil = performance.now() + rest
    try {
      const answer = await inTime(command(redis), rest)
      if (away) log.info('Redis answers again')
      restUntil = 0
      return { answer }
    } catch (error) {
      if (restUntil === 0) log.warn({ err: error }, 'Redis is out of reach, going on without it')
      restUntil = performance.now() + rest
      return null
    }
  }
}
