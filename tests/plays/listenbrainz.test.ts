import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { disable } from '../../server/account/suspension.ts'
import { change } from '../../server/core/change.ts'
import { lockUser } from '../../server/users/lock.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { listen, listenBrainz, scrobblers, submitPath, type Json } from './calls.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const seconds = NOW / 1_000
const plak = runProduct({ now: () => new Date(NOW) })
const { turnOn, idOf } = scrobblers(plak)
const send = listenBrainz(() => plak.server.url)
let owner: Person
let token: string
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  token = await turnOn(owner)
})

const items = async () => (await owner.client.plays.mine.query({})).items
const tracks = async () => (await items()).map(({ track }) => track)
const single = (payload: object = listen(seconds - 60)) => ({ listen_type: 'single', payload: [payload] })

describe('validate-token', () => {
  it('knows the secret in the header, after any word, and in the query', async () => {
    const valid = { http: 200, code: 200, message: 'Token valid.', valid: true, user_name: 'owner' }
    for (const authorization of ['Token', 'token', 'Bearer'].map((word) => `${word} ${token}`))
      expect(await send('/listenbrainz/1/validate-token', { authorization })).toMatchObject(valid)
    expect(await send(`/listenbrainz/1/validate-token?token=${token}`)).toMatchObject(valid)
  })

  it('says of a wrong one that it is invalid, and of none that it is missing', async () => {
    const wrong = await send('/listenbrainz/1/validate-token', { token: 'wrong' })
    expect(wrong).toMatchObject({ http: 200, code: 200, message: 'Token invalid.', valid: false })
    expect(wrong).not.toHaveProperty('user_name')
    expect(await send('/listenbrainz/1/validate-token')).toMatchObject({
      http: 400,
      code: 400,
      error: 'You need to provide an Authorization token.',
    })
  })

  it('has the headers of the limit, which every origin can read', async () => {
    const { headers } = await send('/listenbrainz/1/validate-token', { token })
    expect(headers.get('x-ratelimit-limit')).toBe('300')
    for (const name of ['remaining', 'reset', 'reset-in'])
      expect(Number(headers.get(`x-ratelimit-${name}`))).toBeGreaterThan(0)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await fetch(plak.server.url + submitPath, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type',
    ])
  })
})

it('reads large bodies from users only', async () => {
  const body = single(listen(seconds, {}, { notes: 'x'.repeat(200_000) }))
  expect(await send(submitPath, { token, body })).toMatchObject({ http: 400, error: /too large/ })
  for (const sent of [{ token: 'wrong' }, {}])
    expect(await send(submitPath, { ...sent, body })).toMatchObject({ http: 401 })
  const tooLarge = { listen_type: 'x'.repeat(10_240_000) }
  const refused = await send(submitPath, { token, body: tooLarge })
  expect(refused).toMatchObject({ http: 400, error: /Payload cannot exceed 10240000 bytes/ })
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('300')
  // The answer does not wait for the body.
  const socket = connect(Number(new URL(plak.server.url).port), '127.0.0.1')
  socket.write(`POST ${submitPath} HTTP/1.1\r\nhost: plak\r\ncontent-length: 10000000\r\n\r\n{`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)
  socket.destroy()
})

describe('an address', () => {
  it.each([
    '/listenbrainz/1/submit-listens',
    '/listenbrainz//1//submit-listens/',
    '//listenbrainz/1/submit-listens',
    '/1/submit-listens',
    '/1/submit-listens/?return_msid=true',
  ])('%s takes plays', async (path) => {
    expect(await send(path, { token, body: single() })).toMatchObject({ http: 200 })
    expect(await tracks()).toEqual(['Jóga'])
  })

  it.each([
    '/listenbrainz/1/nothing',
    '/listenbrainz/2/submit-listens',
    '/1/user/owner/fans',
    '/listenbrainz',
  ])('%s is unknown, in JSON', async (path) =>
    expect(await send(path, { token })).toMatchObject({ http: 404, code: 404, error: expect.any(String) }),
  )
})

