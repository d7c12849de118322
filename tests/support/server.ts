import { pino, type DestinationStream } from 'pino'
import type { WebSocket } from 'ws'
import { startDemo, type Demo } from '../../demo/server.ts'
import type { Deps, Timing } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { buildApp } from '../../server/http/app.ts'
import type { Patience } from '../../server/http/web/firstData.ts'
import { listUploads, removeUploads } from '../../server/imports/files.ts'
import { readSettings } from '../../server/lib/settings.ts'
import { testDatabase } from './database.ts'
import { freePort } from './freePort.ts'

export type TestServer = {
  url: string
  deps: Deps
  /** the stand-in of the server's catalogue */
  demo: Demo
  /** the WebSockets that are currently open */
  sockets: () => WebSocket[]
  /** deletes the Redis keys of this database only */
  forget: () => Promise<void>
  /** empties the database, and deletes the uploads and the Redis keys (cache, throttles) */
  reset: () => Promise<void>
  /** restarts the product at the same address, on the same database */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** Returns the settings of a server of the tests. */
export function testSettings(databaseUrl: string, more: Record<string, string> = {}) {
  return readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: process.env.TEST_REDIS_URL,
    APP_SECRET: 'a secret of the tests, long enough to be one',
    LASTFM_API_KEY: 'tests',
    LOG_LEVEL: 'silent',
    // The tests' users all have one address, and do in seconds what users do in weeks.
    LIMITS_FACTOR: '0',
    ...more,
  })
}

/**
 * Starts the whole product in this process, on this worker's emptied
 * database, a real Redis and a stand-in of its own, on a free port.
 * `settings` override the tests' own, `now` is its clock, `databaseUrl` another database, and `log` receives its log. `spotify`
 * configures the streaming service, which redirects to this server. `database` and `firstByte` are time limits of the database
 * and of responses, `patience` that of pages for their first data. `usualHashes` hashes passwords at the product's cost.
 */
export async function startServer(
  options: {
    settings?: Record<string, string>
    now?: () => Date
    databaseUrl?: string
    spotify?: boolean
    log?: DestinationStream
    database?: Timing['database']
    firstByte?: number
    patience?: Patience
    usualHashes?: boolean
  } = {},
): Promise<TestServer> {
  // Found and migrated once, so that a reset only empties it.
  let own = options.databaseUrl ? undefined : await testDatabase()
  const databaseUrl = options.databaseUrl ?? own!.url
  // A reset empties the row of the pace, so that the next calls come too early for the stand-in's limit.
  const demo = await startDemo({ port: 0, control: true, isLimited: false })
  // Spotify's redirect URI must be known before the server listens.
  const port = options.spotify ? await freePort() : 0
  const settings = testSettings(databaseUrl, {
    LASTFM_BASE: demo.lastfmBase,
    MUSICBRAINZ_BASE: demo.musicbrainzBase,
    COVERART_BASE: demo.coverartBase,
    LISTENBRAINZ_BASE: demo.listenbrainzBase,
    WIKIDATA_BASE: demo.wikidataBase,
    COMMONS_BASE: demo.commonsBase,
    ...(options.spotify && spotifySettings(demo, `http://127.0.0.1:${port}`)),
    ...options.settings,
  })
  let running = await run(settings, port, options)
  await forgetKeys(running.deps)
  const { url } = running
  const stop = async () => {
    await running.app.close()
    await closeDeps(running.deps)
  }
  return {
    url,
    get deps() {
      return running.deps
    },
    demo,
    sockets: () => [...running.app.websocketServer.clients],
    forget: () => forgetKeys(running.deps),
    reset: async () => {
      own ??= await testDatabase()
      // Audit rows that wait in memory would be written in the next test.
      await running.deps.audit.flush()
      await own.truncate()
      // Settings that a test stored are gone.
      await running.deps.liveSettings.refresh()
      // An upload without a row would be found, and counted, by the next test that calls `tidy`.
      await removeUploads((await listUploads()).map(({ key }) => key))
      await forgetKeys(running.deps)
    },
    restart: async () => {
      await stop()
      running = await run(settings, Number(new URL(url).port), options)
    },
    close: async () => {
      await stop()
      await demo.close()
    },
  }
}

const spotifySettings = ({ spotify: { accountsBase, apiBase } }: Demo, publicUrl: string) => ({
  SPOTIFY_CLIENT_ID: 'plak',
  SPOTIFY_CLIENT_SECRET: 'secret',
  SPOTIFY_ACCOUNTS_BASE: accountsBase,
  SPOTIFY_API_BASE: apiBase,
  PUBLIC_URL: publicUrl,
})

// The stand-ins need no pause between two calls, and temporary failures are retried at once.
const timing = {
  lastfm: { spacing: 1 },
  spotify: { spacing: 1, pauses: [10, 30] },
  pulls: { spacing: 1, pauses: [10, 30] },
}

// Argon2's minimum cost: the tests register thousands of users, and the usual hash is half of the work for each.
const leastHashCost = { memoryCost: 8, timeCost: 1 }

/** Starts the product itself. */
async function run(
  settings: ReturnType<typeof testSettings>,
  port: number,
  {
    now,
    log: heard,
    database = {},
    firstByte,
    patience,
    usualHashes = false,
  }: {
    now?: () => Date
    log?: DestinationStream
    database?: Timing['database']
    firstByte?: number
    patience?: Patience
    usualHashes?: boolean
  },
) {
  const options = { level: settings.LOG_LEVEL }
  const log = heard ? pino(options, heard) : pino(options)
  const deps = await makeDeps(settings, log, {
    ...(now && { now }),
    timing: { ...timing, database },
    ...(!usualHashes && { hashCost: leastHashCost }),
  })
  // Mail that is due is sent without waiting a second.
  const app = await buildApp(deps, {
    mailLook: 50,
    ...(firstByte !== undefined && { firstByte }),
    ...(patience && { patience }),
  })
  const url = await app.listen({ port, host: '127.0.0.1' })
  // Redis connects in the background; a test that depends on it must not be faster.
  while (!deps.redis.isReady) await new Promise((resolve) => setTimeout(resolve, 5))
  return { app, deps, url }
}

async function forgetKeys({ redis, prefix }: Deps): Promise<void> {
  const MATCH = `${prefix}*`
  for await (const keys of redis.scanIterator({ MATCH, COUNT: 1_000 }))
    if (keys.length > 0) await redis.del(keys)
}
