import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DomainError, type ErrorKind, type ErrorParts } from './errors.ts'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'
import { guardRedis } from './redisGuard.ts'

/** Lifetimes of a value, in milliseconds. */
export type Life = {
  /** how long a value is returned without a new load */
  fresh: number
  /** how long it may be returned while a newer one is loaded, or if that fails */
  keep: number
  /** how long a 'not found' is cached; not at all by default */
  notFoundFor?: number
}

export type Cache = {
  /**
   * Returns the value of `key`, from `load` if it is not cached. Only one `load` per key runs at a time across all processes; a
   * stale value is returned immediately while it runs. Errors of `load` are thrown and never cached as a value: 'not found' is
   * cached as long as `life` specifies, any other failure for a moment. Values are JSON, and shared: callers must not change
   * them.
   */
  get: <T>(key: string, life: Life, load: () => Promise<T>) => Promise<T>
  /** True if `get` would respond immediately: with a value, even a stale one, or with a cached 'not found'. */
  knows: (key: string, life: Life) => Promise<boolean>
  /** Returns the value of `key` if this process has it and it is fresh; the same object until there is a newer one. */
  peek: (key: string, life: Life) => unknown
}

/** A cached result of the time `at` (epoch milliseconds): a value, or 'not found'. */
type Entry = { at: number; value: unknown } | { at: number; missing: ErrorParts }
type Failure = ErrorParts & { kind: ErrorKind }
type Names = { key: string; value: string; failed: string; lock: string }

/** Change it with the shape of entries, so that no process reads entries of another version. */
const VERSION = 3

