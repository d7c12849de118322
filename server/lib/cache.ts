import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { makeCacheStore, type CacheStore, type Entry, type Lock } from './cacheStore.ts'
import { DomainError, type ErrorKind, type ErrorParts } from './errors.ts'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'

/** Lifetimes of a value, in milliseconds. */
export type Life = {
  fresh: number
  /** how long it may be returned while a newer one is loaded, or if that fails */
  keep: number
  /** not cached by default */
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

type Failure = ErrorParts & { kind: ErrorKind }

/**
 * In milliseconds: how long a dead process's lock lasts, the interval of polling for it, how long a failure is cached. `nearby`
 * is the number of values kept in the process.
 */
const usual = { lock: 5_000, poll: 40, failure: 1_000, nearby: 1_000 }

type Timing = typeof usual

function open(entry: Entry): unknown {
  if ('missing' in entry) throw new DomainError('notFound', entry.missing)
  return entry.value
}

const failureOf = (error: unknown): Failure =>
  error instanceof DomainError
    ? { kind: error.kind, id: error.id, count: error.count, field: error.field }
    : { kind: 'unavailable', id: 'error' }

const reviveError = (json: string): DomainError => {
  const { kind, ...parts } = JSON.parse(json) as Failure
  return new DomainError(kind, parts)
}

const shortKey = (key: string) =>
  key.length <= 120 ? key : createHash('sha256').update(key).digest('base64url')

type Load = () => Promise<unknown>

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
  timing?: Partial<Timing>
}): Cache {
  const { log, now } = options
  const timing = { ...usual, ...options.timing }
  const store = makeCacheStore({ ...options, lockFor: timing.lock })
  const near = new LRUCache<string, Entry>({ max: timing.nearby })
  const flights = new Map<string, Promise<Entry>>()

  const age = (entry: Entry) => now().getTime() - entry.at
  const isFresh = (entry: Entry, life: Life) =>
    age(entry) < ('missing' in entry ? (life.notFoundFor ?? 0) : life.fresh)
  const isStale = (entry: Entry, life: Life) => !('missing' in entry) && age(entry) < life.keep
  const fill = makeFill({ store, near, isFresh, now, timing })

  function join(name: string, start: () => Promise<Entry>): Promise<Entry> {
    const flight = flights.get(name) ?? start().finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }

  async function lookUp(key: string, life: Life, load: Load): Promise<Entry> {
    const entry = (await store.read(key)) ?? near.get(key)
    if (entry) near.set(key, entry)
    if (entry && isFresh(entry, life)) return entry
    const filling = join(`fill ${key}`, () => fill(key, life, load))
    if (!entry || !isStale(entry, life)) return filling
    filling.catch((error: unknown) => log.debug({ err: error, key }, 'a stale value was not refreshed'))
    return entry
  }

  return {
    async knows(name, life) {
      const key = shortKey(name)
      const isKnown = (entry?: Entry) => entry && (isFresh(entry, life) || isStale(entry, life))
      if (isKnown(near.get(key))) return true
      const stored = await store.read(key)
      if (stored) near.set(key, stored)
      return Boolean(isKnown(stored))
    },

    peek(name, life) {
      const entry = near.get(shortKey(name))
      return entry && 'value' in entry && isFresh(entry, life) ? entry.value : undefined
    },

    async get<T>(name: string, life: Life, load: () => Promise<T>): Promise<T> {
      const key = shortKey(name)
      const entry = near.get(key)
      if (entry && isFresh(entry, life)) return open(entry) as T
      return open(await join(`read ${key}`, () => lookUp(key, life, load))) as T
    },
  }
}

/** Creates a function that loads and stores a value, unless another process already does; then it waits for that result. */
function makeFill(parts: {
  store: CacheStore
  near: LRUCache<string, Entry>
  isFresh: (entry: Entry, life: Life) => boolean
  now: () => Date
  timing: Timing
}) {
  const { store, near, isFresh, now, timing } = parts
  const failures = new LRUCache<string, { until: number; error: unknown }>({ max: timing.nearby })

  async function outcome(life: Life, load: Load): Promise<Entry> {
    try {
      const value = await load()
      return { at: now().getTime(), value }
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'notFound' || !life.notFoundFor) throw error
      const { id, count, field } = error
      return { at: now().getTime(), missing: { id, count, field } }
    }
  }

  async function run(lock: Lock, life: Life, load: Load): Promise<Entry> {
    const stopHolding = store.hold(lock)
    try {
      const entry = await outcome(life, load)
      near.set(lock.key, entry)
      const ttl = 'missing' in entry ? (life.notFoundFor ?? 0) : life.keep
      await store.keepValue(lock, entry, ttl)
      return entry
    } catch (error) {
      failures.set(lock.key, { until: performance.now() + timing.failure, error })
      await store.keepFailure(lock, failureOf(error), timing.failure)
      throw error
    } finally {
      stopHolding()
    }
  }

  return async (key: string, life: Life, load: Load): Promise<Entry> => {
    const failure = failures.get(key)
    if (failure && performance.now() < failure.until) throw failure.error
    const lock = { key, token: randomUUID() }
    for (;;) {
      const claim = await store.claim(lock)
      if (!claim) return run(lock, life, load)
      const { entry, storedFailure, isAcquired } = claim
      if (entry && isFresh(entry, life)) {
        if (isAcquired) await store.release(lock)
        near.set(key, entry)
        return entry
      }
      if (isAcquired) return run(lock, life, load)
      if (storedFailure) throw reviveError(storedFailure)
      await sleep(timing.poll * (0.5 + Math.random()))
    }
  }
}
