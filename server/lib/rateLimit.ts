import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { CountedTextId, TextId } from '../../shared/texts.ts'
import { tooMany } from './errors.ts'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'
import { guardRedis, type RedisGuard } from './redisGuard.ts'

/** `limit` attempts per window, of which `remaining` are left; the window ends in `reset` seconds. */
export type LimitState = { isRefused: boolean; limit: number; remaining: number; reset: number }

export type RateLimit = {
  /** Returns seconds: 0 if an attempt is left. Consumes none. */
  waitOf(key: string): Promise<number>
  /** Consumes attempts if as many are left. While the rule is turned off, the whole limit is left. */
  tryTake(key: string, points?: number): Promise<LimitState>
  /** @throws tooMany with the seconds to wait if fewer attempts are left */
  take(key: string, points?: number): Promise<void>
  /** Counts attempts that were already made, even beyond the limit. */
  count(key: string, points?: number): Promise<void>
  giveBack(key: string, points?: number): Promise<void>
}

/** Allows `points` attempts per key in a window of `duration` seconds; `name` is part of its keys in Redis. */
export type LimitRule = {
  name: string
  points: number
  duration: number
  text?: TextId | CountedTextId
  field?: string
  /** LIMITS_FACTOR does not apply */
  isFixed?: true
}

type Limiter = RateLimiterRedis | RateLimiterMemory

/**
 * Returns a function that creates the limit of a rule, counted over all processes; while Redis is unreachable, each process
 * counts on its own. `factor` multiplies the points of the rules; 0 turns them off. It can change at any time.
 */
export function makeRateLimits(options: {
  redis: Redis
  prefix: string
  log: Log
  factor: () => number
}): (rule: LimitRule) => RateLimit {
  const withRedis = guardRedis(options.redis, options.log)
  const limits = new Map<string, RateLimit>()
  let factor = options.factor()
  return (rule) => {
    if (factor !== options.factor()) {
      factor = options.factor()
      limits.clear()
    }
    const limit = limits.get(rule.name) ?? makeRateLimit({ ...options, factor, withRedis }, rule)
    limits.set(rule.name, limit)
    return limit
  }
}

const noLimit = ({ points, duration }: LimitRule): RateLimit => ({
  waitOf: async () => 0,
  tryTake: async () => ({ isRefused: false, limit: points, remaining: points, reset: duration }),
  take: async () => {},
  count: async () => {},
  giveBack: async () => {},
})

function makeRateLimit(
  options: { redis: Redis; prefix: string; factor: number; withRedis: RedisGuard },
  rule: LimitRule,
): RateLimit {
  const { redis, prefix, factor, withRedis } = options
  const { name, points: basePoints, duration, text = 'tooManyRequests', field, isFixed } = rule
  if (factor === 0 && !isFixed) return noLimit(rule)
  const points = isFixed ? basePoints : Math.max(1, Math.round(basePoints * factor))
  const localLimiter = new RateLimiterMemory({ points, duration })
  const shared = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    keyPrefix: `${prefix}limit:${name}`,
    points,
    duration,
  })
  const ask = async <Answer>(command: (limiter: Limiter) => Promise<Answer>): Promise<Answer> => {
    const reply = await withRedis(() => command(shared))
    return reply ? reply.answer : await command(localLimiter)
  }
  const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000))

  async function tryTake(key: string, amount = 1): Promise<LimitState> {
    const { isRefused, used } = await ask((limiter) =>
      limiter.consume(key, amount).then(
        (state) => ({ isRefused: false, used: state }),
        (error: unknown) => {
          if (error instanceof RateLimiterRes) return { isRefused: true, used: error }
          throw error
        },
      ),
    )
    // The limiter also counts rejected attempts: returns them, because a smaller amount could still be available.
    if (isRefused) await ask((limiter) => limiter.reward(key, amount))
    return { isRefused, limit: points, remaining: Math.max(0, used.remainingPoints), reset: secondsOf(used) }
  }

  return {
    tryTake,
    async waitOf(key) {
      const used = await ask((limiter) => limiter.get(key))
      return used && used.consumedPoints >= points ? secondsOf(used) : 0
    },
    async take(key, amount = 1) {
      const { isRefused, reset } = await tryTake(key, amount)
      if (isRefused) throw tooMany(text, reset, { field })
    },
    async count(key, amount = 1) {
      await ask((limiter) => limiter.penalty(key, amount))
    },
    async giveBack(key, amount = 1) {
      await ask((limiter) => limiter.reward(key, amount))
    },
  }
}

/** Ignores a rule that was already consumed. @throws tooMany */
export type Spend = (rules: readonly LimitRule[], points?: number) => Promise<void>

/**
 * Runs work whose `spend` consumes attempts of a key. `spend` is idempotent, so a retried transaction can call it again. If the
 * work fails, or a limit is exceeded, all consumed attempts are returned. @throws tooMany
 */
export async function spending<Result>(
  limit: (rule: LimitRule) => RateLimit,
  key: string,
  work: (spend: Spend) => Promise<Result>,
): Promise<Result> {
  const spentPoints = new Map<LimitRule, number>()
  const spend: Spend = async (rules, points = 1) => {
    for (const rule of rules) {
      if (spentPoints.has(rule)) continue
      await limit(rule).take(key, points)
      spentPoints.set(rule, points)
    }
  }
  try {
    return await work(spend)
  } catch (error) {
    await Promise.all([...spentPoints].map(([rule, points]) => limit(rule).giveBack(key, points)))
    throw error
  }
}
