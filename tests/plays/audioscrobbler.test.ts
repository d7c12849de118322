import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { md5, scrobblers, sendForm } from './calls.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const seconds = NOW / 1_000
const plak = runProduct({ now: () => new Date(NOW) })
const { turnOn } = scrobblers(plak)
let owner: Person
let secret: string
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  secret = await turnOn(owner)
})

type Fields = Record<string, string>
type Handshake = { time?: number | string; p?: string; u?: string }
async function shake({ time = seconds, ...more }: Handshake = {}, password = secret) {
  const t = String(time)
  const query = {
    hs: 'true',
    p: '1.2.1',
    c: 'mdc',
    v: '0.24',
    u: 'owner',
    t,
    a: md5(md5(password) + t),
    ...more,
  }
  const response = await fetch(`${plak.server.url}/lastfm/?${new URLSearchParams(query)}`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  return [response.status, await response.text()] as const
}
const session = async () => (await shake())[1].split('\n')[1]!
const post = async (path: string, form: Fields) =>
  await (await sendForm(`${plak.server.url}/lastfm/${path}`, form)).text()
const items = async () => (await owner.client.plays.mine.query({})).items

describe('the handshake', () => {
  it('gives a session and two addresses, each on a line', async () => {
    const { PUBLIC_URL } = plak.server.deps.settings
    const addresses = `${PUBLIC_URL}/lastfm/np_1.2\n${PUBLIC_URL}/lastfm/protocol_1.2\n`
    for (const more of [{}, { p: '1.2' }, { u: 'OWNER' }, { time: seconds - 3_600 }]) {
      const [status, text] = await shake(more)
      const [first, key, ...rest] = text.split('\n')
      expect([status, first, key, rest.join('\n')]).toEqual([
        200,
        'OK',
        expect.stringMatching(/^[0-9a-f]{32}$/),
        addresses,
      ])
    }
  })

  it('refuses a wrong secret, a wrong clock, and another version', async () => {
    expect(await shake({}, 'wrong')).toEqual([200, 'BADAUTH\n'])
    expect(await shake({ u: 'nobody' })).toEqual([200, 'BADAUTH\n'])
    expect(await shake({}, owner.password)).toEqual([200, 'BADAUTH\n'])
    expect(await shake({ time: seconds - 3_601 })).toEqual([200, 'BADTIME\n'])
    expect(await shake({ time: seconds + 3_601 })).toEqual([200, 'BADTIME\n'])
    for (const year of [-1, 1])
      expect(await shake({ time: seconds + year * 365 * 24 * 60 * 60 })).toEqual([200, 'BADTIME\n'])
    expect(await shake({ p: '1.1' })).toEqual([200, expect.stringMatching(/^FAILED .+\n$/)])
    expect(await shake({ time: 'noon' })).toEqual([200, expect.stringMatching(/^FAILED .+\n$/)])
  })
})

describe('a submission', () => {
  const play = (index: number, more: Fields = {}): Fields => {
    const fields = {
      a: 'Björk',
      t: `Track ${index}`,
      i: String(seconds - index * 100),
      o: 'P',
      r: '',
      l: '305',
      b: 'Homogenic',
      n: '2',
      m: '',
      ...more,
    }
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${name}[${index}]`, value]))
  }

  it('stores plays', async () => {
    expect(await post('protocol_1.2', { s: await session(), ...play(0), ...play(1) })).toBe('OK\n')
    expect(await items()).toMatchObject([
      { track: 'Track 0', album: 'Homogenic', source: 'lastfm', at: '2026-11-24T12:00:00.000Z' },
      { track: 'Track 1' },
    ])
    expect((await plak.server.deps.db.play.findFirstOrThrow()).duration).toBe(305)
  })

  it('stores plays once that are sent again', async () => {
    const form = { s: await session(), ...play(0), ...play(1) }
    const answers = [await post('protocol_1.2', form)]
    answers.push(...(await Promise.all([post('protocol_1.2', form), post('protocol_1.2', form)])))
    expect(answers).toEqual(['OK\n', 'OK\n', 'OK\n'])
    expect(await items()).toHaveLength(2)
  })

  it('skips plays that cannot be stored', async () => {
    const odd = [
      play(0, { i: String(seconds + 365 * 24 * 60 * 60) }),
      play(1, { a: '' }),
      play(2, { i: 'noon' }),
      play(3, { i: '1' }),
      play(4),
    ]
    expect(await post('protocol_1.2', Object.assign({ s: await session() }, ...odd) as Fields)).toBe('OK\n')
    expect((await items()).map(({ track }) => track)).toEqual(['Track 4'])
  })

  it('needs a session and plays, at most fifty', async () => {
    const many = Object.assign({}, ...Array.from({ length: 51 }, (_, index) => play(index))) as Fields
    const s = await session()
    expect(await post('protocol_1.2', { s, ...many })).toMatch(/^FAILED .+\n$/)
    expect(await post('protocol_1.2', { s })).toMatch(/^FAILED .+\n$/)
    expect(await post('protocol_1.2', { s: 'unknown', ...play(0) })).toBe('BADSESSION\n')
    expect(await post('np_1.2', { s: '', a: 'Björk', t: 'Jóga' })).toBe('BADSESSION\n')
    await turnOn(owner)
    expect(await post('protocol_1.2', { s, ...play(0) })).toBe('BADSESSION\n')
    expect(await items()).toEqual([])
  })
})

it('shows what is playing', async () => {
  const form = { s: await session(), a: 'Björk', t: 'Jóga', b: 'Homogenic', l: '305', n: '2', m: '' }
  expect(await post('np_1.2', form)).toBe('OK\n')
  expect(await owner.client.plays.nowPlaying.query({ nickname: 'owner' })).toMatchObject({
    artist: 'Björk',
    track: 'Jóga',
    album: 'Homogenic',
  })
  expect(await post('np_1.2', { s: form.s })).toMatch(/^FAILED .+\n$/)
})

it('is not a page: other addresses are unknown', async () => {
  for (const path of ['/lastfm', '/lastfm/', '/lastfm/1.2', '/lastfm/?hs=false']) {
    const response = await fetch(plak.server.url + path)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/plain; charset=utf-8',
    ])
  }
})
