import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '../../server/lib/settings.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const documented = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)

describe('docker-compose.yml', () => {
  const app = /^ {2}app:\n(?: {4}.*\n|\n)*/m.exec(read('docker-compose.yml'))![0]
  const environment = new Map(
    [...app.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [name!, value!]),
  )
  /** The container's own, and the demo's, which does not run in production. */
  const fixed = ['PORT', 'HOST', 'DATABASE_URL', 'REDIS_URL', 'DEMO_PORT']

  it('hands every setting of .env.example to the container', () => {
    const handed = documented.filter((name) => environment.get(name)?.startsWith(`\${${name}:-`))
    expect(handed).toEqual(documented.filter((name) => !fixed.includes(name)))
  })
})

describe('FOOTER_LINKS', () => {
  const links = (text: string) =>
    readSettings({
      DATABASE_URL: 'mysql://plak@127.0.0.1/plak',
      REDIS_URL: 'redis://127.0.0.1',
      APP_SECRET: 'x'.repeat(32),
      LASTFM_API_KEY: 'x',
      FOOTER_LINKS: text,
    }).FOOTER_LINKS

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
