import type { Deps } from '../core/deps.ts'

// Who has a page open now, over all processes. Redis keeps it: while Redis is away, nobody counts as present.

/** how long the entry of a process that was killed counts, and how often a process renews its own, in milliseconds */
const BELIEVED = 40_000
const AGAIN = 15_000

type Needs = Pick<Deps, 'redis' | 'prefix'>
const keyOf = ({ prefix }: Pick<Deps, 'prefix'>, userId: number) => `${prefix}here:${userId}`

// By Redis client: how many pages each person has open at this process.
const open = new WeakMap<
  Deps['redis'],
  { name: string; people: Map<number, number>; timer?: NodeJS.Timeout }
>()

/** Notes that a person has a page open until the signal. */
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
    // Lost is only that somebody is mailed who is here.
    await deps.redis.hSet(key, name, until).catch(() => {})
    await deps.redis.expire(key, BELIEVED / 1_000).catch(() => {})
  }
}

/** Whether a person has a page open. */
export async function isHere(deps: Needs, userId: number): Promise<boolean> {
  if (!deps.redis.isReady) return false
  const found = await deps.redis.hGetAll(keyOf(deps, userId)).catch(() => ({}))
  return Object.values(found).some((until) => Number(until) > Date.now())
}
