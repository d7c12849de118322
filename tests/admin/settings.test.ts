import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import { makeSeal } from '../../server/lib/seal.ts'
import type { SettingName, SettingValues } from '../../shared/settingNames.ts'
import type { Person } from '../harness/client.ts'
import { startMailServer } from '../support/mailbox.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'

let plak: TwoServers
let admin: Person
let lastfm: Server
/** how far the clocks of the servers are moved forward, in milliseconds */
let ahead = 0
/** how the stand-in of Last.fm answers about a key */
let keyAnswer: 'good' | 'bad' | 'away'

beforeAll(async () => {
  lastfm = createServer((request, response) => {
    if (keyAnswer === 'away') return void request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    response.end(
      keyAnswer === 'good' ? '{"artists":{"artist":[]}}' : '{"error":10,"message":"Invalid API key"}',
    )
  })
  await new Promise<void>((resolve) => lastfm.listen(0, '127.0.0.1', resolve))
  const { port } = lastfm.address() as AddressInfo
  plak = await startTwo({
    now: () => new Date(Date.now() + ahead),
    settings: {
      LASTFM_BASE: `http://127.0.0.1:${port}/2.0/`,
      LASTFM_API_KEY: '',
      FOOTER_LINKS: 'https://plak.example/',
      GOOGLE_CLIENT_SECRET: 'a secret of the environment',
      GOOGLE_CLIENT_ID: 'plak',
    },
  })
})
afterAll(async () => {
  await plak.close()
  await new Promise((resolve) => lastfm.close(resolve))
})
beforeEach(async () => {
  keyAnswer = 'good'
  await plak.one.reset()
  await plak.two.deps.liveSettings.refresh()
  admin = await plak.here.register('admin')
  await setRole(plak.one.deps, 'admin', 'admin')
})

const read = () => admin.client.admin.settings.query()
async function save(values: SettingValues) {
  const { version } = await read()
  return await admin.client.admin.saveSettings.mutate({ values, version })
}
async function settingOf(name: SettingName) {
  return (await read()).settings.find((setting) => setting.name === name)!
}
type Refusal = { message: string; data: { fields: Record<string, string>; code: string } }
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ message, data: { fields, code } }: Refusal) => ({ message, fields, code }),
  )
/** The other process has a second. */
const within = (check: () => unknown) => vi.waitFor(check, { timeout: 1_000, interval: 20 })

