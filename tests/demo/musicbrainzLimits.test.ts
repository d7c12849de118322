import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeGate } from '../../demo/musicbrainz/limits.ts'
import { startDemo, type Demo } from '../../demo/server.ts'
import type { Rule } from '../../demo/service/rules.ts'
import { askMusicbrainz, client, findGroup } from './services.ts'

let demo: Demo
beforeEach(async () => {
  demo = await startDemo()
})
afterEach(() => demo.close())

const service = 'musicbrainz'
const homogenic = () => `release-group/${findGroup(demo, 'Homogenic').id}`
const ask = (params: Record<string, string> = {}) => askMusicbrainz(demo, homogenic(), params)
const raw = async (headers: Record<string, string> = client) => {
  const response = await fetch(`${demo.musicbrainzBase}${homogenic()}?fmt=json`, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('the gate of one request a second', () => {
  const asks = (times: number[]) => {
    let time = 0
    const gate = makeGate(() => time)
    return times.map((at) => {
      time = at
      return gate('127.0.0.1')
    })
  }

  it('lets one request a second through, and a client with gaps of 0.9 s and ten in ten seconds', () => {
    expect(asks(Array.from({ length: 60 }, (_, place) => place * 1000))).not.toContain(false)
    const bursts = Array.from(
      { length: 60 },
      (_, place) => Math.floor(place / 10) * 10_000 + (place % 10) * 900,
    )
    expect(asks(bursts)).not.toContain(false)
  })

  it('refuses all requests above it, until the rate falls', () => {
    expect(asks([0, 0, 0, 100, 200])).toEqual([true, true, false, false, false])
    const fast = asks(Array.from({ length: 60 }, (_, place) => place * 500))
    expect(fast.slice(5)).not.toContain(true)
    expect(asks([...Array.from({ length: 60 }, () => 0), 30_000]).at(-1)).toBe(true)
  })

  it('counts each address by itself', () => {
    const gate = makeGate(() => 0)
    expect(['a', 'a', 'a', 'b'].map(gate)).toEqual([true, true, false, true])
  })
})

describe('the limits of MusicBrainz', () => {
  it('answers a client that is too fast with its own kind of 503', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()))
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers[0]!.status).toBe(200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]!.body).toEqual({
      error: expect.stringMatching(/^Your requests are exceeding the allowable rate limit\. Please see /),
    })
    expect(Object.fromEntries(refused[0]!.headers)).toMatchObject({
      'x-ratelimit-who': '127.0.0.1',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
    })
    expect(demo.requests(service)).toHaveLength(8)
  })

  it('can be opened by a rule or an option', async () => {
    demo.misbehave({ service, fault: 'unlimited' })
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask()))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    demo.behave()
    expect((await ask()).status).toBe(503)
  })

  it('answers with the other kind of 503 while it is busy, as captured', async () => {
    demo.misbehave({ service, fault: 'busy', times: 2 })
    const lookup = await ask()
    expect(lookup).toMatchObject({
      status: 503,
      body: { error: 'The MusicBrainz web server is currently busy. Please try again later.' },
    })
    expect(lookup.body).not.toHaveProperty('help')
    expect(Object.fromEntries(lookup.headers)).toMatchObject({
      'retry-after': '0',
      server: 'openresty',
      'x-mb-rate-limiter': 'lua',
      'x-ratelimit-zone': 'global',
      'x-ratelimit-limit': '1200',
    })
    const search = await askMusicbrainz(demo, 'release-group', { query: 'homogenic' })
    expect(Object.fromEntries(search.headers)).toMatchObject({
      'x-ratelimit-zone': 'search-global',
      'x-ratelimit-who': 'search-shed',
      'x-ratelimit-limit': '15',
    })
    expect(Number(search.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
  })

  it('sheds a share of the load, a fifth by default', async () => {
    const shed = async (rule: Partial<Rule>) => {
      demo.behave()
      demo.misbehave({ service, fault: 'unlimited' })
      demo.misbehave({ service, fault: 'shed', ...rule })
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
      return answers.filter(({ status }) => status === 503).length
    }
    expect([await shed({}), await shed({ share: 0.5 }), await shed({ after: 15, share: 1 })]).toEqual([
      4, 10, 5,
    ])
  })

  it('drops a client without a User-Agent, and refuses that of a library', async () => {
    demo.misbehave({ service, fault: 'unlimited' })
    // Fetch adds a User-Agent of its own when it is absent, but sends an empty one.
    await expect(raw({ 'user-agent': '' })).rejects.toThrow('fetch failed')
    for (const agent of ['node', 'undici', 'axios/1.6.0', 'python-requests/2.31.0', 'curl/8.5.0'])
      expect((await raw({ 'user-agent': agent })).status).toBe(403)
    expect((await raw()).status).toBe(200)
  })
})

