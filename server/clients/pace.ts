import { setTimeout as sleep } from 'node:timers/promises'
import { NotCalled, type Log } from '../lib/http.ts'
import type { Redis } from '../lib/redis.ts'
import { guardRedis } from '../lib/redisGuard.ts'

/** The budget of calls to an outside service, kept by all processes together. */
export type Pace = {
  /**
   * Waits for the next free turn, `most` milliseconds at the longest; throws `NoTurn` when there is none so soon, or while
   * the service is paused.
   */
  turn: (most?: number) => Promise<void>
  /** Stops all calls for `ms` milliseconds; for ten minutes after that, all processes call half as often. */
  rest: (ms: number) => Promise<void>
}

/** There is no turn: too many are waiting already, or the service is left alone for a while. */
export class NoTurn extends NotCalled {}

/** The service is paused for all. */
export class Paused extends NoTurn {}

/** Milliseconds between two calls to Last.fm: five turns take 1,100, so that a late one leaves four calls within a second. */
export const LASTFM_SPACING = 275
/** The same for Spotify, which publishes no limit. */
export const SPOTIFY_SPACING = 100

const SLOW_AFTER_REST = 10 * 60_000

/** What a pace measures and waits with, in milliseconds; `now` never goes back. */
export type Clock = { now: () => number; sleep: (ms: number) => Promise<unknown> }

const processClock: Clock = { now: () => performance.now(), sleep: (ms) => sleep(ms) }

/** A caller that wakes up later than this gives up its turn and takes another one, so as not to collide with the next ones. */
const LATE = 60

// Redis owns the next free turn, so that two processes are never given the same one. Its time counts, because
// the clocks of two machines differ; a test that moves the clock gives its own.
const now = `
local time = redis.call('TIME')
local now = tonumber(ARGV[3]) or time[1] * 1000 + math.floor(time[2] / 1000)
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
 * Turns `spacing` milliseconds apart over all processes that share the Redis `key`; no caller waits longer than
 * `longest` milliseconds. While Redis is away each process keeps the spacing for itself.
 */
export function makePace(options: {
  redis: Redis
  log: Log
  key: string
  spacing: number
  longest: number
  /** for tests, instead of the time of Redis and of this process */
  clock?: Clock
}): Pace {
  const { redis, log, key, spacing, longest } = options
  const clock = options.clock ?? processClock
  const withRedis = guardRedis(redis, log)
  let next = 0
  let restUntil = 0
  let slowUntil = 0

  const run = (script: string, ...numbers: number[]) => {
    const given = options.clock ? [...numbers, clock.now()] : numbers
    return withRedis((it) => it.eval(script, { keys: [key], arguments: given.map(String) }))
  }

  const remember = (rest: number) => {
    restUntil = Math.max(restUntil, clock.now() + rest)
    slowUntil = restUntil + SLOW_AFTER_REST
  }

  /** Takes the next free turn, if it comes before `latest`; answers its time, and what time it is now. */
  async function take(latest: number, most: number): Promise<{ turn: number; at: number }> {
    if (clock.now() < restUntil) throw new Paused('The service is left alone for a while')
    const given = await run(takeTurn, spacing, most)
    const [granted, wait] = (given?.answer as [number, number] | undefined) ?? [1, 0]
    if (!granted && wait > 0) {
      remember(wait)
      throw new Paused('The service is left alone for a while')
    }
    // The local count is kept beside that of Redis, so that there is no burst when Redis goes away or comes back.
    const at = clock.now()
    const turn = Math.max(at + wait, next)
    if (!granted || turn > Math.min(at + most, latest)) throw new NoTurn('Too many calls are waiting')
    next = turn + (at < slowUntil ? 2 * spacing : spacing)
    return { turn, at }
  }

  return {
    async turn(most = longest) {
      let latest = Infinity
      while (true) {
        const { turn, at } = await take(latest, most)
        if (turn > at) await clock.sleep(turn - at)
        if (clock.now() - turn <= LATE) return
        latest = Math.min(latest, at + most)
      }
    },

    async rest(ms) {
      remember(ms)
      await run(takeRest, ms, SLOW_AFTER_REST)
    },
  }
}
