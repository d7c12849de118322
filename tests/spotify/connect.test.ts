import { beforeEach, describe, expect, it, vi } from 'vitest'
import { spotifyScopes } from '../../shared/spotify.ts'
import { makeHarness, type Person } from '../harness/client.ts'
import { getAs } from '../support/getAs.ts'
import { refusal } from '../support/refusal.ts'
import { agree, connectAs, runSpotify, startSpotifyServer, watch } from './world.ts'

let clock = new Date('2026-11-20T12:00:00Z')
const plak = runSpotify({ now: () => clock })
let owner: Person
beforeEach(async () => {
  clock = new Date('2026-11-20T12:00:00Z')
  owner = await plak.harness.register('owner')
})
const tokens = () => plak.server.spotify.calls().filter(({ route }) => route === 'token')
const connectionOf = () => plak.server.deps.db.spotifyConnection.findFirst()
const connecting = (way: { code: string; state: string }, person = owner) =>
  person.client.spotify.connect.mutate(way)

describe('the address at which one agrees', () => {
  it('names everything that the specification asks for, PKCE, and no localhost', async () => {
    const { url } = await owner.client.spotify.authorize.mutate()
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe(`${plak.server.spotify.accountsBase}/authorize`)
    const { state, code_challenge, ...rest } = Object.fromEntries(searchParams)
    expect(rest).toEqual({
      client_id: 'plak',
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1:3000/spotify/callback',
      scope: spotifyScopes.join(' '),
      show_dialog: 'true',
      code_challenge_method: 'S256',
    })
    expect([state, code_challenge]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ])
    expect((await owner.client.spotify.authorize.mutate()).url).not.toContain(state)
  })
  it('leads back to a loopback IP where the product is opened as localhost', async () => {
    const local = await startSpotifyServer({ settings: { PUBLIC_URL: 'http://localhost:3000' } })
    const there = makeHarness(local.url)
    const { client } = await there.register('local')
    const { url } = await client.spotify.authorize.mutate()
    expect(new URL(url).searchParams.get('redirect_uri')).toBe('http://127.0.0.1:3000/spotify/callback')
    // The session's cookie belongs to the other host name: the callback redirects there, and the first attempt succeeds.
    const back = new URL(local.spotify.answer(url, 'deniz'))
    const page = await getAs(local.url, back.host, back.pathname + back.search)
    expect(page).toEqual({ status: 302, location: back.href.replace('127.0.0.1', 'localhost') })
    const { code, state } = Object.fromEntries(back.searchParams) as { code: string; state: string }
    expect(await client.spotify.connect.mutate({ code, state })).toEqual({ connected: true })
    await there.close()
    await local.close()
  })
})

