import { beforeEach, describe, expect, it } from 'vitest'
import { startGoogle } from '../../demo/oidc/provider.ts'
import { startDemo } from '../../demo/server.ts'
import { makeHarness } from '../harness/client.ts'
import { startServer } from '../support/server.ts'
import { callback, cagla, googleBrowser, runGoogle, secrets, site } from './googleWorld.ts'

let now = new Date()
const plak = runGoogle(() => now)
const makeBrowser = (at = plak.server.url) => googleBrowser(at)
beforeEach(() => void (now = new Date()))

describe('somebody new', () => {
  it('gets an account under a name of their own and is welcomed', async () => {
    const browser = makeBrowser()
    expect(await browser.signIn('1001', '/')).toBe('/welcome')
    expect(await browser.client.auth.me.query()).toEqual({ nickname: 'cagla_isik', avatar: null, bio: null })
    expect(await browser.client.auth.means.query()).toEqual({ password: false, google: true, fresh: true })
    expect(await plak.server.deps.db.user.findFirst({ select: { email: true } })).toEqual({
      email: 'cagla@gmail.example',
    })
  })
  it('goes on where they came from', async () => {
    expect(await makeBrowser().signIn('1001', '/albums')).toBe('/albums')
  })
  it('and comes back where they came from the next time, whatever their e-mail is by then', async () => {
    await makeBrowser().signIn('1001')
    plak.server.google.people.set('1001', { ...cagla, email: 'moved@gmail.example' })
    const browser = makeBrowser()
    expect(await browser.signIn('1001', '/album/Bj%C3%B6rk/Homogenic?tab=1')).toBe(
      '/album/Bj%C3%B6rk/Homogenic?tab=1',
    )
    expect((await browser.client.auth.me.query())?.nickname).toBe('cagla_isik')
    expect(await plak.server.deps.db.user.count()).toBe(1)
  })
  it('is nobody to another provider, and an identity of before is its present provider’s', async () => {
    const { identity } = plak.server.deps.db
    await makeBrowser().signIn('1001')
    await identity.updateMany({ data: { issuer: 'https://another.example' } })
    expect(await makeBrowser().signIn('1001')).toBe('/login?error=failed')
    await identity.updateMany({ data: { issuer: null } })
    expect(await makeBrowser().signIn('1001')).toBe('/')
    expect(await identity.findMany()).toMatchObject([{ issuer: plak.server.google.issuer }])
  })
  it('gets a number behind a name that somebody has', async () => {
    await plak.harness.register('cagla_isik')
    const browser = makeBrowser()
    await browser.signIn('1001')
    expect((await browser.client.auth.me.query())?.nickname).toBe('cagla_isik2')
  })
  it('a double click creates one account', async () => {
    const browsers = [makeBrowser(), makeBrowser(), makeBrowser()]
    const places = await Promise.all(browsers.map((browser) => browser.signIn('1001')))
    expect(places.every((at) => at === '/' || at === '/welcome')).toBe(true)
    expect([await plak.server.deps.db.user.count(), await plak.server.deps.db.identity.count()]).toEqual([
      1, 1,
    ])
    for (const { client } of browsers) expect((await client.auth.me.query())?.nickname).toBe('cagla_isik')
  })
  it('needs an e-mail that Google has verified', async () => {
    expect(await makeBrowser().signIn('1002')).toBe('/login?error=unverified')
    expect(await plak.server.deps.db.user.count()).toBe(0)
  })
})

describe('an account with the same e-mail', () => {
  const password = 'a stylus and a groove'
  beforeEach(() =>
    plak.harness
      .visitor()
      .client.auth.register.mutate({ username: 'cagla', email: 'cagla@gmail.example', password }),
  )

  it('is not taken over: its password comes first, then the two are one', async () => {
    const browser = makeBrowser()
    expect(await browser.signIn('1001', '/lists')).toBe('/login?error=exists&from=%2Flists')
    expect(await browser.client.auth.me.query()).toBeNull()
    await browser.client.auth.login.mutate({ identifier: 'cagla', password })
    expect(await browser.signIn('1001', '/lists')).toBe('/lists')
    const other = makeBrowser()
    expect(await other.signIn('1001')).toBe('/')
    expect((await other.client.auth.me.query())?.nickname).toBe('cagla')
    expect(await other.client.auth.means.query()).toMatchObject({ password: true, google: true })
  })
  it('a viewer with another e-mail is not connected, nor made somebody else', async () => {
    const browser = makeBrowser()
    await browser.client.auth.register.mutate({ username: 'fatma', email: 'fatma@plak.example', password })
    expect(await browser.signIn('1001')).toBe('/settings/account?error=other')
    expect((await browser.client.auth.me.query())?.nickname).toBe('fatma')
    expect(await plak.server.deps.db.identity.count()).toBe(0)
  })
  it('a disabled one stays shut', async () => {
    const browser = makeBrowser()
    await browser.client.auth.login.mutate({ identifier: 'cagla', password })
    await browser.signIn('1001')
    await plak.server.deps.db.user.updateMany({ data: { disabledAt: now } })
    expect(await makeBrowser().signIn('1001')).toBe('/login?error=disabled')
  })
  it('a suspended one reads why', async () => {
    const browser = makeBrowser()
    await browser.client.auth.login.mutate({ identifier: 'cagla', password })
    await browser.signIn('1001')
    const { db } = plak.server.deps
    const { id } = await db.user.findFirstOrThrow({ select: { id: true } })
    const decided = { subjectId: id, createdAt: now, reason: 'Buys <b>reviews</b>.' }
    await db.moderationAction.create({
      data: { ...decided, kind: 'suspend', thing: 'account', thingId: id, reportId: 1, moderatorId: 1 },
    })
    await db.user.updateMany({ data: { disabledAt: now } })
    const refused = makeBrowser()
    const page = await refused.chosen('1001')
    expect(page.at).toMatch(/^\/auth\/google\/callback\?/)
    expect(page.text).toContain('This account has been suspended: Buys &lt;b&gt;reviews&lt;/b&gt;.')
    // The page has a link to leave it.
    expect(page.text).toContain('<a href="/">Plak</a>')
    expect(await refused.client.auth.me.query()).toBeNull()
  })
})

