import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { md5, scrobblers, sendForm, type Json } from './calls.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const seconds = NOW / 1_000
const DAY = 24 * 60 * 60
const plak = runProduct({ now: () => new Date(NOW) })
const { record, turnOn } = scrobblers(plak)
let owner: Person
let secret: string
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  secret = await turnOn(owner)
})

type Fields = Record<string, string>
const address = () => `${plak.server.url}/lastfm/2.0/`
const call = async (form: Fields, query: Fields = {}) => {
  const response = await sendForm(
    address(),
    { api_key: 'any', api_sig: 'none', format: 'json', ...form },
    query,
  )
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  return { http: response.status, ...((await response.json()) as Json) } as Json
}
const signIn = (more: Fields) => call({ method: 'auth.getMobileSession', username: 'owner', ...more })
const sessionKey = async () => (await signIn({ password: secret })).session.key as string
const items = async () => (await owner.client.plays.mine.query({})).items
const joga = { artist: 'Björk', track: 'Jóga' }
const refused = (error: number) => ({ http: 200, error, message: expect.any(String) as string })

it('reads a form of many names in moments', async () => {
  const send = (body: string) => fetch(address(), { method: 'POST', body })
  const names = Array.from({ length: 25_000 }, (_, index) => index.toString(36)).join('&')
  const started = performance.now()
  expect((await send(`format=json&${names}`)).status).toBe(200)
  // Setting each name of URLSearchParams took 6 seconds.
  expect(performance.now() - started).toBeLessThan(2_000)
})

it('a body that is too large is the mistake of the player, who must not send it again', async () => {
  const body = `method=track.scrobble&a=${'x'.repeat(300_000)}`
  const modern = await fetch(`${address()}?format=json`, { method: 'POST', body })
  expect([modern.status, await modern.json()]).toMatchObject([200, { error: 6 }])
  const old = await fetch(address().replace('2.0/', 'protocol_1.2'), { method: 'POST', body })
  expect([old.status, await old.text()]).toEqual([200, 'FAILED Invalid data submitted\n'])
})

describe('auth.getMobileSession', () => {
  it('gives a session key for the secret, or for a proof made with its MD5', async () => {
    const answer = await signIn({ password: secret })
    expect(answer).toEqual({
      http: 200,
      session: { name: 'owner', key: expect.stringMatching(/^[0-9a-f]{32}$/), subscriber: 0 },
    })
    expect(await signIn({ authToken: md5(`owner${md5(secret)}`) })).toEqual(answer)
    expect(await signIn({ username: 'Owner', authToken: md5(`Owner${md5(secret)}`) })).toEqual(answer)
  })

  it('refuses a wrong user or secret, and names what is missing', async () => {
    const other = await plak.harness.register('other')
    await turnOn(other)
    expect((await owner.client.scrobbling.mine.query()).lastProblem).toBeNull()
    expect(await signIn({ password: 'wrong' })).toEqual(refused(4))
    expect(await signIn({ authToken: md5(`owner${md5('wrong')}`) })).toEqual(refused(4))
    expect(await signIn({ username: 'other', password: secret })).toEqual(refused(4))
    expect(await signIn({ username: 'nobody', password: secret })).toEqual(refused(4))
    expect(await signIn({ password: owner.password })).toEqual(refused(4))
    expect(await signIn({})).toEqual(refused(6))
    expect((await owner.client.scrobbling.mine.query()).lastProblem).toBe('wrong user or secret')
  })

  it('gives a key that outlives the process, and ends with the secret', async () => {
    const sk = await sessionKey()
    const play = (timestamp: number) =>
      call({ method: 'track.scrobble', sk, ...joga, timestamp: String(timestamp) })
    await plak.server.restart()
    expect((await play(seconds)).scrobbles['@attr'].accepted).toBe(1)
    secret = await turnOn(owner)
    expect(await play(seconds - 100)).toEqual(refused(9))
    const next = await sessionKey()
    expect(next).not.toBe(sk)
    await owner.client.scrobbling.turnOff.mutate()
    expect(await call({ method: 'track.scrobble', sk: next, ...joga, timestamp: '1' })).toEqual(refused(9))
  })
})

