import { afterEach, expect, vi } from 'vitest'
import { startDemo } from '../../demo/server.ts'
import type { SpotifyEvent } from '../../shared/events.ts'
import type { Person } from '../harness/client.ts'
import { runServer } from '../support/runProduct.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A server whose streaming service is a stand-in that both share; `now` is the clock of both. */
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

/** Runs such a server for the tests of a file; after each of them the stand-in behaves well again. */
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

/** What the callback page finds in its address after somebody has agreed at Spotify. */
export async function agree(spotify: SpotifyServer['spotify'], { client }: Person, account: string) {
  const { url } = await client.spotify.authorize.mutate()
  const back = new URL(spotify.answer(url, account)).searchParams
  return { code: back.get('code')!, state: back.get('state')! }
}

export async function connectAs(spotify: SpotifyServer['spotify'], person: Person, account: string) {
  await person.client.spotify.connect.mutate(await agree(spotify, person, account))
}

/** Every log of everybody, whole. */
export const allLogs = ({ deps }: Pick<SpotifyServer, 'deps'>) =>
  deps.db.log.findMany({
    orderBy: { id: 'asc' },
    include: { album: { select: { artist: true, name: true } } },
  })

/** Until every event so far has its number: what happened before a `watch` is then not told in it. */
export const settledEvents = ({ deps: { db, bus } }: Pick<SpotifyServer, 'deps'>) =>
  vi.waitFor(async () => {
    expect(await db.event.count({ where: { seq: null } })).toBe(0)
    expect(bus.last()).toBe(await bus.position())
  })

/** The events of a person's connection from now on. */
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

/** The event of a sync that failed for this reason, which is told in every language. */
export const failed = (reason: string) => ({
  type: 'spotify.failed',
  reason: expect.objectContaining({ default: reason }),
})

/** Syncs and waits for how it ends. */
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