it('the session of the browser ends when another begins in its place', async () => {
  const browser = makeBrowser()
  await browser.signIn('1001')
  const before = browser.cookies.header()
  await browser.signIn('1001')
  expect(await plak.server.deps.db.session.count()).toBe(1)
  const answer = await fetch(`${plak.server.url}/trpc/auth.me`, { headers: { cookie: before } })
  expect(await answer.json()).toEqual({ result: { data: null } })
})

it('a person without a password deletes the account after a fresh sign-in alone', async () => {
  const browser = makeBrowser()
  await browser.signIn('1001')
  now = new Date(now.getTime() + 11 * 60_000)
  await expect(browser.client.auth.deleteAccount.mutate({})).rejects.toThrow('log in with Google again')
  await browser.signIn('1001')
  await browser.client.auth.deleteAccount.mutate({})
  expect([await plak.server.deps.db.user.count(), await plak.server.deps.db.identity.count()]).toEqual([0, 0])
  expect(await browser.client.auth.me.query()).toBeNull()
})

it('the demo has a Google of its own: somebody new, somebody who is there, somebody who proves nothing', async () => {
  const demo = await startDemo({ googleCallback: callback })
  const there = await startServer({
    databaseUrl: plak.server.deps.settings.DATABASE_URL,
    settings: {
      PUBLIC_URL: site,
      GOOGLE_CLIENT_ID: 'demo',
      GOOGLE_CLIENT_SECRET: 'demo',
      OIDC_ISSUER: `${demo.origin}/google`,
    },
  })
  await makeHarness(there.url).register('june')
  const signIn = (choice: string) => makeBrowser(there.url).signIn(choice)
  expect(await signIn('asli')).toBe('/welcome')
  expect(await signIn('asli')).toBe('/')
  expect(await signIn('june')).toBe('/login?error=exists')
  expect(await signIn('nur')).toBe('/login?error=unverified')
  expect(await signIn('cancel')).toBe('/login?error=cancelled')
  await there.close()
  await demo.close()
})

describe('where Google is away or not set up', () => {
  it('the sign-in says that it failed, and works again when Google is back', async () => {
    const brief = { ...secrets, redirectUri: callback, people: [] }
    const { issuer, close } = await startGoogle(brief)
    await close()
    const lost = await startServer({
      databaseUrl: plak.server.deps.settings.DATABASE_URL,
      settings: { GOOGLE_CLIENT_ID: 'x', OIDC_ISSUER: issuer },
    })
    const leadsTo = async () =>
      (await fetch(`${lost.url}/auth/google`, { redirect: 'manual' })).headers.get('location')
    expect(await leadsTo()).toBe('/login?error=failed')
    const back = await startGoogle({ ...brief, port: Number(new URL(issuer).port) })
    expect(await leadsTo()).toMatch(new RegExp(`^${issuer}/auth\\?`))
    await back.close()
    await lost.close()
  })
  it('there is no such page, and the login page knows', async () => {
    const plain = await startServer({ databaseUrl: plak.server.deps.settings.DATABASE_URL })
    const there = makeHarness(plain.url)
    expect(await there.visitor().client.auth.options.query()).toEqual({
      google: false,
      password: true,
      mail: false,
      registration: 'open',
      contact: null,
      passkeys: null,
    })
    expect(await makeBrowser().client.auth.options.query()).toEqual({
      google: true,
      password: true,
      mail: false,
      registration: 'open',
      contact: null,
      passkeys: null,
    })
    const answer = await fetch(`${plain.url}/auth/google`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBeNull()
    await there.close()
    await plain.close()
  })
})
