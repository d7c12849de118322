import { beforeEach, describe, expect, it } from 'vitest'
import { tidy } from '../../server/maintenance/retention.ts'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { joga, listen, listenBrainz, md5, scrobblers, sendForm, submitPath, unravel } from './calls.ts'

// Settings, limits, logs, the export and the deletion of plays.

const logLines: string[] = []
let time = Date.parse('2026-11-24T12:00:00Z')
const plak = runProduct({
  now: () => new Date(time),
  settings: { LIMITS_FACTOR: '1', ACCESS_LOG: 'all', LOG_LEVEL: 'trace' },
  log: { write: (line) => void logLines.push(line) },
})
const { record, turnOn, idOf } = scrobblers(plak)
const send = listenBrainz(() => plak.server.url)
let owner: Person
beforeEach(async () => {
  time = Date.parse('2026-11-24T12:00:00Z')
  owner = await plak.harness.register('owner')
})

const mine = () => owner.client.scrobbling.mine.query()
const now = () => time / 1_000
const single = (at: number, track = {}) => ({ listen_type: 'single', payload: [listen(at, track)] })

describe('the settings', () => {
  it('begin turned off, with everything for the owner alone', async () => {
    const { PUBLIC_URL } = plak.server.deps.settings
    expect(await mine()).toMatchObject({
      on: false,
      listenBrainzUrl: `${PUBLIC_URL}/listenbrainz`,
      lastfmUrl: `${PUBLIC_URL}/lastfm/2.0/`,
      lastFour: null,
      lastContact: null,
      lastProblem: null,
      plays: 'me',
      nowPlaying: 'me',
    })
    const secret = await turnOn(owner)
    expect(await mine()).toMatchObject({ on: true, lastFour: secret.slice(-4), lastContact: null })
    await owner.client.scrobbling.turnOff.mutate()
    await owner.client.scrobbling.turnOff.mutate()
    expect(await mine()).toMatchObject({ on: false, lastFour: null })
  })

  it('say when a player was heard, to the minute, and what was wrong', async () => {
    const token = await turnOn(owner)
    await send(submitPath, { token, body: single(now()) })
    expect(await mine()).toMatchObject({ lastContact: '2026-11-24T12:00:00.000Z', lastProblem: null })
    time += 59_000
    await send(submitPath, { token, body: single(now() + 4_000) })
    expect(await mine()).toMatchObject({
      lastContact: '2026-11-24T12:00:00.000Z',
      lastProblem: expect.stringContaining('clock') as string,
    })
    time += 1_000
    await send(submitPath, { token, body: single(now()) })
    expect(await mine()).toMatchObject({ lastContact: '2026-11-24T12:01:00.000Z', lastProblem: null })
  })

  it('change alone, and keep what is left out', async () => {
    const { set } = owner.client.scrobbling
    await set.mutate({ plays: 'everyone' })
    expect(await set.mutate({ nowPlaying: 'followers' })).toMatchObject({
      plays: 'everyone',
      nowPlaying: 'followers',
      on: false,
    })
    expect((await refusal(set.mutate({ listenBrainzUser: 'x'.repeat(101) }))).fields).toHaveProperty(
      'listenBrainzUser',
    )
  })
})

