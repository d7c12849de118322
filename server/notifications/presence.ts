import type { Deps } from '../core/deps.ts'

// Tracks which users have a page open, across all processes. The state is in Redis: while Redis is unreachable, nobody counts as
// present.

/** how long the entry of a killed process counts, and how often a process renews its entries, in milliseconds */
const BELIEVED = 40_000
const AGAIN = 15_000

type Needs = Pick<Deps, 'redis' | 'prefix'>
const keyOf = ({ prefix }: Pick<Deps, 'prefix'>, userId: number) => `${prefix}here:${userId}`

// Number of open pages per user in this process, by Redis client.
const open = new WeakMap<
  Deps['redis'],
  { name: string; people: Map<number, number>; timer?: NodeJS.Timeout }
>()

/** Marks a user as present until the signal aborts. */
export function notePresence(deps: Needs, userId: number, signal: AbortSignal): void {
  if (signal.aborted) return
  const here = open.get(deps.redis) ?? { name: crypto.randomUUID(), people: new Map<number, number>() }
  open.set(deps.redis, here)
  here.people.set(userId, (here.people.get(userId) ?? 0) + 1)
  void say(deps, here.name, [userId])
  here.timer ??= setInterval(() => void say(deps, here.name, [...here.people.keys()]), AGAIN).unref()
  signal.addEventListener(
    'abort',
    () => {
      const rest = (here.people.get(userId) ?? 1) - 1
      if (rest > 0) return void here.people.set(userId, rest)
      here.people.delete(userId)
      if (here.people.size === 0) {
        clearInterval(here.timer)
        delete here.timer
      }
      if (deps.redis.isReady) deps.redis.hDel(keyOf(deps, userId), here.name).catch(() => {})
    },
    { once: true },
  )
}

async function say(deps: Needs, name: string, people: readonly number[]): Promise<void> {
  if (!deps.redis.isReady) return
  const until = String(Date.now() + BELIEVED)
  for (const userId of people) {
    const key = keyOf(deps, userId)
    // If this fails, the only harm is a mail to a user who is present.
    await deps.redis.hSet(key, name, until).catch(() => {})
    await deps.redis.expire(key, BELIEVED / 1_000).catch(() => {})
  }
}

/** True if the user has a page open in any process. */
export async function isHere(deps: Needs, userId: number): Promise<boolean> {
  if (!deps.redis.isReady) return false
  const found = await deps.redis.hGetAll(keyOf(deps, userId)).catch(() => ({}))
  return Object.values(found).some((until) => Number(until) > Date.now())
}
