import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { CountedTextId, TextId } from '../../shared/texts.ts'
import { tooMany } from './errors.ts'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'
import { guardRedis, type RedisGuard } from './redisGuard.ts'

export type RateLimit = {
  /** The seconds until a key has a try left: 0 when it has one now. Takes none. */
  waitOf(key: string): Promise<number>
  /** Takes tries from a key, one by default. @throws tooMany with the seconds to wait when fewer are left. */
  take(key: string, points?: number): Promise<void>
  /** Counts tries that were made already, whether they were left or not. */
  count(key: string, points?: number): Promise<void>
  /** Gives tries back: they came to nothing, or were no abuse. */
  giveBack(key: string, points?: number): Promise<void>
}

/** So many tries (`points`) for each key in a window of `duration` seconds; `name` names its counters in Redis. */
export type LimitRule = {
  name: string
  points: number
  duration: number
  /** the error when no try is left, with the seconds to wait; 'too many attempts' by default */
  text?: TextId | CountedTextId
  /** the input that the error is shown at */
  field?: string
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
  { name, points: wanted, duration, text = 'tooManyRequests', field, isFixed }: LimitRule,
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
    async take(key, taken = 1) {
      const refused = await ask((limiter) =>
        limiter.consume(key, taken).then(
          () => null,
          (error: unknown) => {
            if (error instanceof RateLimiterRes) return error
            throw error
          },
        ),
      )
      if (!refused) return
      // The limiter counts what it refuses, too: a smaller amount may still be left.
      await ask((limiter) => limiter.reward(key, taken))
      throw tooMany(text, secondsOf(refused), { field })
    },
    async count(key, taken = 1) {
      await ask((limiter) => limiter.penalty(key, taken))
    },
    async giveBack(key, taken = 1) {
      await ask((limiter) => limiter.reward(key, taken))
    },
  }
}

/** Takes tries of each rule, one by default; a rule that was taken already stays as it is. @throws tooMany */
export type Spend = (rules: readonly LimitRule[], points?: number) => Promise<void>

/**
 * Runs work whose `spend` takes tries of a key. A transaction that starts again can call it again without taking more. If the work
 * fails, or a rule refuses, everything that was taken is given back. @throws tooMany
 */
export async function spending<Result>(
  limit: (rule: LimitRule) => RateLimit,
  key: string,
  work: (spend: Spend) => Promise<Result>,
): Promise<Result> {
  const taken = new Map<LimitRule, number>()
  const spend: Spend = async (rules, points = 1) => {
    for (const rule of rules) {
      if (taken.has(rule)) continue
      await limit(rule).take(key, points)
      taken.set(rule, points)
    }
  }
  try {
    return await work(spend)
  } catch (error) {
    await Promise.all([...taken].map(([rule, points]) => limit(rule).giveBack(key, points)))
    throw error
  }
}
