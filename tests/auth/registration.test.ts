import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '../../server/lib/settings.ts'
import { runAdmin } from '../../server/operator/commandLine.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { fakeTerminal } from '../support/terminal.ts'

const DAY = 24 * 60 * 60_000
const CONTACT = 'operator@plak.example'

// Three processes on one database with different registration modes.
let open: TestServer
let byInvitation: TestServer
let closed: TestServer
let harness: Harness
let now = new Date()
beforeAll(async () => {
  open = await startServer({ now: () => now })
  const { DATABASE_URL: databaseUrl } = open.deps.settings
  const settings = { REGISTRATION: 'invite', CONTACT, LIMITS_FACTOR: '1' }
  byInvitation = await startServer({ databaseUrl, now: () => now, settings })
  closed = await startServer({ databaseUrl, settings: { REGISTRATION: 'closed' } })
  harness = makeHarness(byInvitation.url)
})
afterAll(async () => {
  await harness.close()
  await Promise.all([closed.close(), byInvitation.close()])
  await open.close()
})
beforeEach(async () => {
  now = new Date()
  await open.reset()
})

/** Creates an invitation like an operator; returns its code. */
async function invite(...args: string[]): Promise<string> {
  const { DATABASE_URL, REDIS_URL, APP_SECRET } = open.deps.settings
  const settings = { LASTFM_API_KEY: 'x', PUBLIC_URL: 'https://plak.example', REGISTRATION: 'invite' }
  const { streams, written } = fakeTerminal()
  const env = { DATABASE_URL, REDIS_URL, APP_SECRET, ...settings }
  expect(await runAdmin({ args: ['invite', ...args, '--json'], env, ...streams })).toBe(0)
  const { link } = JSON.parse(written.stdout) as { link: string }
  expect(link).toMatch(/^https:\/\/plak\.example\/register\?invite=[\w-]{22,}$/)
  return new URL(link).searchParams.get('invite')!
}

const people = () => open.deps.db.user.count()
const form = (username: string, more = {}) => ({
  username,
  email: `${username}@plak.example`,
  password: 'a stylus and a groove',
  ...more,
})
const register = (username: string, more = {}, at = byInvitation) =>
  makeHarness(at.url).visitor().client.auth.register.mutate(form(username, more))

describe('where registration is by invitation', () => {
  it('a code opens as many accounts as it was made for, and a refused registration spends none', async () => {
    expect(await refusal(register('ayse'))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Registration is by invitation',
    })
    const code = await invite('--uses', '2')
    expect(await open.deps.db.invitation.findFirstOrThrow()).not.toMatchObject({ codeHash: code })
    await register('ayse', { invite: code })
    for (const [username, more] of [
      ['ayse', {}],
      ['fatma', { email: 'ayse@plak.example' }],
      ['fatma', { password: 'password123' }],
      ['no', {}],
    ] as const)
      await refusal(register(username, { invite: code, ...more }))
    await register('fatma', { invite: code })
    expect((await refusal(register('deniz', { invite: code }))).message).toBe(
      'This invitation is no longer valid',
    )
    expect(await people()).toBe(2)
  })
  it('the limit of registrations of a network does not count who is invited', async () => {
    const code = await invite('--uses', '7')
    for (let number = 0; number < 7; number++) await register(`person_${number}`, { invite: code })
    expect(await people()).toBe(7)
  })
  it('one that is too old or made up opens none', async () => {
    const code = await invite('--days', '2')
    now = new Date(now.getTime() + 2 * DAY + 60_000)
    for (const wrong of [code, 'made up', 'x'.repeat(300)])
      expect((await refusal(register('ayse', { invite: wrong }))).message).toBe(
        'This invitation is no longer valid',
      )
    expect(await people()).toBe(0)
  })
  it('of many at once with one use exactly one gets in', async () => {
    const code = await invite()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => register(`person_${n}`, { invite: code })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await people()).toBe(1)
  })
  it('the page knows before it is drawn whether its code is good', async () => {
    const firstData = async (query: string, at = byInvitation) =>
      /id="first-data">(.*?)<\/script>/.exec(await (await fetch(`${at.url}/register${query}`)).text())![1]!
    const code = await invite()
    expect(await firstData('')).toContain('"registration":"invite"')
    expect(await firstData('')).not.toContain('"good"')
    expect(await firstData(`?invite=${code}`)).toContain('{"good":true}')
    expect(await firstData('?invite=made-up')).toContain('{"good":false}')
    expect(await firstData('?invite=made-up', open)).not.toContain('"good"')
    expect(await firstData(`?invite=${code}`, closed)).toContain('"registration":"closed"')
  })
  it('invitations are a line of the trail without their code, and tidy takes away what is over', async () => {
    const code = await invite('--uses', '3', '--days', '1')
    const entry = await open.deps.db.auditEntry.findFirstOrThrow({ where: { event: 'admin.invite' } })
    expect(JSON.parse(entry.detail!)).toEqual({ uses: 3, days: 1 })
    expect(JSON.stringify({ ...entry, id: 0 })).not.toContain(code)
    await open.deps.db.invitation.updateMany({ data: { usesLeft: 0 } })
    await invite()
    const { streams, written } = fakeTerminal()
    const { DATABASE_URL, REDIS_URL, APP_SECRET } = open.deps.settings
    const env = { DATABASE_URL, REDIS_URL, APP_SECRET, LASTFM_API_KEY: 'x' }
    expect(await runAdmin({ args: ['tidy'], env, ...streams })).toBe(0)
    expect(written.stdout).toContain('1 invitation,')
    expect(await open.deps.db.invitation.count()).toBe(1)
  })
})

it('where registration is closed no code helps; where it is open, one does no harm', async () => {
  const code = await invite()
  expect(await refusal(register('ayse', { invite: code }, closed))).toMatchObject({
    code: 'FORBIDDEN',
    message: 'Registration is closed',
  })
  await register('ayse', { invite: 'made up' }, open)
  await register('fatma', { invite: code }, open)
  expect(await open.deps.db.invitation.findFirstOrThrow()).toMatchObject({ usesLeft: 1 })
  // Existing accounts stay signed in, and can log in again.
  const { client } = harness.visitor()
  await client.auth.login.mutate({ identifier: 'ayse', password: 'a stylus and a groove' })
  expect(await client.auth.options.query()).toMatchObject({ registration: 'invite', contact: CONTACT })
})

describe('the settings', () => {
  const read = (more: { CONTACT?: string; REGISTRATION?: string }) =>
    readSettings({
      DATABASE_URL: 'mysql://plak@127.0.0.1/plak',
      REDIS_URL: 'redis://127.0.0.1',
      APP_SECRET: 'x'.repeat(32),
      LASTFM_API_KEY: 'x',
      ...more,
    })

  it.each(['operator@plak.example', 'https://plak.example/contact'])('CONTACT takes %s', (CONTACT_) =>
    expect(read({ CONTACT: CONTACT_ }).CONTACT).toBe(CONTACT_),
  )
  it.each([
    { CONTACT: 'javascript:alert(1)' },
    { CONTACT: 'http://plak.example' },
    { CONTACT: 'https://' },
    { CONTACT: 'ask me' },
    { REGISTRATION: 'off' },
  ])('%j is refused by name', (more) => {
    expect(() => read(more)).toThrow(SettingsError)
    expect(() => read(more)).toThrow(Object.keys(more)[0])
  })
})