describe('track.scrobble', () => {
  it('stores a play, and tells of one as an object', async () => {
    const form = { ...joga, timestamp: String(seconds - 60), album: 'Homogenic', duration: '305' }
    expect(await call({ method: 'track.scrobble', sk: await sessionKey(), ...form })).toEqual({
      http: 200,
      scrobbles: {
        '@attr': { accepted: 1, ignored: 0 },
        scrobble: {
          artist: { corrected: '0', '#text': 'Björk' },
          track: { corrected: '0', '#text': 'Jóga' },
          album: { corrected: '0', '#text': 'Homogenic' },
          albumArtist: { corrected: '0', '#text': '' },
          timestamp: String(seconds - 60),
          ignoredMessage: { code: '0', '#text': '' },
        },
      },
    })
    expect(await items()).toMatchObject([
      { ...joga, album: 'Homogenic', source: 'lastfm', client: 'node', at: '2026-11-24T11:59:00.000Z' },
    ])
    expect((await plak.server.deps.db.play.findFirstOrThrow()).duration).toBe(305)
  })

  it('stores fifty at once, and nothing of more', async () => {
    const sk = await sessionKey()
    const batch = (count: number) => {
      const form: Fields = { method: 'TRACK.Scrobble', sk }
      for (let index = 0; index < count; index++) {
        form[`artist[${index}]`] = 'Björk & Guðný; +🎧'
        form[`track[${index}]`] = `Track ${index}`
        form[`timestamp[${index}]`] = String(seconds - index * 100)
      }
      return call(form)
    }
    expect(await batch(51)).toEqual(refused(6))
    expect(await items()).toEqual([])
    const { scrobbles } = await batch(50)
    expect([scrobbles['@attr'], scrobbles.scrobble.length]).toEqual([{ accepted: 50, ignored: 0 }, 50])
    expect((await items())[0]).toMatchObject({ artist: 'Björk & Guðný; +🎧', track: 'Track 0' })
    expect(await items()).toHaveLength(50)
  })

  it('ignores what cannot be a play, and stores the others', async () => {
    const rows: [string, string, number][] = [
      ['Björk', 'good', seconds],
      [' ', 'no artist', seconds],
      ['Björk', '', seconds],
      ['Björk', 'old', seconds - 400 * DAY],
      ['Björk', 'ahead', seconds + 3_601],
      ['Björk', 'almost ahead', seconds + 3_599],
      ['Björk', 'almost old', seconds - 400 * DAY + 1],
    ]
    const form: Fields = { method: 'track.scrobble', sk: await sessionKey() }
    for (const [index, [artist, track, timestamp]] of rows.entries())
      Object.assign(form, {
        [`artist[${index}]`]: artist,
        [`track[${index}]`]: track,
        [`timestamp[${index}]`]: String(timestamp),
      })
    const { scrobbles } = await call(form)
    expect(scrobbles['@attr']).toEqual({ accepted: 3, ignored: 4 })
    expect(scrobbles.scrobble.map((each: Json) => each.ignoredMessage.code)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '0',
      '0',
    ])
    expect((await items()).map(({ track }) => track)).toEqual(['almost ahead', 'good', 'almost old'])
    expect((await owner.client.scrobbling.mine.query()).lastProblem).toMatch(/400 days/)
  })

  it('ignores the 3,001st play of a day', async () => {
    const noon = new Date(NOW).getTime()
    for (const part of [0, 1, 2])
      await record(
        owner,
        Array.from({ length: part === 2 ? 999 : 1_000 }, (_, index) => ({
          artist: 'Björk',
          track: `Track ${part} ${index}`,
          at: new Date(noon - index * 1_000),
        })),
      )
    const sk = await sessionKey()
    const form = {
      method: 'track.scrobble',
      sk,
      'artist[0]': 'Björk',
      'artist[1]': 'Björk',
      'artist[2]': 'Björk',
    }
    const { scrobbles } = await call({
      ...form,
      'track[0]': 'one',
      'timestamp[0]': String(seconds),
      'track[1]': 'two',
      'timestamp[1]': String(seconds),
      'track[2]': 'yesterday',
      'timestamp[2]': String(seconds - DAY),
    })
    expect(scrobbles.scrobble.map((each: Json) => each.ignoredMessage.code)).toEqual(['0', '5', '0'])
  })

  it('accepts a batch that is sent again, also once the day is full', async () => {
    const sk = await sessionKey()
    const batch = (indexes: number[]) => {
      const form: Fields = { method: 'track.scrobble', sk }
      for (const [place, index] of indexes.entries())
        Object.assign(form, {
          [`artist[${place}]`]: 'Björk',
          [`track[${place}]`]: `Track ${index}`,
          [`timestamp[${place}]`]: String(seconds - index * 100),
        })
      return call(form)
    }
    const fifty = Array.from({ length: 50 }, (_, index) => index)
    const all = { '@attr': { accepted: 50, ignored: 0 } }
    for (const answer of [await batch(fifty), await batch(fifty)]) expect(answer.scrobbles).toMatchObject(all)
    expect(await items()).toHaveLength(50)
    for (const part of [0, 1, 2])
      await record(
        owner,
        Array.from({ length: part === 2 ? 948 : 1_000 }, (_, index) => ({
          artist: 'Björk',
          track: `Other ${part} ${index}`,
          at: new Date(NOW - index * 1_000),
        })),
      )
    expect((await batch(fifty)).scrobbles).toMatchObject(all)
    // Two places are left: the repeated plays take none of them.
    const { scrobbles } = await batch([0, 1, 60, 2, 61, 62])
    expect(scrobbles.scrobble.map((each: Json) => each.ignoredMessage.code)).toEqual([
      '0',
      '0',
      '0',
      '0',
      '0',
      '5',
    ])
  })

  it('stores a batch once that arrives three times at once', async () => {
    const form: Fields = { method: 'track.scrobble', sk: await sessionKey() }
    for (let index = 0; index < 50; index++)
      Object.assign(form, {
        [`artist[${index}]`]: 'Björk',
        [`track[${index}]`]: `Track ${index}`,
        [`timestamp[${index}]`]: String(seconds - index * 100),
      })
    const answers = await Promise.all([call(form), call(form), call(form)])
    expect(answers.map(({ scrobbles }) => scrobbles['@attr'].accepted)).toEqual([50, 50, 50])
    expect(await plak.server.deps.db.play.count()).toBe(50)
  })

  it('stores each play of a track that is played all day, and nothing of clocks that are a year off', async () => {
    const form: Fields = { method: 'track.scrobble', sk: await sessionKey() }
    const year = 365 * DAY
    for (const [index, ago] of [0, 305, 610, 915, -year, 2 * year].entries())
      Object.assign(form, {
        [`artist[${index}]`]: 'Björk',
        [`track[${index}]`]: 'Jóga',
        [`timestamp[${index}]`]: String(seconds - ago),
      })
    const { scrobbles } = await call(form)
    expect(scrobbles['@attr']).toEqual({ accepted: 4, ignored: 2 })
    expect((await items()).map(({ at }) => (NOW - Date.parse(at)) / 1_000)).toEqual([0, 305, 610, 915])
  })

  it('counts a duplicate as accepted', async () => {
    const form = { method: 'track.scrobble', sk: await sessionKey(), ...joga }
    for (const timestamp of [seconds, seconds - 30])
      expect((await call({ ...form, timestamp: String(timestamp) })).scrobbles['@attr'].accepted).toBe(1)
    expect(await items()).toHaveLength(1)
  })

  it('refuses an unknown session, what is missing, GET, and unknown methods', async () => {
    const form = { method: 'track.scrobble', ...joga, timestamp: String(seconds) }
    const sk = await sessionKey()
    expect(await call({ ...form, sk: 'unknown' })).toEqual(refused(9))
    expect(await call(form)).toEqual(refused(6))
    const { artist: _, ...withoutArtist } = form
    expect(await call({ ...withoutArtist, sk })).toEqual(refused(6))
    expect(await call({ ...form, timestamp: '', sk })).toEqual(refused(6))
    expect(await call({ sk })).toEqual(refused(6))
    expect(await call({ ...form, method: 'track.sing', sk })).toEqual(refused(3))
    const url = `${address()}?${new URLSearchParams({ ...form, sk, format: 'json' })}`
    expect(await (await fetch(url)).json()).toEqual({ error: 3, message: expect.any(String) })
    expect(await items()).toEqual([])
  })
})

