import { createHash } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import { guardRedis } from '../lib/redisGuard.ts'

/** How long the last change of a feed is remembered that nobody requests, in seconds. */
const KEPT = 400 * 24 * 60 * 60

// Times are in whole seconds, as in Last-Modified. A content that differs from the last one is younger: by its newest row, or
// as of now if a row was deleted or hidden. Two changes in one second get different times. A feed that is not remembered can
// have been remembered before Redis was emptied: it is at least as young as the memory (KEYS[2]).
const noteContent = `
local content, newest, now, kept = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
redis.call('SET', KEYS[2], now, 'NX')
local known = redis.call('HMGET', KEYS[1], 'content', 'at')
local at = tonumber(known[2])
if known[1] ~= content then
  if not at then at = math.max(newest, tonumber(redis.call('GET', KEYS[2])))
  elseif newest > at then at = newest
  else at = math.max(at + 1, now) end
  redis.call('HSET', KEYS[1], 'content', content, 'at', string.format('%.0f', at))
end
redis.call('EXPIRE', KEYS[1], kept)
return string.format('%.0f', at)`

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1_000)

type Noted = { path: string; content: string; newest: Date | null }

/** When a feed changed last, in seconds, the same for all processes; null while Redis is unreachable. */
export function makeChangeTimes({ redis, prefix, log, now }: Pick<Deps, 'redis' | 'prefix' | 'log' | 'now'>) {
  const withRedis = guardRedis(redis, log)
  // The braces keep the keys in one slot if Redis is a cluster.
  const keyOf = (name: string) => `${prefix}{feeds}:${name}`
  const since = keyOf('since')
  // The memory begins with the process, not with the first request: a feed is as old as its newest row then.
  const started = withRedis((it) => it.set(since, String(secondsOf(now())), { NX: true }))
  return async ({ path, content, newest }: Noted): Promise<number | null> => {
    await started
    const keys = [keyOf(createHash('sha256').update(path).digest('base64url')), since]
    const values = [content, secondsOf(newest ?? new Date(0)), secondsOf(now()), KEPT].map(String)
    const reply = await withRedis((it) => it.eval(noteContent, { keys, arguments: values }))
    return reply && Number(reply.answer)
  }
}
