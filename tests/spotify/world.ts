import { afterEach, expect, vi } from 'vitest'
import { startDemo } from '../../demo/server.ts'
import type { SpotifyEvent } from '../../shared/events.ts'
import type { Person } from '../harness/client.ts'
import { runServer } from '../support/runProduct.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A server with a stand-in of the streaming service; `now` is the clock of both. */
export async function startSpotifyServer(
  options: { now?: () => Date; settings?: Record<string, string>; databaseUrl?: string } = {},
) {
  const demo = await startDemo({ port: 0, control: true, ...(options.now && { now: options.now }) })
  const server = await startServer({
    ...options,
    settings: { ...spotifySettings(demo), ...options.settings },
  })
  return {
    ...server,
    spotify: demo.spotify,
    close: async () => {
      await server.close()
      await demo.close()
    },
  }
}

/** Runs such a server for the tests of a file; resets the stand-in after each test. */
export function runSpotify(options: Parameters<typeof startSpotifyServer>[0] = {}) {
  const plak = runServer(() => startSpotifyServer(options))
  afterEach(() => {
    plak.server.spotify.behave()
    plak.server.spotify.forgetCalls()
  })
  return plak
}

export type SpotifyServer = TestServer & { spotify: TestServer['demo']['spotify'] }

export const spotifySettings = ({
  spotify: { accountsBase, apiBase },
}: Pick<TestServer['demo'], 'spotify'>) => ({
  SPOTIFY_CLIENT_ID: 'plak',
  SPOTIFY_CLIENT_SECRET: 'secret',
  SPOTIFY_ACCOUNTS_BASE: accountsBase,
  SPOTIFY_API_BASE: apiBase,
  PUBLIC_URL: 'http://127.0.0.1:3000',
})

/** Returns the parameters of the callback page after a user has agreed at Spotify. */
export async function agree(spotify: SpotifyServer['spotify'], { client }: Person, account: string) {
  const { url } = await client.spotify.authorize.mutate()
  const back = new URL(spotify.answer(url, account)).searchParams
  return { code: back.get('code')!, state: back.get('state')! }
}

export async function connectAs(spotify: SpotifyServer['spotify'], person: Person, account: string) {
  await person.client.spotify.connect.mutate(await agree(spotify, person, account))
}

export const allLogs = ({ deps }: Pick<SpotifyServer, 'deps'>) =>
  deps.db.log.findMany({
    orderBy: { id: 'asc' },
    include: { album: { select: { artist: true, name: true } } },
  })

/** Waits until every event so far has its number: a later `watch` then does not receive earlier events. */
export const settledEvents = ({ deps: { db, bus } }: Pick<SpotifyServer, 'deps'>) =>
  vi.waitFor(async () => {
    expect(await db.event.count({ where: { seq: null } })).toBe(0)
    expect(bus.last()).toBe(await bus.position())
  })

/** Records the events of a user's connection from now on. */
export async function watch(person: Person): Promise<SpotifyEvent[]> {
  const events: SpotifyEvent[] = []
  let open = false
  person.client.spotify.live.subscribe(
    {},
    {
      onStarted: () => (open = true),
      onData: ({ data }) => void (data.type !== 'live' && events.push(data)),
    },
  )
  await vi.waitFor(() => expect(open).toBe(true))
  return events
}

/** The event of a sync that failed for this reason, which contains all languages. */
export const failed = (reason: string) => ({
  type: 'spotify.failed',
  reason: expect.objectContaining({ default: reason }),
})

/** Syncs, waits for the end, and returns the last event. */
export async function sync(
  person: Person,
): Promise<Extract<SpotifyEvent, { type: 'spotify.synced' | 'spotify.failed' }>> {
  const events = await watch(person)
  await person.client.spotify.sync.mutate()
  return await vi.waitFor(
    () => {
      const end = events.find((event) => event.type === 'spotify.synced' || event.type === 'spotify.failed')
      if (!end) throw new Error(`not over yet: ${JSON.stringify(events.at(-1))}`)
      return end as Extract<SpotifyEvent, { type: 'spotify.synced' | 'spotify.failed' }>
    },
    { timeout: 90_000 },
  )
}
