import { setTimeout as sleep } from 'node:timers/promises'
import { NotCalled, type Log } from '../lib/http.ts'
import type { Redis } from '../lib/redis.ts'
import { guardRedis } from '../lib/redisGuard.ts'

/** The rate limit of an outside service, shared by all processes. */
export type Pace = {
  /** `maxWait` is in milliseconds. @throws NoTurn if no turn is free that soon, or while the service is paused */
  turn: (maxWait?: number) => Promise<void>
  /** Stops all calls for `ms` milliseconds; for ten minutes after that, all processes call half as often. */
  rest: (ms: number) => Promise<void>
}

export class NoTurn extends NotCalled {}

export class Paused extends NoTurn {}

/**
 * Milliseconds between two calls to Last.fm. Five turns take 1,100 ms, so even with one late call at most four fall into a
 * second.
 */
export const LASTFM_SPACING = 275
/** Milliseconds between two calls to Spotify, which publishes no limit. */
export const SPOTIFY_SPACING = 100

const SLOW_AFTER_REST = 10 * 60_000

/** In milliseconds; `now` never goes back. */
export type Clock = { now: () => number; sleep: (ms: number) => Promise<unknown> }

const processClock: Clock = { now: () => performance.now(), sleep: (ms) => sleep(ms) }

/**
 * A caller that wakes up more than this late, in milliseconds, gives up its turn and takes another one, so as not to collide with
 * the next.
 */
const LATE = 60

// Redis stores the next free turn, so that no two processes get the same one. Its clock is used, because the clocks of two
// machines differ; a test passes its own time.
const clockScript = `
local time = redis.call('TIME')
local now = tonumber(ARGV[3]) or time[1] * 1000 + math.floor(time[2] / 1000)
local function stored(field) return tonumber(redis.call('HGET', KEYS[1], field) or 0) end
`

/** Returns {1, wait} with the milliseconds until the turn, {0, 0} if the queue is full, {0, rest} during a pause. */
const takeTurn = `${clockScript}
local spacing, longest = tonumber(ARGV[1]), tonumber(ARGV[2])
local rest = stored('rest') - now
if rest > 0 then return {0, rest} end
if stored('slow') > now then spacing = spacing * 2 end
local turn = math.max(now, stored('next'))
if turn - now > longest then return {0, 0} end
redis.call('HSET', KEYS[1], 'next', string.format('%.0f', turn + spacing))
local life = longest + spacing
if redis.call('PTTL', KEYS[1]) < life then redis.call('PEXPIRE', KEYS[1], 2 * life) end
return {1, turn - now}
`

const takeRest = `${clockScript}
local rest = math.max(stored('rest'), now + tonumber(ARGV[1]))
local slow = rest + tonumber(ARGV[2])
redis.call('HSET', KEYS[1], 'rest', string.format('%.0f', rest), 'slow', string.format('%.0f', slow))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', slow))
`

/** While Redis is unreachable, each process keeps the spacing on its own. All times are in milliseconds. */
export function makePace(options: {
  redis: Redis
  log: Log
  key: string
  spacing: number
  longest: number
  clock?: Clock
}): Pace {
  const { redis, log, key, spacing, longest } = options
  const clock = options.clock ?? processClock
  const withRedis = guardRedis(redis, log)
  let next = 0
  let restUntil = 0
  let slowUntil = 0

  const run = (script: string, ...numbers: number[]) => {
    const values = options.clock ? [...numbers, clock.now()] : numbers
    return withRedis((it) => it.eval(script, { keys: [key], arguments: values.map(String) }))
  }

  const remember = (rest: number) => {
    restUntil = Math.max(restUntil, clock.now() + rest)
    slowUntil = restUntil + SLOW_AFTER_REST
  }

  async function take(latest: number, maxWait: number): Promise<{ turn: number; at: number }> {
    if (clock.now() < restUntil) throw new Paused('The service is left alone for a while')
    const reply = await run(takeTurn, spacing, maxWait)
    const [granted, wait] = (reply?.answer as [number, number] | undefined) ?? [1, 0]
    if (!granted && wait > 0) {
      remember(wait)
      throw new Paused('The service is left alone for a while')
    }
    // The local count runs alongside that of Redis, so that there is no burst when Redis fails or recovers.
    const at = clock.now()
    const turn = Math.max(at + wait, next)
    if (!granted || turn > Math.min(at + maxWait, latest)) throw new NoTurn('Too many calls are waiting')
    next = turn + (at < slowUntil ? 2 * spacing : spacing)
    return { turn, at }
  }

  return {
    async turn(maxWait = longest) {
      let latest = Infinity
      while (true) {
        const { turn, at } = await take(latest, maxWait)
        if (turn > at) await clock.sleep(turn - at)
        if (clock.now() - turn <= LATE) return
        latest = Math.min(latest, at + maxWait)
      }
    },

    async rest(ms) {
      remember(ms)
      await run(takeRest, ms, SLOW_AFTER_REST)
    },
  }
}