describe('connecting', () => {
  it('keeps the tokens sealed and the profile', async () => {
    const events = await watch(owner)
    await connectAs(plak.server.spotify, owner, 'deniz')
    const row = (await connectionOf())!
    expect(Buffer.from(row.accessToken!).toString('latin1')).not.toMatch(/BQ|AQ/)
    const status = await owner.client.spotify.status.query()
    expect(status).toMatchObject({ syncing: null, restsUntil: null })
    expect(status.connection).toMatchObject({
      state: 'connected',
      endsAt: '2027-05-20T12:00:00.000Z',
      lastSyncAt: null,
      absent: {},
    })
    const stats = (await plak.harness.visitor().client.spotify.stats.query({ nickname: 'owner' }))!
    expect(stats).toMatchObject({
      profile: { name: 'Deniz' },
      readAt: null,
      savedAlbums: null,
      playlists: null,
    })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'spotify.changed' }]))
  })
  it('spends the code once, however often and concurrently it is sent', async () => {
    const way = await agree(plak.server.spotify, owner, 'deniz')
    plak.server.spotify.misbehave({ route: 'token', slow: 300, times: 1 })
    const first = connecting(way)
    // The first one decides which code is used up.
    await vi.waitFor(() => expect(tokens()).toHaveLength(1))
    const answers = await Promise.all([first, connecting(way), connecting({ ...way, code: 'another' })])
    expect(answers).toEqual([1, 2, 3].map(() => ({ connected: true })))
    expect(await connecting(way)).toEqual({ connected: true })
    expect(tokens()).toHaveLength(1)
  })
  it('gives its failure, too, to a caller that sends the same again', async () => {
    const way = { ...(await agree(plak.server.spotify, owner, 'deniz')), code: 'wrong' }
    const failures = await Promise.all([refusal(connecting(way)), refusal(connecting(way))])
    expect(failures.map(({ message }) => message)).toEqual([
      'Token could not be retrieved',
      'Token could not be retrieved',
    ])
    expect(tokens()).toHaveLength(1)
  })
  it('is for the session that began it, and for ten minutes', async () => {
    const way = await agree(plak.server.spotify, owner, 'deniz')
    const elsewhere = await plak.harness.login(owner)
    const stranger = await plak.harness.register('stranger')
    for (const person of [elsewhere, stranger]) {
      expect(await refusal(connecting(way, person))).toMatchObject({
        code: 'FORBIDDEN',
        message: 'Spotify connection failed',
      })
    }
    clock = new Date(clock.getTime() + 10 * 60_000 + 1)
    expect((await refusal(connecting(way))).message).toBe('Spotify connection failed')
    expect(tokens()).toEqual([])
  })
  it('says in the specification’s words what was missing', async () => {
    expect((await refusal(connecting({ code: '', state: 'x' }))).message).toBe(
      'Spotify code could not be retrieved',
    )
    expect((await refusal(connecting({ code: 'x', state: '' }))).message).toBe('Spotify connection failed')
  })
  it.each([
    [
      'S03 a code that is refused',
      [
        {
          route: 'token',
          status: 400,
          body: { error: 'invalid_grant', error_description: 'Invalid authorization code' },
        },
      ],
      'Token could not be retrieved',
    ],
    [
      'S04 wrong credentials',
      [{ route: 'token', status: 400, body: { error: 'invalid_client' } }],
      'An error occurred while connecting Spotify',
    ],
    [
      'S09 a balancer',
      [{ route: 'token', status: 503, body: 'no healthy upstream' }],
      'An error occurred while connecting Spotify',
    ],
    [
      'an answer without a token',
      [{ route: 'token', status: 200, body: {} }],
      'Token could not be retrieved',
    ],
    [
      'S11 an owner without Premium',
      [{ route: 'me', said: 'no-premium' }],
      'An error occurred while connecting Spotify',
    ],
    [
      'S12 somebody who is not on the list',
      [{ route: 'me', said: 'not-registered' }],
      /^Spotify connection failed\b/,
    ],
  ] as const)('%s stores nothing', async (_, faults, message) => {
    const way = await agree(plak.server.spotify, owner, 'deniz')
    plak.server.spotify.misbehave(...(faults as unknown as Parameters<typeof plak.server.spotify.misbehave>))
    const said = (await refusal(connecting(way))).message
    if (typeof message === 'string') expect(said).toBe(message)
    else expect(said).toMatch(message)
    expect(await connectionOf()).toBeNull()
  })
  it('S05, S17: fewer scopes than asked and a person without anything are no failure', async () => {
    plak.server.spotify.set({ withheld: spotifyScopes.slice(1) as unknown as string[] })
    plak.server.spotify.misbehave({ route: 'me', bend: 'bare', times: 1 })
    await connectAs(plak.server.spotify, owner, 'deniz')
    const { connection } = await owner.client.spotify.status.query()
    expect(connection?.account).toEqual({ name: 'deniz', email: null, product: null })
    expect((await connectionOf())!.scope).toBe('user-library-read')
  })
  it('says so when the tokens cannot be kept', async () => {
    const way = await agree(plak.server.spotify, owner, 'deniz')
    await plak.server.deps.db.$executeRaw`RENAME TABLE SpotifyConnection TO SpotifyConnectionAway`
    const [failure] = await Promise.allSettled([refusal(connecting(way))])
    await plak.server.deps.db.$executeRaw`RENAME TABLE SpotifyConnectionAway TO SpotifyConnection`
    expect(failure).toMatchObject({ value: { code: 'SERVICE_UNAVAILABLE', message: 'Error saving token' } })
  })
  it('one Spotify account may be connected by several people here', async () => {
    const other = await plak.harness.register('other')
    await connectAs(plak.server.spotify, owner, 'deniz')
    await connectAs(plak.server.spotify, other, 'deniz')
    expect(await plak.server.deps.db.spotifyConnection.count()).toBe(2)
  })
})
