import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { makeLastfm } from '../../server/clients/lastfm/client.ts'
import { makeCache } from '../../server/lib/cache.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'

/**
 * Sets up, for the tests of a file, the catalogue of three processes of the product with one Redis and one stand-in, and a
 * clock that is reset for each test.
 */
export function threeProcesses() {
  const { url } = sharedRedis()
  let demo: Demo
  let redises: Redis[]
  let prefix = ''
  let clock = 0
  beforeAll(async () => {
    demo = await startDemo({ port: 0, control: true })
    redises = [await connected(url), await connected(url), await connected(url)]
  })
  afterAll(async () => {
    for (const redis of redises) redis.destroy()
    await demo.close()
  })
  beforeEach(() => {
    prefix = sharedRedis().prefix
    clock = Date.parse('2026-11-20T12:00:00Z')
  })
  afterEach(() => {
    demo.behave()
    demo.forgetRequests()
  })
  const now = () => new Date(clock)
  return {
    /** the stand-in of the service */
    demo: () => demo,
    now,
    /** moves the clock by this number of milliseconds */
    pass: (time: number) => {
      clock += time
    },
    /** simulates an empty Redis: all keys have another prefix from now on */
    forget: () => {
      prefix = sharedRedis().prefix
    },
    /** the catalogue of one process; `timeout` is how long it waits for the service */
    process: (index = 0, timeout = 3_000) => {
      const redis = redises[index]!
      const log = quietLog()
      const timing = { timeout, spacing: 1, retryAfter: 5, reopen: 30 }
      return {
        now,
        log,
        cache: makeCache({ redis, prefix, log, now, timing: { poll: 10, failure: 20 } }),
        catalogue: makeLastfm({ base: demo.lastfmBase, apiKey: 'demo', redis, log, prefix, timing }),
      }
    },
  }
}
