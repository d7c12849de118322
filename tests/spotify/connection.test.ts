import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeHarness, type Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { connectAs, runSpotify, settledEvents, startSpotifyServer, watch } from './world.ts'

let clock = new Date('2026-11-20T12:00:00Z')
const plak = runSpotify({ now: () => clock })
let owner: Person
beforeEach(async () => {
  clock = new Date('2026-11-20T12:00:00Z')
  owner = await plak.harness.register('owner')
  await connectAs(plak.server.spotify, owner, 'deniz')
})
const tokens = () => plak.server.spotify.calls().filter(({ route }) => route === 'token')
const connectionOf = () => plak.server.deps.db.spotifyConnection.findFirst()

describe('a connection', () => {
  const later = (ms: number) => (clock = new Date(clock.getTime() + ms))
  const HOUR = 3_600_000
  const playlist = () => owner.client.spotify.playlist.query({ id: 'none' })

  it.each([true, false])(
    'renews its tokens once for all who come at once (rotation: %s), also over two servers',
    async (rotate) => {
      plak.server.spotify.set({ rotate })
      const { SPOTIFY_ACCOUNTS_BASE, SPOTIFY_API_BASE, DATABASE_URL: databaseUrl } = plak.server.deps.settings
      const second = await startSpotifyServer({
        now: () => clock,
        databaseUrl,
        settings: { SPOTIFY_ACCOUNTS_BASE, SPOTIFY_API_BASE },
      })
      const there = makeHarness(second.url)
      const double = await there.login(owner)
      for (let round = 1; round <= 2; round++) {
        plak.server.spotify.forgetCalls()
        later(HOUR)
        const calls = [owner, double, owner, double].map(({ client }) =>
          refusal(client.spotify.playlist.query({ id: 'none' })),
        )
        expect((await Promise.all(calls)).map(({ message }) => message)).toEqual(
          Array(4).fill('This playlist cannot be read'),
        )
        expect(tokens().map(({ query }) => query.grant_type)).toEqual(['refresh_token'])
      }
      await there.close()
      await second.close()
    },
  )
  it('renews them once after a 401; has run out when fresh ones are refused, too', async () => {
    plak.server.spotify.misbehave({ route: 'playlist-items', said: 'expired', times: 1 })
    plak.server.spotify.forgetCalls()
    expect((await refusal(playlist())).message).toBe('This playlist cannot be read')
    expect(tokens()).toHaveLength(1)
    plak.server.spotify.misbehave({ route: 'playlist-items', said: 'expired' })
    plak.server.spotify.forgetCalls()
    expect((await refusal(playlist())).message).toBe(
      'Your connection to Spotify has expired. Reconnect Spotify to continue.',
    )
    expect(tokens()).toHaveLength(1)
    expect((await owner.client.spotify.status.query()).connection?.state).toBe('ended')
  })
  it('S09: outlives a token endpoint that is down', async () => {
    later(HOUR)
    plak.server.spotify.misbehave({ route: 'token', status: 503, body: 'no healthy upstream', times: 1 })
    expect((await refusal(playlist())).message).toBe(
      'Spotify cannot be reached right now. Try again in a moment.',
    )
    expect((await refusal(playlist())).message).toBe('This playlist cannot be read')
  })
  it('S08: has run out when its tokens are dead: told live, not tried again, shown to nobody else', async () => {
    await settledEvents(plak.server)
    const events = await watch(owner)
    plak.server.spotify.removeApp('deniz')
    later(HOUR)
    plak.server.spotify.forgetCalls()
    // On load, as specified.
    await owner.client.spotify.status.query()
    await vi.waitFor(() => expect(events).toEqual([{ type: 'spotify.changed' }]))
    expect((await owner.client.spotify.status.query()).connection?.state).toBe('ended')
    expect(await refusal(owner.client.spotify.sync.mutate())).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Reconnect') as string,
    })
    expect(tokens()).toHaveLength(1)
    expect(await plak.harness.visitor().client.spotify.stats.query({ nickname: 'owner' })).toBeNull()
    expect(await owner.client.spotify.stats.query({ nickname: 'owner' })).not.toBeNull()
    expect(await connectionOf()).toMatchObject({ accessToken: null, refreshToken: null })
    await connectAs(plak.server.spotify, owner, 'deniz')
    expect((await owner.client.spotify.status.query()).connection?.state).toBe('connected')
  })
  it('says a month before that it ends', async () => {
    const stateAt = async (moment: string) => {
      clock = new Date(moment)
      await plak.server.deps.db.session.updateMany({
        data: { lastSeenAt: clock, expiresAt: new Date('2030-01-01') },
      })
      return (await owner.client.spotify.status.query()).connection?.state
    }
    expect(await stateAt('2027-04-20T11:59:00Z')).toBe('connected')
    expect(await stateAt('2027-04-20T12:00:00Z')).toBe('expiring')
    expect(await stateAt('2027-05-20T12:00:00Z')).toBe('ended')
  })
})
