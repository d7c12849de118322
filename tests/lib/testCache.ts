import { vi } from 'vitest'
import { makeCache } from '../../server/lib/cache.ts'
import { unavailable } from '../../server/lib/errors.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { quietLog } from './ownRedis.ts'

export const life = { fresh: 1_000, keep: 60_000, notFoundFor: 5_000 }

/** Creates the cache of one process with short waits; `timing` overrides them. */
export const testCache = (
  parts: { redis: Redis; prefix: string; now: () => Date },
  timing: { lock?: number; nearby?: number; failure?: number } = {},
) => makeCache({ ...parts, log: quietLog(), timing: { poll: 10, failure: 150, ...timing } })

/** Creates a load that stays pending until it is resolved or rejected. */
export function slowLoad() {
  let resolve!: (value: string) => void
  let reject!: (reason: Error) => void
  const promise = new Promise<string>((...ends) => ([resolve, reject] = ends))
  return { load: vi.fn<() => Promise<string>>(() => promise), resolve, reject }
}

export const failing = () => Promise.reject(unavailable('catalog.unavailable'))
