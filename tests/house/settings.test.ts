import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { catalogueOf, readSettings, SettingsError } from '../../server/lib/settings.ts'
import { settingNames } from '../../shared/settingNames.ts'

// Plain JavaScript, without types.
const scripts: string = '../../scripts/environment.mjs'
const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const documented = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!)

describe('docker-compose.yml', () => {
  const app = /^ {2}app:\n(?: {4}.*\n|\n)*/m.exec(read('docker-compose.yml'))![0]
  const environment = new Map(
    [...app.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [name!, value!]),
  )
  /** Settings that the container sets itself, and those of the demo, which does not run in production. */
  const fixed = ['PORT', 'HOST', 'DATABASE_URL', 'REDIS_URL', 'DEMO', 'DEMO_PORT']

  it('hands every setting of .env.example to the container', () => {
    const handed = documented.filter((name) => environment.get(name)?.startsWith(`\${${name}:-`))
    expect(handed).toEqual(documented.filter((name) => !fixed.includes(name)))
  })
})

it('.env.example, copied, sets nothing that administrators change in the browser', () => {
  const lines = read('.env.example').split('\n')
  for (const name of settingNames)
    expect(lines.filter((line) => line.startsWith(`#${name}=`))).toHaveLength(1)
  for (const name of settingNames) expect(lines.filter((line) => line.startsWith(`${name}=`))).toEqual([])
})

