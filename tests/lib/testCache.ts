import { vi } from 'vitest'
import { makeCache } from '../../server/lib/cache.ts'
import { unavailable } from '../../server/lib/errors.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { quietLog } from './ownRedis.ts'

export const life = { fresh: 1_000, keep: 60_000, notFoundFor: 5_000 }

/** The cache of one process that waits shortly; `timing` goes over that. */
export const testCache = (
  parts: { redis: Redis; prefix: string; now: () => Date },
  timing: { lock?: number; nearby?: number } = {},
) => makeCache({ ...parts, log: quietLog(), timing: { poll: 10, failure: 150, ...timing } })

/** A load that is on its way until it is told how it ends. */
export function slowLoad() {
  let resolve!: (value: string) => void
  let reject!: (reason: Error) => void
  const promise = new Promise<string>((...ends) => ([resolve, reject] = ends))
  return { load: vi.fn<() => Promise<string>>(() => promise), resolve, reject }
}

export const failing = () => Promise.reject(unavailable('catalog.unavailable'))
