import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { makeSpotify } from '../../server/clients/spotify/client.ts'
import { makeCache } from '../../server/lib/cache.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'

/**
 * Sets up, for the tests of a file, two processes that request pictures of artists, with a clock that is reset for each test.
 */
export function pictureService() {
  const { url } = sharedRedis()
  let demo: Demo
  let redises: Redis[]
  let prefix = ''
  let clock = 0
  const now = () => new Date(clock)
  beforeAll(async () => {
    demo = await startDemo({ port: 0, now })
    redises = [await connected(url), await connected(url)]
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
    demo.spotify.behave()
    demo.spotify.forgetCalls()
  })

  /** the client of one process; `secret` is its client secret */
  function client({ index = 0, secret = 'secret' } = {}) {
    const log = quietLog()
    const timing = { timeout: 3_000, spacing: 1, retryAfter: 5, reopen: 50 }
    const { apiBase, accountsBase } = demo.spotify
    const credentials = { clientId: 'plak', clientSecret: secret }
    const redis = redises[index]!
    const spotify = makeSpotify({ accountsBase, apiBase, ...credentials, redis, prefix, log, now, timing })
    return { ...spotify, spotify, log }
  }
  return {
    demo: () => demo,
    /** moves the clock by this number of milliseconds */
    pass: (time: number) => {
      clock += time
    },
    setClock: (time: number) => {
      clock = time
    },
    client,
    /** the client of one process with its cache */
    process: (index = 0) => ({
      cache: makeCache({
        redis: redises[index]!,
        prefix,
        log: quietLog(),
        now,
        timing: { poll: 10, failure: 20 },
      }),
      spotify: client({ index }).spotify,
    }),
    /** the calls of one route, as received by the service */
    calls: (route: string) => demo.spotify.calls().filter((call) => call.route === route),
  }
}