// The process with the lock loads. The same step reads the value, so that a value that was just stored is not loaded again.
const claimLock = `
local value, failed = redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2])
if failed then return {value, failed, 0} end
local mine = redis.call('SET', KEYS[3], ARGV[1], 'NX', 'PX', ARGV[2])
return {value, failed, mine and 1 or 0}`
const renewLock = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`
const storeAndUnlock = `
if ARGV[2] ~= '' then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`

/**
 * In milliseconds: how long a dead process's lock lasts, the interval of polling for it, how long a failure is cached. `nearby`
 * is the number of values kept in the process.
 */
const usual = { lock: 5_000, poll: 40, failure: 1_000, nearby: 1_000 }

function readEntry(json: string | null | undefined): Entry | undefined {
  try {
    const entry = JSON.parse(json ?? 'null') as Entry | null
    if (typeof entry?.at !== 'number') return undefined
    return 'value' in entry || typeof entry.missing?.id === 'string' ? entry : undefined
  } catch {
    return undefined
  }
}

function open(entry: Entry): unknown {
  if ('missing' in entry) throw new DomainError('notFound', entry.missing)
  return entry.value
}

const failureOf = (error: unknown): Failure =>
  error instanceof DomainError
    ? { kind: error.kind, id: error.id, count: error.count, field: error.field }
    : { kind: 'unavailable', id: 'error' }

/**
 * Creates a cache in Redis. The process also keeps the newest thousand values: while they are fresh they save the request to
 * Redis, and while Redis is unreachable they are the whole cache. Without Redis all other keys are loaded directly, one load per
 * key and process at a time; a missing Redis is never an error. `prefix` is the prefix of the keys in Redis.
 */
export function makeCache(options: {
  redis: Redis
  prefix: string
  log: Log
  now: () => Date
  timing?: Partial<typeof usual>
}): Cache {
  const { redis, prefix, log, now } = options
  const timing = { ...usual, ...options.timing }
  const withRedis = guardRedis(redis, log)
  // The least recently used values are evicted first.
  const near = new LRUCache<string, Entry>({ max: timing.nearby })
  const failures = new LRUCache<string, { until: number; error: unknown }>({ max: timing.nearby })
  const flights = new Map<string, Promise<Entry>>()

  const names = (key: string): Names => {
    const short = key.length <= 120 ? key : createHash('sha256').update(key).digest('base64url')
    // The braces keep the keys of one value in the same slot if Redis is a cluster.
    const name = (part: string) => `${prefix}cache:${VERSION}:${part}:{${short}}`
    return { key: short, value: name('value'), failed: name('failed'), lock: name('lock') }
  }

  const age = (entry: Entry) => now().getTime() - entry.at
  const isFresh = (entry: Entry, life: Life) =>
    age(entry) < ('missing' in entry ? (life.notFoundFor ?? 0) : life.fresh)
  const isStale = (entry: Entry, life: Life) => !('missing' in entry) && age(entry) < life.keep

  /** Joins the running promise of that name, or starts one. */
  function joined(name: string, start: () => Promise<Entry>): Promise<Entry> {
    const flight = flights.get(name) ?? start().finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }

  async function claim({ value, failed, lock }: Names, token: string) {
    const claimed = await withRedis((it) =>
      it.eval(claimLock, { keys: [value, failed, lock], arguments: [token, `${timing.lock}`] }),
    )
    if (!claimed) return null
    const [stored, failure, mine] = claimed.answer as [string | null, string | null, number]
    return { entry: readEntry(stored), failure, mine: mine === 1 }
  }

  /** Stores a text for `ttl` milliseconds, if there is one, and releases the lock. */
  function settle(key: string, lock: string, token: string, text = '', ttl = 1) {
    const whole = `${Math.max(1, Math.ceil(ttl))}`
    return withRedis((it) => it.eval(storeAndUnlock, { keys: [key, lock], arguments: [token, text, whole] }))
  }

  /** Returns the result of `load`: a value, or 'not found'. */
  async function outcome(life: Life, load: () => Promise<unknown>): Promise<Entry> {
    try {
      const value = await load()
      return { at: now().getTime(), value }
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'notFound' || !life.notFoundFor) throw error
      const { id, count, field } = error
      return { at: now().getTime(), missing: { id, count, field } }
    }
  }

  /** Loads and stores the value while holding the lock with its token. */
  async function run(at: Names, life: Life, load: () => Promise<unknown>, token: string): Promise<Entry> {
    const renewing = setInterval(
      () =>
        void withRedis((it) => it.eval(renewLock, { keys: [at.lock], arguments: [token, `${timing.lock}`] })),
      timing.lock / 3,
    ).unref()
    try {
      const entry = await outcome(life, load)
      near.set(at.key, entry)
      const ttl = 'missing' in entry ? (life.notFoundFor ?? 0) : life.keep
      await settle(at.value, at.lock, token, JSON.stringify(entry), ttl)
      return entry
    } catch (error) {
      failures.set(at.key, { until: performance.now() + timing.failure, error })
      await settle(at.failed, at.lock, token, JSON.stringify(failureOf(error)), timing.failure)
      throw error
    } finally {
      clearInterval(renewing)
    }
  }

  /** Loads the value, unless another process already does; then waits for its result. */
  async function fill(at: Names, life: Life, load: () => Promise<unknown>): Promise<Entry> {
    const failed = failures.get(at.key)
    if (failed && performance.now() < failed.until) throw failed.error
    const token = randomUUID()
    for (;;) {
      const claimed = await claim(at, token)
      if (!claimed) return run(at, life, load, token)
      const { entry, failure, mine } = claimed
      if (entry && isFresh(entry, life)) {
        if (mine) await settle(at.value, at.lock, token)
        near.set(at.key, entry)
        return entry
      }
      if (mine) return run(at, life, load, token)
      if (failure) throw revived(failure)
      await sleep(timing.poll * (0.5 + Math.random()))
    }
  }

  function revived(json: string): DomainError {
    const { kind, ...parts } = JSON.parse(json) as Failure
    return new DomainError(kind, parts)
  }

  async function lookUp(at: Names, life: Life, load: () => Promise<unknown>): Promise<Entry> {
    const found = await withRedis((it) => it.get(at.value))
    const entry = readEntry(found?.answer) ?? near.get(at.key)
    if (entry) near.set(at.key, entry)
    if (entry && isFresh(entry, life)) return entry
    const filling = joined(`fill ${at.key}`, () => fill(at, life, load))
    if (!entry || !isStale(entry, life)) return filling
    filling.catch((error: unknown) => log.debug({ err: error, key: at.key }, 'a stale value stays'))
    return entry
  }

  return {
    async knows(key, life) {
      const at = names(key)
      const isKnown = (entry: Entry | undefined) =>
        entry !== undefined && (isFresh(entry, life) || isStale(entry, life))
      if (isKnown(near.get(at.key))) return true
      const found = readEntry((await withRedis((it) => it.get(at.value)))?.answer)
      if (found) near.set(at.key, found)
      return isKnown(found)
    },

    peek(key, life) {
      const known = near.get(names(key).key)
      return known && 'value' in known && isFresh(known, life) ? known.value : undefined
    },

    async get<T>(key: string, life: Life, load: () => Promise<T>): Promise<T> {
      const at = names(key)
      const known = near.get(at.key)
      if (known && isFresh(known, life)) return open(known) as T
      return open(await joined(`read ${at.key}`, () => lookUp(at, life, load))) as T
    },
  }
}
