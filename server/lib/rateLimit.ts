import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { CountedTextId } from '../../shared/texts.ts'
import { tooMany } from './errors.ts'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'
import { guardRedis, type RedisGuard } from './redisGuard.ts'

export type RateLimit = {
  /** The seconds until a key has a try left: 0 when it has one now. Takes none. */
  waitOf(key: string): Promise<number>
  /** Takes one try from a key. @throws tooMany with the seconds to wait when none is left. */
  take(key: string): Promise<void>
  /** Counts a try that was made already, whether one was left or not. */
  count(key: string): Promise<void>
  /** Gives the try back: it came to nothing, or was no abuse. */
  giveBack(key: string): Promise<void>
}

/** So many tries (`points`) for each key in a window of `duration` seconds; `name` names its counters in Redis. */
export type LimitRule = {
  name: string
  points: number
  duration: number
  /** the error when no try is left, with the seconds to wait; 'too many attempts' by default */
  text?: CountedTextId
  /** LIMITS_FACTOR does not change it */
  isFixed?: true
}

type Limiter = RateLimiterRedis | RateLimiterMemory

/**
 * Gives the limit of a rule, counted over all processes; while Redis is away, each process counts for itself. `factor`
 * multiplies what the rules allow; 0 turns them off.
 */
export function makeRateLimits(options: {
  redis: Redis
  prefix: string
  log: Log
  factor: number
}): (rule: LimitRule) => RateLimit {
  const withRedis = guardRedis(options.redis, options.log)
  const limits = new Map<string, RateLimit>()
  return (rule) => {
    const limit = limits.get(rule.name) ?? makeRateLimit({ ...options, withRedis }, rule)
    limits.set(rule.name, limit)
    return limit
  }
}

const noLimit: RateLimit = {
  waitOf: async () => 0,
  take: async () => {},
  count: async () => {},
  giveBack: async () => {},
}

function makeRateLimit(
  options: { redis: Redis; prefix: string; factor: number; withRedis: RedisGuard },
  { name, points: wanted, duration, text = 'tooManyRequests', isFixed }: LimitRule,
): RateLimit {
  const { redis, prefix, factor, withRedis } = options
  if (factor === 0 && !isFixed) return noLimit
  const points = isFixed ? wanted : Math.max(1, Math.round(wanted * factor))
  const own = new RateLimiterMemory({ points, duration })
  const shared = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    keyPrefix: `${prefix}limit:${name}`,
    points,
    duration,
  })
  const ask = async <Answer>(command: (limiter: Limiter) => Promise<Answer>): Promise<Answer> => {
    const given = await withRedis(() => command(shared))
    return given ? given.answer : await command(own)
  }
  const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000))

  return {
    async waitOf(key) {
      const used = await ask((limiter) => limiter.get(key))
      return used && used.consumedPoints >= points ? secondsOf(used) : 0
    },
    async take(key) {
      const refused = await ask((limiter) =>
        limiter.consume(key).then(
          () => null,
          (error: unknown) => {
            if (error instanceof RateLimiterRes) return error
            throw error
          },
        ),
      )
      if (refused) throw tooMany(text, secondsOf(refused))
    },
    async count(key) {
      await ask((limiter) => limiter.penalty(key))
    },
    async giveBack(key) {
      await ask((limiter) => limiter.reward(key))
    },
  }
}

/**
 * Runs work that takes one try of each limit when it calls `spend`: of all or, where one refuses, of none; once, however
 * often it calls. What it took is given back when it fails. @throws tooMany
 */
export async function spending<Result>(
  limits: readonly RateLimit[],
  key: string,
  work: (spend: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const taken: RateLimit[] = []
  const giveBack = () => Promise.all(taken.splice(0).map((limit) => limit.giveBack(key)))
  async function spend(): Promise<void> {
    if (taken.length > 0) return
    for (const limit of limits) {
      await limit.take(key)
      taken.push(limit)
    }
  }
  try {
    return await work(spend)
  } catch (error) {
    await giveBack()
    throw error
  }
}