describe('the faults of MusicBrainz', () => {
  beforeEach(() => demo.misbehave({ service, fault: 'unlimited' }))

  it.each([
    [{ fault: 'html' }, 502],
    [{ fault: 'html', status: 504 }, 504],
    [{ fault: 'not-found' }, 404],
    [{ fault: 'forbidden' }, 403],
    [{ fault: 'rate-limit' }, 503],
    [{ fault: 'error', status: 500 }, 500],
    [{ fault: 'body', body: { odd: true }, status: 418 }, 418],
  ])('%o → %i', async (rule, status) => {
    demo.misbehave({ service, ...rule, times: 1 })
    const answer = await raw()
    expect(answer.status).toBe(status)
    if (rule.fault === 'html') expect(answer).toMatchObject({ type: 'text/html', text: /<html>/ })
    expect((await raw()).status).toBe(200)
  })

  it('can be slow, hang, reset, be empty or cut off', async () => {
    demo.misbehave({ service, fault: 'slow', ms: 60, times: 1 })
    const before = performance.now()
    expect((await ask()).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThan(58)
    demo.misbehave({ service, fault: 'cut-off', times: 1 })
    const { text } = await raw()
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    demo.misbehave({ service, fault: 'empty', times: 1 })
    expect((await raw()).text).toBe('')
    for (const fault of ['reset', 'hang']) {
      demo.misbehave({ service, fault, ms: 20, times: 1 })
      await expect(raw()).rejects.toThrow('fetch failed')
    }
  })

  it('apply to one service, by path and parameters', async () => {
    const order = (rule: object) =>
      fetch(`${demo.origin}/__control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rule),
      })
    const lastfm = async () =>
      (await fetch(`${demo.lastfmBase}?method=chart.gettopartists&api_key=k&format=json`)).status
    await order({ service, fault: 'busy', path: '/release-group/' })
    await order({ service, fault: 'not-found', match: { query: 'homogenic' } })
    expect((await ask()).status).toBe(503)
    expect((await askMusicbrainz(demo, 'release-group', { query: 'Homogenic' })).status).toBe(404)
    expect((await askMusicbrainz(demo, 'release-group', { query: 'dummy' })).status).toBe(200)
    expect(await lastfm()).toBe(200)
    await order({ fault: 'offline' })
    expect([await lastfm(), (await askMusicbrainz(demo, 'genre/all')).status]).toEqual([503, 200])
    for (const rule of [{ service: 'nobody', fault: 'html' }, { service, fault: 'dialect-a' }, { service }])
      expect((await order(rule)).status).toBe(400)
    expect(() => demo.misbehave({ service, fault: 'nonsense' })).toThrow('fault must be one of')
  })

  it('keep a log for each service', async () => {
    await ask({ inc: 'genres tags' })
    const log = (await (await fetch(`${demo.origin}/__requests?service=musicbrainz`)).json()) as unknown[]
    expect(log).toEqual([
      expect.objectContaining({
        service,
        verb: 'GET',
        path: `/musicbrainz/ws/2/${homogenic()}`,
        params: { fmt: 'json', inc: 'genres tags' },
        query: 'fmt=json&inc=genres+tags',
        userAgent: client['user-agent'],
        faults: ['unlimited'],
      }),
    ])
    expect([demo.requests(), demo.requests('coverart')]).toEqual([[], []])
    demo.forgetRequests()
    expect(demo.requests(service)).toEqual([])
  })
})
