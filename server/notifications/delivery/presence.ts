import type { Deps } from '../../core/deps.ts'

// The state is in Redis: while Redis is unreachable, nobody counts as present.

/** how long the entry of a killed process counts, and how often a process renews its entries, in milliseconds */
const LIFETIME = 40_000
const RENEWAL = 15_000

type Needs = Pick<Deps, 'redis' | 'prefix'>
const keyOf = ({ prefix }: Pick<Deps, 'prefix'>, userId: number) => `${prefix}here:${userId}`

// Number of open pages per user in this process, by Redis client.
type Process = { name: string; pages: Map<number, number>; timer?: NodeJS.Timeout }
const processes = new WeakMap<Deps['redis'], Process>()

export function notePresence(deps: Needs, userId: number, signal: AbortSignal): void {
  if (signal.aborted) return
  const entry: Process = processes.get(deps.redis) ?? { name: crypto.randomUUID(), pages: new Map() }
  processes.set(deps.redis, entry)
  const { name, pages } = entry
  pages.set(userId, (pages.get(userId) ?? 0) + 1)
  void writePresence(deps, entry, [userId])
  entry.timer ??= setInterval(() => void writePresence(deps, entry, [...pages.keys()]), RENEWAL).unref()
  signal.addEventListener(
    'abort',
    () => {
      const rest = (pages.get(userId) ?? 1) - 1
      if (rest > 0) return void pages.set(userId, rest)
      pages.delete(userId)
      if (pages.size === 0) {
        clearInterval(entry.timer)
        delete entry.timer
      }
      if (deps.redis.isReady) deps.redis.hDel(keyOf(deps, userId), name).catch(() => {})
    },
    { once: true },
  )
}

async function writePresence(
  deps: Needs,
  { name, pages }: Process,
  userIds: readonly number[],
): Promise<void> {
  if (!deps.redis.isReady) return
  const until = String(Date.now() + LIFETIME)
  for (const userId of userIds) {
    // The last page can have been closed since the loop began.
    if (!pages.has(userId)) continue
    const key = keyOf(deps, userId)
    // If this fails, the only harm is a mail to a user who is present.
    await deps.redis.hSet(key, name, until).catch(() => {})
    await deps.redis.expire(key, LIFETIME / 1_000).catch(() => {})
  }
}

export async function isPresent(deps: Needs, userId: number): Promise<boolean> {
  if (!deps.redis.isReady) return false
  const deadlines = await deps.redis.hGetAll(keyOf(deps, userId)).catch(() => ({}))
  return Object.values(deadlines).some((until) => Number(until) > Date.now())
}