describe('a saved setting', () => {
  it('is in force in every process within a second, and so is its default after it was removed', async () => {
    const contact = 'https://plak.example/contact'
    await save({ REGISTRATION: 'closed', CONTACT: contact })
    const { client } = plak.there.visitor()
    await within(async () =>
      expect(await client.auth.options.query()).toMatchObject({ registration: 'closed', contact }),
    )
    const visitor = { username: 'late', email: 'late@plak.example', password: 'late has a record player' }
    expect(await refusalOf(client.auth.register.mutate(visitor))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await settingOf('REGISTRATION')).toMatchObject({ value: 'closed', source: 'stored' })

    await save({ REGISTRATION: null, CONTACT: '' })
    expect(await settingOf('REGISTRATION')).toMatchObject({ value: 'open', source: 'default' })
    await within(async () =>
      expect(await client.auth.options.query()).toMatchObject({ registration: 'open', contact: null }),
    )
  })

  it('is what another process shows and builds upon, at once', async () => {
    const elsewhere = (await plak.there.login(admin)).client.admin
    await save({ SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'plak@example.org' })
    const { version, settings } = await elsewhere.settings.query()
    expect(settings.find(({ name }) => name === 'SMTP_FROM')).toMatchObject({ value: 'plak@example.org' })
    await elsewhere.saveSettings.mutate({ values: { CONTACT: 'plak@example.org' }, version })
    const again = await read()
    expect(again.settings.find(({ name }) => name === 'CONTACT')).toMatchObject({ source: 'stored' })
    await save({ SMTP_URL: null, SMTP_FROM: null })
    const stored = await save({ SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'plak@example.org' })
    const values = { SMTP_FROM: 'other@example.org' }
    await elsewhere.saveSettings.mutate({ values, version: stored.version })
    expect(await settingOf('SMTP_FROM')).toMatchObject({ value: 'other@example.org' })
  })

  it('creates the clients of services again: catalogue, Spotify, mail', async () => {
    const [one, two] = [plak.one.deps, plak.two.deps]
    const catalogue = two.catalogue
    expect(two).toMatchObject({ spotify: null, mailer: null, musicbrainz: null })
    await save({
      LASTFM_API_KEY: 'k',
      CONTACT: 'plak@example.org',
      SMTP_URL: 'smtp://mail.example',
      SMTP_FROM: 'plak@example.org',
    })
    await save({ SPOTIFY_CLIENT_ID: 'id', SPOTIFY_CLIENT_SECRET: 'secret' })
    for (const deps of [one, two])
      await within(() => {
        expect(deps.musicbrainz).not.toBeNull()
        expect(deps.spotify).not.toBeNull()
        expect(deps.mailer).not.toBeNull()
      })
    expect(two.catalogue).not.toBe(catalogue)
    // A setting of something else keeps them: their breakers and pauses are in them.
    const { spotify, mailer } = one
    await save({ REGISTRATION: 'invite', BACKUP_KEEP: '3' })
    expect(one).toMatchObject({ spotify, mailer })
    await save({ CATALOGUE: 'musicbrainz' })
    expect(one.catalogue.isOwn).toBe(true)
    await within(() => expect(two.catalogue.isOwn).toBe(true))
  })

  it('is in the trail by its name', async () => {
    await save({ CONTACT: 'plak@example.org', SMTP_FROM: '', REGISTRATION: 'invite' })
    const { items } = await admin.client.admin.trail.query({})
    expect(items[0]).toMatchObject({
      event: 'admin.settings',
      actor: 'admin',
      detail: { settings: 'CONTACT, REGISTRATION' },
    })
    // Nothing changed: no line.
    await save({ REGISTRATION: 'invite', CONTACT: ' plak@example.org ' })
    expect(
      (await admin.client.admin.trail.query({})).items.filter(({ event }) => event === 'admin.settings'),
    ).toHaveLength(1)
  })
})

