import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './http.ts'
import { reachRedis } from './reach.ts'
import type { Redis } from './redis.ts'

/** The budget of calls to an outside service, kept by all processes together. */
export type Pace = {
  /** Waits for the next free turn; throws `NoTurn` when there is none soon, or while the service has rest. */
  turn: () => Promise<void>
  /** Nobody calls for `ms` milliseconds; for ten minutes after that, everybody calls half as often. */
  rest: (ms: number) => Promise<void>
}

/** There is no turn: too many are waiting already, or the service is left alone for a while. */
export class NoTurn extends Error {}

const SLOW_AFTER_REST = 10 * 60_000

// Redis owns the clock and the next free turn: two processes can never be given the same one.
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function kept(field) return tonumber(redis.call('HGET', KEYS[1], field) or 0) end
`

/** Answers {1, wait} with the milliseconds until the turn, {0, 0} for a full queue, {0, rest} in a rest. */
const takeTurn = `${now}
local spacing, longest = tonumber(ARGV[1]), tonumber(ARGV[2])
local rest = kept('rest') - now
if rest > 0 then return {0, rest} end
if kept('slow') > now then spacing = spacing * 2 end
local turn = math.max(now, kept('next'))
if turn - now > longest then return {0, 0} end
redis.call('HSET', KEYS[1], 'next', string.format('%.0f', turn + spacing))
local life = longest + spacing
if redis.call('PTTL', KEYS[1]) < life then redis.call('PEXPIRE', KEYS[1], 2 * life) end
return {1, turn - now}
`

const takeRest = `${now}
local rest = math.max(kept('rest'), now + tonumber(ARGV[1]))
local slow = rest + tonumber(ARGV[2])
redis.call('HSET', KEYS[1], 'rest', string.format('%.0f', rest), 'slow', string.format('%.0f', slow))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', slow))
`

/**
 * Turns `spacing` milliseconds apart over all processes that share the Redis `key`; nobody waits longer than
 * `longest` milliseconds. While Redis is away each process keeps the spacing for itself.
 */
export function makePace(options: {
  redis: Redis
  log: Log
  key: string
  spacing: number
  longest: number
}): Pace {
  const { redis, log, key, spacing, longest } = options
  const reach = reachRedis(redis, log)
  let next = 0
  let restUntil = 0
  let slowUntil = 0

  const remember = (rest: number) => {
    restUntil = Math.max(restUntil, performance.now() + rest)
    slowUntil = restUntil + SLOW_AFTER_REST
  }

  return {
    async turn() {
      if (performance.now() < restUntil) throw new NoTurn('The service is left alone for a while')
      const limits = [`${spacing}`, `${longest}`]
      const given = await reach((it) => it.eval(takeTurn, { keys: [key], arguments: limits }))
      const [granted, wait] = (given?.answer as [number, number] | undefined) ?? [1, 0]
      if (!granted && wait > 0) {
        remember(wait)
        throw new NoTurn('The service is left alone for a while')
      }
      // The own count goes on beside that of Redis, so that nothing bursts when Redis goes or comes.
      const at = performance.now()
      const turn = Math.max(at + wait, next)
      if (!granted || turn - at > longest) throw new NoTurn('Too many calls are waiting')
      next = turn + (at < slowUntil ? 2 * spacing : spacing)
      await sleep(turn - at)
    },

    async rest(ms) {
      remember(ms)
      await reach((it) => it.eval(takeRest, { keys: [key], arguments: [`${ms}`, `${SLOW_AFTER_REST}`] }))
    },
  }
}
