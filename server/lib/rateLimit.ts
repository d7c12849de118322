import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { tooMany } from './errors.ts'
import type { Redis } from './redis.ts'

export type RateLimit = {
  /** Takes one try from a key. @throws tooMany with the seconds to wait when none is left. */
  take(key: string): Promise<void>
  /** Gives the try back: it was no abuse. */
  giveBack(key: string): Promise<void>
}

/** So many tries (`points`) for each key in a window of `duration` seconds; `name` names its counters in Redis. */
export type LimitRule = { name: string; points: number; duration: number }

/** Gives the limit of a rule, counted over all processes; while Redis is away, each process counts for itself. */
export function makeRateLimits(options: { redis: Redis; prefix: string }): (rule: LimitRule) => RateLimit {
  const limits = new Map<string, RateLimit>()
  return (rule) => {
    const limit = limits.get(rule.name) ?? makeRateLimit(options, rule)
    limits.set(rule.name, limit)
    return limit
  }
}

function makeRateLimit(
  { redis, prefix }: { redis: Redis; prefix: string },
  { name, points, duration }: LimitRule,
): RateLimit {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    keyPrefix: `${prefix}limit:${name}`,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
    points,
    duration,
  })
  return {
    async take(key) {
      try {
        await limiter.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw tooMany('tooManyRequests', seconds)
      }
    },
    async giveBack(key) {
      await limiter.reward(key)
    },
  }
}

/** The network that an address stands for: itself, or the /64 of an IPv6 address, which one person owns whole. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