describe('what is refused', () => {
  it('a wrong value, at its field, with the words of the start; nothing of its form is stored', async () => {
    expect(await refusalOf(save({ REGISTRATION: 'sometimes' }))).toMatchObject({
      code: 'BAD_REQUEST',
      fields: { REGISTRATION: "REGISTRATION must be 'open', 'invite' or 'closed'" },
    })
    expect(await refusalOf(save({ SMTP_URL: 'smtp://mail.example', SMTP_FROM: '' }))).toMatchObject({
      fields: { SMTP_FROM: 'SMTP_FROM is missing (SMTP_URL is set)' },
    })
    expect(await refusalOf(save({ BACKUP_SCHEDULE: 'each night', BACKUP_KEEP: '0' }))).toMatchObject({
      fields: {
        BACKUP_SCHEDULE: expect.stringMatching(/^BACKUP_SCHEDULE must be a cron line/) as string,
        BACKUP_KEEP: 'BACKUP_KEEP must be a whole number from 1 to 10000',
      },
    })
    expect(await refusalOf(save({ CATALOGUE: 'spotify', LASTFM_API_KEY: 'k' }))).toMatchObject({
      fields: { CATALOGUE: "CATALOGUE must be 'lastfm', 'musicbrainz' or 'demo'" },
    })
    expect((await read()).settings.filter(({ source }) => source === 'stored')).toEqual([])
  })

  it('a setting of the environment, which is shown unless it is secret', async () => {
    expect(await settingOf('FOOTER_LINKS')).toMatchObject({
      value: 'https://plak.example/',
      source: 'environment',
    })
    expect(await settingOf('GOOGLE_CLIENT_SECRET')).toMatchObject({ value: null, source: 'environment' })
    for (const value of ['https://other.example/', null])
      expect(await refusalOf(save({ FOOTER_LINKS: value }))).toMatchObject({
        message: 'Set by the environment',
        fields: { FOOTER_LINKS: 'Set by the environment' },
      })
  })

  it('a version that somebody has replaced; two at once never both', async () => {
    const { version } = await read()
    const attempt = (REGISTRATION: string) =>
      admin.client.admin.saveSettings.mutate({ values: { REGISTRATION }, version })
    const outcomes = await Promise.allSettled(['invite', 'closed'].map(attempt))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(attempt('open'))).toMatchObject({
      code: 'CONFLICT',
      message:
        'This has been changed elsewhere since you opened it. What you wrote is still here; save again to keep it.',
    })
  })

  it('another setting than those of the page, and everything for other people', async () => {
    const { version } = await read()
    const values = { PORT: '1' } as SettingValues
    expect(await refusalOf(admin.client.admin.saveSettings.mutate({ values, version }))).toMatchObject({
      code: 'BAD_REQUEST',
    })
    const { client } = await plak.here.register('ayse')
    const calls = [
      client.admin.settings.query(),
      client.admin.saveSettings.mutate({ values: {}, version }),
      client.admin.testMail.mutate(),
    ]
    // All at once: a call that fails before somebody waits for it would be an unhandled rejection.
    for (const each of await Promise.all(calls.map((call) => refusalOf(call))))
      expect(each).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a secret', () => {
  const secret = 'smtps://plak:very secret@mail.example.org:465'.replace(' ', '%20')

  it('is stored encrypted, never leaves the server, and is kept by an empty field', async () => {
    const saved = await save({ SMTP_URL: secret, SMTP_FROM: 'Plak <plak@example.org>' })
    expect(JSON.stringify([saved, await read()])).not.toContain('secret@')
    expect(await settingOf('SMTP_URL')).toMatchObject({ value: null, source: 'stored', isUnreadable: false })
    const rows = await plak.one.deps.db.setting.findMany()
    expect(rows.find(({ name }) => name === 'SMTP_URL')).toMatchObject({ value: null })
    expect(rows.map(({ sealed }) => Buffer.from(sealed ?? []).toString('latin1')).join()).not.toContain(
      'secret',
    )
    await save({ SMTP_URL: '', SMTP_FROM: 'plak@example.org' })
    expect(plak.one.deps.settings).toMatchObject({ SMTP_URL: secret, SMTP_FROM: 'plak@example.org' })
    await save({ SMTP_URL: null, SMTP_FROM: null })
    expect(plak.one.deps.mailer).toBeNull()
  })

  it('that cannot be opened counts as not set, and can be entered again', async () => {
    await save({ SPOTIFY_CLIENT_ID: 'id', SPOTIFY_CLIENT_SECRET: 'secret', LASTFM_API_KEY: 'k' })
    const other = makeSeal('another secret, long enough to be one')
    const { db, liveSettings } = plak.one.deps
    for (const name of ['SPOTIFY_CLIENT_SECRET', 'LASTFM_API_KEY'] as const)
      await db.setting.update({ where: { name }, data: { sealed: other.seal('x', `setting:${name}`) } })
    await liveSettings.refresh({ isForced: true })
    expect(await settingOf('LASTFM_API_KEY')).toMatchObject({
      source: 'stored',
      isUnreadable: true,
      value: null,
    })
    expect(plak.one.deps.settings.LASTFM_API_KEY).toBeUndefined()
    expect(plak.one.deps.spotify).toBeNull()
    const { checks } = await admin.client.admin.overview.query()
    for (const name of ['SPOTIFY_CLIENT_SECRET', 'LASTFM_API_KEY'])
      expect(checks).toContainEqual(
        expect.objectContaining({
          about: 'settings',
          state: 'warning',
          said: `${name} was stored, and can no longer be opened`,
        }),
      )
    await save({ SPOTIFY_CLIENT_SECRET: 'again' })
    expect(plak.one.deps.settings).toMatchObject({ SPOTIFY_CLIENT_ID: 'id', SPOTIFY_CLIENT_SECRET: 'again' })
    expect(plak.one.deps.spotify).not.toBeNull()
  })
})

describe('a key of Last.fm', () => {
  it('is tried first', async () => {
    keyAnswer = 'bad'
    expect(await refusalOf(save({ LASTFM_API_KEY: 'k' }))).toMatchObject({
      fields: { LASTFM_API_KEY: 'Last.fm does not accept this key' },
    })
    keyAnswer = 'good'
    await save({ LASTFM_API_KEY: 'k' })
    // Nothing is tried that is stored already.
    keyAnswer = 'bad'
    await save({ LASTFM_API_KEY: 'k', CATALOGUE: 'lastfm' })
  })

  it('is stored unchecked by a second attempt while Last.fm cannot be reached', async () => {
    keyAnswer = 'away'
    expect(await refusalOf(save({ LASTFM_API_KEY: 'k' }))).toMatchObject({
      fields: { LASTFM_API_KEY: 'Last.fm could not be reached' },
    })
    expect(await refusalOf(save({ LASTFM_API_KEY: 'other' }))).toMatchObject({
      fields: { LASTFM_API_KEY: 'Last.fm could not be reached' },
    })
    await save({ LASTFM_API_KEY: 'k' })
    expect(plak.one.deps.settings.LASTFM_API_KEY).toBe('k')
  })
})

describe('a test mail', () => {
  it('goes to the administrator through what is in the form, and stores nothing', async () => {
    const mailbox = await startMailServer()
    try {
      const values = { SMTP_URL: mailbox.url, SMTP_FROM: 'Plak <plak@example.org>' }
      expect(await admin.client.admin.testMail.mutate({ values })).toEqual({ to: 'admin@plak.example' })
      expect(mailbox.mails).toMatchObject([{ to: ['admin@plak.example'] }])
      expect(plak.one.deps.settings.SMTP_URL).toBeUndefined()
      expect(await plak.one.deps.db.setting.count()).toBe(0)
      await save(values)
      await admin.client.admin.testMail.mutate()
      expect(mailbox.mails).toHaveLength(2)
      mailbox.refuse('rcpt', 550)
      expect(await refusalOf(admin.client.admin.testMail.mutate())).toMatchObject({
        message: expect.stringMatching(
          /^The test mail could not be sent: 550 No, for user@plak\.example/,
        ) as string,
        fields: {},
      })
    } finally {
      await mailbox.close()
    }
  })

  it('names what is missing', async () => {
    expect(await refusalOf(admin.client.admin.testMail.mutate())).toMatchObject({
      fields: { SMTP_URL: 'SMTP_URL is missing' },
    })
    const values = { SMTP_URL: 'smtp://mail.example' }
    expect(await refusalOf(admin.client.admin.testMail.mutate({ values }))).toMatchObject({
      fields: { SMTP_FROM: 'SMTP_FROM is missing (SMTP_URL is set)' },
    })
  })
})

describe('a wrong mail server', () => {
  it('can be saved; what is mailed meanwhile leaves once it is corrected, without a restart', async () => {
    const mailbox = await startMailServer()
    try {
      await save({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'Plak <plak@example.org>' })
      await plak.two.deps.liveSettings.refresh()
      await plak.here.visitor().client.auth.forgotPassword.mutate({ identifier: 'admin' })
      const waiting = () => plak.one.deps.db.mail.findMany()
      await vi.waitFor(async () =>
        expect(await waiting()).toMatchObject([
          { attempts: expect.toSatisfy((count: number) => count >= 1) as number, lease: null },
        ]),
      )
      expect(mailbox.mails).toEqual([])
      await save({ SMTP_URL: mailbox.url })
      await plak.two.deps.liveSettings.refresh()
      // The mail is tried again after a pause of at most two minutes.
      ahead += 2 * 60_000
      await vi.waitFor(() => expect(mailbox.mails).toMatchObject([{ to: ['admin@plak.example'] }]))
      await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    } finally {
      await mailbox.close()
    }
  })
})