it('track.updateNowPlaying shows the track', async () => {
  const form = { method: 'track.updateNowPlaying', sk: await sessionKey(), ...joga, duration: '305' }
  expect((await call(form)).nowplaying).toMatchObject({
    artist: { corrected: '0', '#text': 'Björk' },
    ignoredMessage: { code: '0', '#text': '' },
  })
  expect(await owner.client.plays.nowPlaying.query({ nickname: 'owner' })).toMatchObject(joga)
  expect(await items()).toEqual([])
  expect((await call({ ...form, artist: '' })).nowplaying.ignoredMessage.code).toBe('1')
  const { track: _, ...withoutTrack } = form
  expect(await call(withoutTrack)).toEqual(refused(6))
})

describe('an answer', () => {
  const xml = async (form: Fields) => {
    const response = await sendForm(address(), form)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
    return await response.text()
  }
  const head = '<?xml version="1.0" encoding="utf-8"?>\n'

  it('is XML unless JSON is asked for, in the form or in the address', async () => {
    const session = { method: 'auth.getMobileSession', username: 'owner', password: secret }
    const key = await sessionKey()
    const content = `<session><name>owner</name><key>${key}</key><subscriber>0</subscriber></session>`
    expect(await xml(session)).toBe(`${head}<lfm status="ok">${content}</lfm>\n`)
    expect(await xml({ ...session, password: 'wrong' })).toMatch(
      /^<\?xml .+\?>\n<lfm status="failed"><error code="4">.+<\/error><\/lfm>\n$/,
    )
    const response = await sendForm(address(), session, { format: 'json' })
    expect(await response.json()).toMatchObject({ session: { name: 'owner' } })
    const { method, ...query } = session
    expect(await (await sendForm(address(), { method }, query)).text()).toContain(key)
  })

  it('escapes what is sent', async () => {
    const sk = await sessionKey()
    const timestamp = String(seconds)
    const form = { method: 'track.scrobble', sk, artist: 'A & B', track: '<b>"\u0007', timestamp }
    expect(await xml(form)).toBe(
      `${head}<lfm status="ok"><scrobbles accepted="1" ignored="0"><scrobble>` +
        '<track corrected="0">&lt;b&gt;&quot;</track><artist corrected="0">A &amp; B</artist>' +
        '<album corrected="0"></album><albumArtist corrected="0"></albumArtist>' +
        `<timestamp>${timestamp}</timestamp><ignoredMessage code="0"></ignoredMessage>` +
        '</scrobble></scrobbles></lfm>\n',
    )
  })

  it.each(['/lastfm/2.0', '//lastfm//2.0//'])('is at %s, too', async (path) => {
    const form = { method: 'auth.getMobileSession', username: 'owner', password: secret }
    expect(await (await sendForm(plak.server.url + path, form)).text()).toContain('<session>')
  })
})