it('docs/operations.md has every setting of .env.example in its table', () => {
  const table = /## Settings\n(.*?)\n## /s.exec(read('docs/operations.md'))![1]!
  expect(documented.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

const needed = {
  DATABASE_URL: 'mysql://plak@127.0.0.1/plak',
  REDIS_URL: 'redis://127.0.0.1',
  APP_SECRET: 'x'.repeat(32),
}

describe('in production', () => {
  const production = { ...needed, NODE_ENV: 'production' }

  it.each([
    [{ PLAK_DEMO: '1' }, 'PLAK_DEMO must not be set'],
    [{ PLAK_DEV: '1' }, 'PLAK_DEV must not be set'],
    [{ PUBLIC_URL: 'http://plak.example' }, 'PUBLIC_URL must begin with https://'],
    [{ PUBLIC_URL: 'http://localhost.example' }, 'PUBLIC_URL must begin with https://'],
    [{ OIDC_ISSUER: 'http://accounts.example' }, 'OIDC_ISSUER must begin with https://'],
    [{ LASTFM_BASE: 'http://10.0.0.7/2.0/' }, 'LASTFM_BASE must begin with https://'],
    [{ CATALOGUE: 'demo' }, "CATALOGUE must not be 'demo' where NODE_ENV=production"],
    [{ MUSICBRAINZ_BASE: 'http://a.example' }, 'MUSICBRAINZ_BASE must begin with https://'],
    [{ COVERART_BASE: 'http://a.example' }, 'COVERART_BASE must begin with https://'],
    [{ LISTENBRAINZ_BASE: 'http://a.example' }, 'LISTENBRAINZ_BASE must begin with https://'],
    [{ WIKIDATA_BASE: 'http://a.example' }, 'WIKIDATA_BASE must begin with https://'],
    [{ COMMONS_BASE: 'http://a.example' }, 'COMMONS_BASE must begin with https://'],
    [{ SPOTIFY_API_BASE: 'http://a.example' }, 'SPOTIFY_API_BASE must begin with https://'],
    [{ SPOTIFY_ACCOUNTS_BASE: 'http://a.example' }, 'SPOTIFY_ACCOUNTS_BASE must begin with https://'],
  ])('%j is refused by name', (more, said) => {
    expect(() => readSettings({ ...production, ...more })).toThrow(said)
    expect(() => readSettings({ ...needed, ...more })).not.toThrow()
  })
  it.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000', 'https://plak.example'])(
    'the product may stand at %s',
    (url) => expect(readSettings({ ...production, PUBLIC_URL: url }).PUBLIC_URL).toBe(url),
  )
})

describe('the catalogue', () => {
  const key = { LASTFM_API_KEY: 'x' }
  const contact = { CONTACT: 'plak@example.org' }
  const musicbrainz = { CATALOGUE: 'musicbrainz' }
  it.each([
    [{}, ['lastfm', 'LASTFM_API_KEY', false]],
    [contact, ['lastfm', 'LASTFM_API_KEY', false]],
    [key, ['lastfm', null, false]],
    [{ ...key, ...contact }, ['lastfm', null, true]],
    [{ ...key, ...contact, MUSICBRAINZ: 'off' }, ['lastfm', null, false]],
    [musicbrainz, ['musicbrainz', 'CONTACT', false]],
    [{ ...musicbrainz, ...key }, ['musicbrainz', 'CONTACT', false]],
    [{ ...musicbrainz, ...contact }, ['musicbrainz', null, true]],
    [{ ...key, ...contact, CATALOGUE: 'demo' }, ['lastfm', null, true]],
  ])('of %j is %j: its name, what it lacks, whether MusicBrainz is asked', (more, expected) => {
    const { name, missing, asksMusicBrainz } = catalogueOf(readSettings({ ...needed, ...more }))
    expect([name, missing, asksMusicBrainz]).toEqual(expected)
  })

  it.each([
    [{ CATALOGUE: 'spotify' }, "CATALOGUE must be 'lastfm', 'musicbrainz' or 'demo'"],
    [{ DEMO: 'off', CATALOGUE: 'demo' }, "CATALOGUE must not be 'demo' where DEMO=off"],
    [{ MUSICBRAINZ: 'maybe' }, "MUSICBRAINZ must be 'on' or 'off'"],
    [{ ...musicbrainz, MUSICBRAINZ: 'off' }, "MUSICBRAINZ must be 'on' where CATALOGUE=musicbrainz"],
    [{ LASTFM_API_KEY: ' ' }, 'LASTFM_API_KEY must be a key of the Last.fm API'],
    [{ MUSICBRAINZ_BASE: 'musicbrainz.org' }, 'MUSICBRAINZ_BASE must be a URL that begins with'],
  ])('of %j is refused by name', (more, said) =>
    expect(() => readSettings({ ...needed, ...more })).toThrow(said),
  )

  it.each([
    [{}, true],
    [{ NODE_ENV: 'production' }, false],
    [key, false],
    [{ LASTFM_API_KEY_FILE: '/run/key' }, false],
    [{ CATALOGUE: 'demo', ...key }, true],
    [{ CATALOGUE: 'lastfm' }, false],
    [musicbrainz, false],
    [{ DEMO: 'off' }, false],
    [{ DEMO: 'on' }, true],
  ])('of %j is the demo’s for npm start: %j', async (env, expected) => {
    const { isDemo } = (await import(scripts)) as { isDemo: () => boolean }
    vi.stubEnv('NODE_ENV', '')
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    expect(isDemo()).toBe(expected)
    vi.unstubAllEnvs()
  })
})

it.each([
  [{ SPOTIFY_CLIENT_ID: 'x' }, 'SPOTIFY_CLIENT_SECRET is missing'],
  [{ SPOTIFY_CLIENT_SECRET: 'x' }, 'SPOTIFY_CLIENT_ID is missing'],
  [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID is missing'],
])('half of a pair, %j, is refused', (more, said) =>
  expect(() => readSettings({ ...needed, ...more })).toThrow(said),
)

it('settings that contradict each other are named beside those that are missing or wrong', () => {
  const { APP_SECRET: _, ...more } = needed
  const contradictions = { NODE_ENV: 'production', CATALOGUE: 'demo', SPOTIFY_CLIENT_ID: 'x' }
  const read = () =>
    readSettings({ ...more, ...contradictions, SMTP_FROM: 'plak@example.org', SMTP_URL: 'x' })
  for (const said of [
    'APP_SECRET is missing',
    "CATALOGUE must not be 'demo'",
    'SPOTIFY_CLIENT_SECRET is missing',
    'SMTP_URL must',
  ])
    expect(read).toThrow(said)
  expect(read).not.toThrow('SMTP_URL is missing')
})

it.each(['https://example.org/plak', 'https://plak.example.org/?a=b', 'https://me@plak.example.org'])(
  'PUBLIC_URL=%s is refused: nothing is served under a path',
  (PUBLIC_URL) =>
    expect(() => readSettings({ ...needed, PUBLIC_URL })).toThrow(
      'PUBLIC_URL must be an address without a path',
    ),
)

describe('FOOTER_LINKS', () => {
  const links = (text: string) => readSettings({ ...needed, FOOTER_LINKS: text }).FOOTER_LINKS

  it.each([
    ['', []],
    ['https://letterboxd.com/plak', ['https://letterboxd.com/plak']],
    [
      ' https://letterboxd.com/plak ,https://müzik.example, ',
      ['https://letterboxd.com/plak', 'https://xn--mzik-0ra.example/'],
    ],
    ['https://a.example,https://a.example/', ['https://a.example/']],
  ])('%j', (text, expected) => expect(links(text)).toEqual(expected))
  it.each([
    'letterboxd.com/plak',
    'http://letterboxd.com',
    'javascript:alert(1)',
    'https://a.example;https://',
    Array.from({ length: 9 }, (_, n) => `https://${n}.example`).join(),
  ])('%j is refused by name', (text) => {
    expect(() => links(text)).toThrow(SettingsError)
    expect(() => links(text)).toThrow(/FOOTER_LINKS must be at most 8 https addresses with commas between/)
  })
})
