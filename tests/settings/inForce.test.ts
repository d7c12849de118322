import { describe, expect, it } from 'vitest'
import { readSettings } from '../../server/lib/settings.ts'
import { settingsInForce } from '../../server/settings/inForce.ts'
import type { SettingName } from '../../shared/settingNames.ts'

const needed = {
  DATABASE_URL: 'mysql://plak@127.0.0.1/plak',
  REDIS_URL: 'redis://127.0.0.1',
  APP_SECRET: 'x'.repeat(32),
}
type Case = {
  env?: Record<string, string>
  stored?: Partial<Record<SettingName, string>>
  unreadable?: SettingName[]
}
function read({ env = {}, stored = {}, unreadable = [] }: Case) {
  const values = new Map(Object.entries(stored) as [SettingName, string][])
  const { settings, ignored } = settingsInForce(readSettings({ ...needed, ...env }), {
    version: 1,
    values,
    unreadable: new Set(unreadable),
  })
  return { settings, ignored: [...ignored.keys()].toSorted() }
}

describe('a stored setting', () => {
  it('is in force unless the environment has one; an empty one is none', () => {
    const stored = { REGISTRATION: 'invite', CONTACT: 'a@plak.example', BACKUP_KEEP: '3' }
    const { settings, ignored } = read({ env: { CONTACT: 'b@plak.example', REGISTRATION: '' }, stored })
    expect(settings).toMatchObject({ REGISTRATION: 'invite', CONTACT: 'b@plak.example', BACKUP_KEEP: 3 })
    expect(ignored).toEqual([])
  })

  it('that is wrong is ignored by itself', () => {
    const { settings, ignored } = read({
      stored: { BACKUP_KEEP: '0', BACKUP_SCHEDULE: 'off', CONTACT: 'me' },
    })
    expect(settings).toMatchObject({ BACKUP_KEEP: 14, BACKUP_SCHEDULE: 'off' })
    expect(ignored).toEqual(['BACKUP_KEEP', 'CONTACT'])
  })

  it.each<[string, Case, Record<string, unknown>, SettingName[]]>([
    [
      'half of a pair',
      { stored: { SPOTIFY_CLIENT_ID: 'x', REGISTRATION: 'closed' } },
      { REGISTRATION: 'closed', SPOTIFY_CLIENT_ID: undefined },
      ['SPOTIFY_CLIENT_ID'],
    ],
    [
      'what the environment contradicts',
      { env: { MUSICBRAINZ: 'off' }, stored: { CATALOGUE: 'musicbrainz', LASTFM_API_KEY: 'k' } },
      { CATALOGUE: 'lastfm', LASTFM_API_KEY: undefined },
      ['CATALOGUE', 'LASTFM_API_KEY'],
    ],
    [
      'an id whose secret cannot be opened',
      { stored: { GOOGLE_CLIENT_ID: 'x' }, unreadable: ['GOOGLE_CLIENT_SECRET'] },
      { GOOGLE_CLIENT_ID: undefined },
      ['GOOGLE_CLIENT_ID'],
    ],
    [
      'a sender whose server cannot be opened',
      { stored: { SMTP_FROM: 'plak@example.org' }, unreadable: ['SMTP_URL'] },
      { SMTP_FROM: undefined },
      ['SMTP_FROM'],
    ],
    [
      'the catalogue whose key cannot be opened stays',
      { stored: { CATALOGUE: 'lastfm' }, unreadable: ['LASTFM_API_KEY'] },
      { CATALOGUE: 'lastfm', LASTFM_API_KEY: undefined },
      [],
    ],
  ])('%s', (_, given, expected, ignoredNames) => {
    const { settings, ignored } = read(given)
    expect(settings).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    )
    for (const [name, value] of Object.entries(expected))
      if (value === undefined) expect(settings).not.toHaveProperty(name)
    expect(ignored).toEqual(ignoredNames)
  })

  it('does not replace a secret that the environment has', () => {
    const env = { SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'plak@example.org' }
    expect(read({ env, unreadable: ['SMTP_URL'] }).settings).toMatchObject(env)
  })
})

it('in the demo the contact can be changed, although the demo has one', () => {
  const demo = { PLAK_DEMO: '1', CONTACT: 'plak@example.org' }
  expect(read({ env: demo }).settings.CONTACT).toBe('plak@example.org')
  expect(read({ env: demo, stored: { CONTACT: 'me@plak.example' } }).settings.CONTACT).toBe('me@plak.example')
  const own = { ...demo, CONTACT: 'own@plak.example' }
  expect(read({ env: own, stored: { CONTACT: 'me@plak.example' } }).settings.CONTACT).toBe('own@plak.example')
})