describe('the limit of 300 requests a minute', () => {
  it('is counted for each person, and told as the protocols do', async () => {
    const [token, id] = [await turnOn(owner), await idOf(owner)]
    const { limit } = plak.server.deps
    const { scrobbleRequests } = await import('../../server/core/limits.ts')
    const first = await send('/1/validate-token', { token })
    expect([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual([
      '300',
      '299',
    ])
    await limit(scrobbleRequests).count(`user:${id}`, 299)
    const refused = await send(submitPath, { token, body: single(now()) })
    expect(refused).toMatchObject({
      http: 429,
      code: 429,
      error: expect.stringContaining('rate limit') as string,
    })
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(refused.headers.get('x-ratelimit-reset-in'))).toBeGreaterThan(0)
    const session = await sendForm(`${plak.server.url}/lastfm/2.0/`, {
      method: 'auth.getMobileSession',
      username: 'owner',
      password: token,
      format: 'json',
    })
    const { key } = ((await session.json()) as { session: { key: string } }).session
    const form = { method: 'track.scrobble', sk: key, ...joga, timestamp: '1', format: 'json' }
    const answer = await sendForm(`${plak.server.url}/lastfm/2.0/`, form)
    expect([answer.status, await answer.json()]).toMatchObject([200, { error: 29 }])
    expect(await (await sendForm(`${plak.server.url}/lastfm/protocol_1.2`, { s: key })).text()).toMatch(
      /^FAILED .+\n$/,
    )
    const other = await plak.harness.register('other')
    expect(await send('/1/validate-token', { token: await turnOn(other) })).toMatchObject({ valid: true })
  })
})

it('no log has a secret, a session key, a name of music, or a name at another service', async () => {
  const words = { artist: 'canary-artist', track: 'canary-track' }
  const token = await turnOn(owner)
  await owner.client.scrobbling.set.mutate({ listenBrainzUser: 'canary-user' })
  const lastfm = `${plak.server.url}/lastfm/2.0/`
  const signIn = { method: 'auth.getMobileSession', username: 'owner', password: token, format: 'json' }
  const session = (await (await sendForm(lastfm, signIn)).json()) as { session: { key: string } }
  const sk = session.session.key
  const attempts = async () => {
    const track = { artist_name: words.artist, track_name: words.track }
    await send(submitPath, { token, body: single(now(), track) })
    await send(submitPath, { token, body: `{"canary-broken": "${token}"` })
    await send(`/1/user/owner/listens?token=${token}`)
    await send(submitPath, { authorization: 'Token canary-wrong', body: single(now(), track) })
    const form = { method: 'track.scrobble', sk, ...words, timestamp: String(now()) }
    await (await sendForm(lastfm, form)).text()
    await (await sendForm(lastfm, {}, form)).text()
    const shake = new URLSearchParams({
      hs: 'true',
      p: '1.2',
      u: 'owner',
      t: String(now()),
      a: md5(md5(token) + now()),
    })
    await (await fetch(`${plak.server.url}/lastfm/?${shake}`)).text()
    const plays = { s: sk, 'a[0]': words.artist, 't[0]': words.track, 'i[0]': String(now()) }
    await (await sendForm(`${plak.server.url}/lastfm/protocol_1.2`, plays)).text()
  }
  await attempts()
  // Also when the database refuses the plays.
  const { db } = plak.server.deps
  await db.$executeRawUnsafe('RENAME TABLE Play TO PlayAway')
  try {
    await attempts()
  } finally {
    await db.$executeRawUnsafe('RENAME TABLE PlayAway TO Play')
  }
  const text = logLines.join('\n')
  expect(text).toContain('a request of a player failed')
  for (const word of [token, sk, md5(token), 'canary']) expect(text).not.toContain(word)
})

it('a request that fails because of us is answered in the words of its protocol, and players send it again', async () => {
  const token = await turnOn(owner)
  const { db } = plak.server.deps
  await db.$executeRawUnsafe('RENAME TABLE Scrobbling TO ScrobblingAway')
  try {
    expect(await send(submitPath, { token, body: single(now()) })).toMatchObject({ http: 503, code: 503 })
    const form = { method: 'track.scrobble', sk: 'any', ...joga, timestamp: '1', format: 'json' }
    const answer = await sendForm(`${plak.server.url}/lastfm/2.0/`, form)
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: 16 }])
    const old = await sendForm(`${plak.server.url}/lastfm/protocol_1.2`, { s: 'any' })
    expect([old.status, await old.text()]).toEqual([503, expect.stringMatching(/^FAILED .+\n$/)])
  } finally {
    await db.$executeRawUnsafe('RENAME TABLE ScrobblingAway TO Scrobbling')
  }
})

it('the export has the plays, and the settings without the secret', async () => {
  const token = await turnOn(owner)
  await owner.client.scrobbling.set.mutate({ listenBrainzUser: 'at_listenbrainz', plays: 'followers' })
  await record(owner, [{ ...joga, album: 'Homogenic', at: new Date(time) }])
  const { data, json } = await downloadData(plak.server.url, owner.cookies.header()!)
  expect(data.forReading['plays']).toEqual([
    { at: new Date(time).toISOString(), ...joga, album: 'Homogenic', source: 'listenbrainz' },
  ])
  expect(data.forReading['scrobblings']).toMatchObject([
    { listenBrainzUser: 'at_listenbrainz', plays: 'followers' },
  ])
  expect(json).not.toContain(token.slice(-4))
})

it('a play of 400 days ago goes with the nightly tidying; plays, secret and settings go with the account', async () => {
  await turnOn(owner)
  const [id, { db }] = [await idOf(owner), plak.server.deps]
  await record(owner, [
    { ...joga, at: new Date(time) },
    { ...unravel, at: new Date(time + 60_000) },
  ])
  time += 400 * 24 * 60 * 60_000
  const tidied = await tidy(plak.server.deps)
  expect(tidied.plays).toBe(1)
  expect((await db.play.findMany()).map(({ track }) => track)).toEqual(['Unravel'])
  const who = await plak.harness.login(owner)
  await who.client.auth.deleteAccount.mutate({ password: owner.password })
  expect([await db.play.count(), await db.scrobbling.count({ where: { userId: id } })]).toEqual([0, 0])
})