describe('submit-listens', () => {
  it.each([
    null,
    'application/json; charset=UTF-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'json',
  ])('takes a play with the content type %s', async (type) => {
    const { headers, ...answer } = await send(submitPath, { token, body: single(), type })
    expect(answer).toEqual({ http: 200, status: 'ok' })
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(await tracks()).toEqual(['Jóga'])
  })

  it('takes a play from the page of another site, and no cookie', async () => {
    const headers = { origin: 'https://player.example', 'sec-fetch-site': 'cross-site' }
    const body = JSON.stringify(single())
    const post = (more: object) =>
      fetch(plak.server.url + submitPath, { method: 'POST', body, headers: { ...headers, ...more } })
    expect((await post({ authorization: `Token ${token}` })).status).toBe(200)
    expect((await post({ cookie: owner.cookies.header() })).status).toBe(401)
  })

  it.each([
    [{}, 'You need to provide an Authorization header.'],
    [{ authorization: 'Token' }, 'Provided Authorization header is invalid.'],
    [{ authorization: 'Token 5b1d1d3c-33e0-4f5c-9d0b-1a2b3c4d5e6f' }, 'Invalid authorization token.'],
  ])('refuses %j', async (credentials, error) => {
    expect(await send(submitPath, { ...credentials, body: single() })).toMatchObject({
      http: 401,
      code: 401,
      error,
    })
  })

  const old = listen(1_033_430_399)
  it.each([
    ['[]', /^Invalid JSON document submitted/],
    ['{', /^Cannot parse JSON document/],
    [{ listen_type: 'single' }, 'Invalid JSON document submitted.'],
    [{ payload: [listen(seconds)] }, 'JSON document requires a valid listen_type key.'],
    [{ listen_type: 'x', payload: [{}] }, 'JSON document requires a valid listen_type key.'],
    [{ listen_type: 'single', payload: [] }, 'JSON document does not contain any listens'],
    [
      { listen_type: 'single', payload: [listen(seconds), listen(seconds)] },
      'JSON document contains more than listen for a single/playing_now. It should contain only one.',
    ],
    [
      { listen_type: 'import', payload: Array.from({ length: 1_001 }, () => listen(seconds)) },
      'Too many listens. You may not submit more than 1000 listens at once.',
    ],
    [single(listen(seconds, {}, { notes: 'x'.repeat(10_240) })), /too large/],
    [
      { listen_type: 'playing_now', payload: [listen(seconds)] },
      'JSON document must not contain listened_at while submitting playing_now.',
    ],
    [
      single({ track_metadata: listen(0).track_metadata }),
      'JSON document must contain the key listened_at at the top level.',
    ],
    [
      single({ ...listen(0), listened_at: 'noon' }),
      'JSON document must contain an int value for listened_at.',
    ],
    [single({ ...listen(0), listened_at: null }), 'JSON document must contain an int value for listened_at.'],
    [single(listen(seconds + 3_601)), 'Value for key listened_at is too high.'],
    [
      single(old),
      'Value for key listened_at is too low. listened_at timestamp should be greater than 1033410600 (2002-10-01 00:00:00 UTC).',
    ],
    [single(listen(seconds, { artist_name: '  ' })), 'required field track_metadata.artist_name is empty.'],
    [
      single(listen(seconds, { track_name: undefined })),
      'JSON document does not contain required track_metadata.track_name.',
    ],
    [
      single(listen(seconds, { artist_name: ['Björk'] })),
      'track_metadata.artist_name must be a single string.',
    ],
    [
      single({ ...listen(seconds), user: 'owner' }),
      'JSON document may only contain listened_at and track_metadata top level keys',
    ],
    [single(listen(seconds, { track_name: 'a\0b' })), /null/],
  ])('refuses %#', async (body, error) => {
    const answer = await send(submitPath, { token, body })
    expect(answer).toMatchObject({ http: 400, code: 400 })
    expect(answer.error).toMatch(error)
    expect(await items()).toEqual([])
    expect((await owner.client.scrobbling.mine.query()).lastProblem).not.toBeNull()
  })

  it('names the listen at fault', async () => {
    expect(await send(submitPath, { token, body: single(old) })).toMatchObject(old)
  })

  it('stores all plays of a document, or none', async () => {
    const payload = Array.from({ length: 1_000 }, (_, index) =>
      listen(seconds - index, { track_name: `Track ${index}` }),
    )
    const bad = [...payload.slice(1), listen(seconds + 4_000)]
    expect((await send(submitPath, { token, body: { listen_type: 'import', payload: bad } })).code).toBe(400)
    expect(await items()).toEqual([])
    const good = { listen_type: 'import', payload }
    expect((await send(submitPath, { token, body: good })).headers.get('x-ratelimit-limit')).toBe('300')
    expect((await send(submitPath, { token, body: good })).code).toBeUndefined()
    expect(await plak.server.deps.db.play.count()).toBe(1_000)
  })

  it('keeps a play, and drops what is optional and wrong', async () => {
    const info = {
      recording_mbid: '0CMjwJ6GxhyEOQBNjN5XUr',
      artist_mbids: 'none',
      duration: '321',
      duration_ms: -1,
      tags: Array.from({ length: 51 }, () => 'x'.repeat(65)),
      submission_client: 'navidrome',
    }
    for (const [index, more] of [
      { release_name: '' },
      { release_name: 7 },
      { additional_info: 'x' },
    ].entries()) {
      const track = { track_name: `Track ${index}`, ...more }
      const body = single(listen(seconds, track, 'additional_info' in more ? undefined : info))
      expect(await send(submitPath, { token, body })).not.toHaveProperty('code')
    }
    expect(await items()).toMatchObject([
      { track: 'Track 2', album: null, client: 'node' },
      { track: 'Track 1', album: null, client: 'navidrome', source: 'listenbrainz' },
      { track: 'Track 0', album: null, client: 'navidrome' },
    ])
    expect((await plak.server.deps.db.play.findFirstOrThrow({ where: { track: 'Track 0' } })).duration).toBe(
      321,
    )
  })

  it('reads times in texts, of the clock of a player that is ahead, and drops plays of 400 days ago', async () => {
    const day = 24 * 60 * 60
    for (const [track, at] of Object.entries({
      text: String(seconds - 60),
      float: seconds - 120.7,
      ahead: seconds + 3_599,
      old: seconds - 400 * day,
      kept: seconds - 400 * day + 1,
    }))
      expect(
        await send(submitPath, { token, body: single(listen(at as number, { track_name: track })) }),
      ).not.toHaveProperty('code')
    expect(await tracks()).toEqual(['ahead', 'text', 'float', 'kept'])
  })

  it('shows what is playing, for as long as the track is', async () => {
    const { track_metadata } = listen(0, { release_name: 'Homogenic' }, { duration_ms: 305_000 })
    const body = { listen_type: 'playing_now', payload: [{ track_metadata }] }
    const { headers: _, ...answer } = await send(`${submitPath}?return_msid=true`, { token, body })
    expect(answer).toEqual({
      http: 200,
      status: 'ok',
      recording_msid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(await items()).toEqual([])
    expect(await owner.client.plays.nowPlaying.query({ nickname: 'owner' })).toMatchObject({
      artist: 'Björk',
      track: 'Jóga',
      album: 'Homogenic',
    })
  })
})

describe('the secret', () => {
  it('ends with the next one, when scrobbling is turned off, and while its owner is disabled', async () => {
    const isValid = async (secret: string) =>
      (await send('/1/validate-token', { token: secret })).valid as boolean
    const next = await turnOn(owner)
    expect([await isValid(token), await isValid(next)]).toEqual([false, true])
    await owner.client.scrobbling.turnOff.mutate()
    expect(await isValid(next)).toBe(false)
    const last = await turnOn(owner)
    const id = await idOf(owner)
    await change(plak.server.deps, async (write) => disable(write, await lockUser(write.tx, id)))
    expect(await isValid(last)).toBe(false)
  })

  it('is a UUID, of which we keep no readable copy', async () => {
    expect(token).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const row = await plak.server.deps.db.scrobbling.findFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row.lastFour).toBe(token.slice(-4))
  })
})

describe('reads', () => {
  const read = (path: string, secret?: string) =>
    send(`/listenbrainz/1/user/${path}`, secret ? { token: secret } : {})
  beforeEach(async () => {
    const payload = [4, 3, 2, 1].map((index) =>
      listen(seconds - index, { track_name: `Track ${index}`, release_name: 'Homogenic' }, { duration: 100 }),
    )
    await send(submitPath, { token, body: { listen_type: 'import', payload } })
  })
  const names = (answer: Json) => answer.payload.listens.map((each: Json) => each.track_metadata.track_name)

  it('list plays newest first, between two times', async () => {
    const { payload } = await read('owner/listens', token)
    expect(payload).toMatchObject({
      count: 4,
      user_id: 'owner',
      latest_listen_ts: seconds - 1,
      oldest_listen_ts: seconds - 4,
    })
    expect(payload.listens[0]).toMatchObject({
      listened_at: seconds - 1,
      inserted_at: expect.any(Number),
      recording_msid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_name: 'owner',
      track_metadata: { artist_name: 'Björk', track_name: 'Track 1', release_name: 'Homogenic' },
    })
    expect(names(await read('OWNER/listens?count=2', token))).toEqual(['Track 1', 'Track 2'])
    expect(names(await read(`owner/listens?max_ts=${seconds - 2}`, token))).toEqual(['Track 3', 'Track 4'])
    expect(names(await read(`owner/listens?min_ts=${seconds - 4}&count=2`, token))).toEqual([
      'Track 2',
      'Track 3',
    ])
    expect(names(await read(`owner/listens?min_ts=${seconds - 4}&max_ts=${seconds - 1}`, token))).toEqual([
      'Track 2',
      'Track 3',
    ])
    expect(names(await read('owner/listens?count=5000', token))).toHaveLength(4)
    for (const query of ['count=x', 'max_ts=-1', 'min_ts=1.5', 'min_ts=5&max_ts=4'])
      expect(await read(`owner/listens?${query}`, token)).toMatchObject({ http: 400, code: 400 })
    expect(await read('owner/listen-count', token)).toMatchObject({ payload: { count: 4 } })
  })

  it('show to others what they may see, and to the rest what somebody without plays has', async () => {
    const follower = await plak.harness.register('follower')
    const followers = await turnOn(follower)
    await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
    const counts = async () =>
      Promise.all(
        [token, followers, undefined].map(async (secret) => {
          const { payload } = await read('owner/listens', secret)
          expect(payload.listens).toHaveLength(payload.count)
          return payload.count as number
        }),
      )
    expect(await counts()).toEqual([4, 0, 0])
    const { payload } = await read('owner/listens')
    expect(payload).toEqual({
      count: 0,
      listens: [],
      latest_listen_ts: 0,
      oldest_listen_ts: 0,
      user_id: 'owner',
    })
    await owner.client.scrobbling.set.mutate({ plays: 'followers' })
    expect(await counts()).toEqual([4, 4, 0])
    await owner.client.scrobbling.set.mutate({ plays: 'everyone' })
    expect(await counts()).toEqual([4, 4, 4])
    const error = { http: 404, code: 404, error: expect.any(String) }
    expect(await read('nobody/listens')).toMatchObject(error)
    expect(await read('owner/listens', 'wrong')).toMatchObject({ http: 401, code: 401 })
    await owner.client.people.block.mutate({ nickname: 'follower' })
    expect(await read('owner/listens', followers)).toMatchObject(error)
    expect(await read('owner/playing-now', followers)).toMatchObject(error)
  })

  it('show what is playing to those who may see it', async () => {
    const nothing = { payload: { count: 0, listens: [], playing_now: true, user_id: 'owner' } }
    expect(await read('owner/playing-now', token)).toMatchObject(nothing)
    const { track_metadata } = listen(0)
    await send(submitPath, { token, body: { listen_type: 'playing_now', payload: [{ track_metadata }] } })
    expect(await read('owner/playing-now', token)).toMatchObject({
      payload: { count: 1, listens: [{ track_metadata: { artist_name: 'Björk', track_name: 'Jóga' } }] },
    })
    expect(await read('owner/playing-now')).toMatchObject(nothing)
    await owner.client.scrobbling.set.mutate({ nowPlaying: 'everyone' })
    expect(await read('owner/playing-now')).toMatchObject({ payload: { count: 1 } })
  })
})
