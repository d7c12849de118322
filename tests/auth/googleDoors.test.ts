import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeResetLink } from '../../server/account/operator.ts'
import { makeInvitation } from '../../server/auth/invitations.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cagla, googleBrowser, googleSettings, runGoogle } from './googleWorld.ts'

// Sign-in with Google on servers with fewer sign-in methods.

const plak = runGoogle()
const makeBrowser = (at = plak.server.url) => googleBrowser(at)

describe('where passwords are off', () => {
  let closed: TestServer
  beforeAll(async () => {
    closed = await startServer({
      databaseUrl: plak.server.deps.settings.DATABASE_URL,
      settings: { ...googleSettings(plak.server.google), PASSWORD_LOGIN: 'off' },
    })
  })
  afterAll(() => closed.close())
  const browserThere = () => makeBrowser(closed.url)
  const password = 'a stylus and a groove'

  it('the verified e-mail opens its account, and nothing of before does any more', async () => {
    const before = makeBrowser()
    await before.client.auth.register.mutate({ username: 'cagla', email: 'cagla@gmail.example', password })
    const link = new URL((await makeResetLink(plak.server.deps, 'cagla')).link).hash.slice(1)
    const [browser, twice] = [browserThere(), browserThere()]
    expect(await Promise.all([browser.signIn('1001', '/lists'), twice.signIn('1001', '/lists')])).toEqual([
      '/lists',
      '/lists',
    ])
    expect((await browser.client.auth.me.query())?.nickname).toBe('cagla')
    expect(await browser.client.auth.means.query()).toEqual({ password: false, google: true, fresh: true })
    // A user who registered with another person's address has lost the account, even when passwords are allowed again.
    expect(await before.client.auth.me.query()).toBeNull()
    await expect(makeBrowser().client.auth.login.mutate({ identifier: 'cagla', password })).rejects.toThrow(
      'Wrong password',
    )
    await expect(makeBrowser().client.auth.resetPassword.mutate({ token: link, password })).rejects.toThrow(
      'no longer valid',
    )
  })
  /** Creates a squatter's account with a passkey and a link to its owner's address. */
  async function squat(emailConfirmedAt: Date | null) {
    const { db } = plak.server.deps
    const before = makeBrowser()
    await before.client.auth.register.mutate({ username: 'cagla', email: 'cagla@gmail.example', password })
    const { id: userId } = await db.user.findFirstOrThrow()
    await db.user.updateMany({ data: { emailConfirmedAt } })
    const [credentialId, publicKey] = [randomBytes(32), randomBytes(77)]
    await db.passkey.create({ data: { userId, credentialId, publicKey, name: 'Of before' } })
    const expiresAt = new Date(Date.now() + 60_000)
    const link = { email: 'thief@plak.example', tokenHash: randomBytes(32), expiresAt }
    await db.emailLink.create({ data: { userId, purpose: 'change', ...link } })
    return before
  }
  it('an address that was never confirmed is confirmed, and passkeys and links of before go', async () => {
    await squat(null)
    expect(await browserThere().signIn('1001', '/lists')).toBe('/lists')
    const { db } = plak.server.deps
    expect([await db.passkey.count(), await db.emailLink.count()]).toEqual([0, 0])
    expect((await db.user.findFirstOrThrow()).emailConfirmedAt).not.toBeNull()
  })
  it('passkeys of a confirmed address stay, are shown, and can be removed by who has none of them', async () => {
    const before = await squat(new Date())
    const browser = browserThere()
    expect(await browser.signIn('1001', '/lists')).toBe('/passkeys?from=%2Flists')
    expect(await before.client.auth.me.query()).toBeNull()
    const { passkeys } = await browser.client.passkeys.mine.query()
    expect(passkeys).toMatchObject([{ name: 'Of before' }])
    await browser.client.passkeys.remove.mutate({ id: passkeys[0]!.id })
    expect((await browser.client.passkeys.mine.query()).passkeys).toEqual([])
    const { db } = plak.server.deps
    expect(await db.emailLink.count()).toBe(0)
    expect(await browserThere().signIn('1001', '/lists')).toBe('/lists')
  })
  it('an e-mail that Google has not verified opens nothing', async () => {
    const owner = makeBrowser()
    await owner.client.auth.register.mutate({ username: 'unsure', email: 'unsure@gmail.example', password })
    expect(await browserThere().signIn('1002')).toBe('/login?error=unverified')
    expect((await owner.client.auth.me.query())?.nickname).toBe('unsure')
    expect(await plak.server.deps.db.identity.count()).toBe(0)
  })
  it('an account that has its Google account is not given to another one with its address', async () => {
    await browserThere().signIn('1001')
    plak.server.google.people.set('1003', { ...cagla, sub: '1003' })
    expect(await browserThere().signIn('1003')).toBe('/login?error=connected')
    plak.server.google.people.delete('1003')
    expect(await plak.server.deps.db.identity.count()).toBe(1)
  })
  it('a disabled one stays shut', async () => {
    await makeBrowser().client.auth.register.mutate({
      username: 'cagla',
      email: 'cagla@gmail.example',
      password,
    })
    await plak.server.deps.db.user.updateMany({ data: { disabledAt: new Date() } })
    expect(await browserThere().signIn('1001')).toBe('/login?error=disabled')
    expect(await plak.server.deps.db.user.count({ where: { passwordHash: null } })).toBe(0)
  })
  it('an operator’s link signs in who has no Google account', async () => {
    await makeBrowser().client.auth.register.mutate({
      username: 'ayse',
      email: 'ayse@work.example',
      password,
    })
    const token = new URL((await makeResetLink(closed.deps, 'ayse')).link).hash.slice(1)
    const browser = browserThere()
    expect(
      await browser.client.auth.resetPassword.mutate({ token, password: 'another groove' }),
    ).toMatchObject({ nickname: 'ayse' })
    expect((await browser.client.auth.me.query())?.nickname).toBe('ayse')
    await expect(browserThere().client.auth.resetPassword.mutate({ token, password })).rejects.toThrow(
      'no longer valid',
    )
  })
})

describe('where registration is by invitation', () => {
  let invited: TestServer
  beforeAll(async () => {
    invited = await startServer({
      databaseUrl: plak.server.deps.settings.DATABASE_URL,
      settings: { ...googleSettings(plak.server.google), REGISTRATION: 'invite' },
    })
  })
  afterAll(() => invited.close())

  it('a code is kept through the sign-in at Google and opens one account; existing accounts need none', async () => {
    const code = async () => {
      const { link } = await makeInvitation(invited.deps, { uses: 1, days: 1 })
      return new URL(link).searchParams.get('invite')!
    }
    const at = () => makeBrowser(invited.url)
    expect(await at().signIn('1001')).toBe('/login?error=byInvitation')
    expect(await at().signIn('1001', '/lists', 'made up')).toBe('/login?error=invitationOver&from=%2Flists')
    expect(await plak.server.deps.db.user.count()).toBe(0)
    const first = await code()
    // A user whose e-mail address Google has not verified gets no account, and does not use up the invitation.
    expect(await at().signIn('1002', '', first)).toBe('/login?error=unverified')
    const twice = await Promise.all([at().signIn('1001', '', first), at().signIn('1001', '', first)])
    expect(twice.every((place) => place === '/' || place === '/welcome')).toBe(true)
    expect(await at().signIn('1001')).toBe('/')
    plak.server.google.people.set('1004', { ...cagla, sub: '1004', email: 'other@gmail.example' })
    expect(await at().signIn('1004', '', first)).toBe('/login?error=invitationOver')
    expect(await at().signIn('1004', '', await code())).toBe('/welcome')
    plak.server.google.people.delete('1004')
    expect(await plak.server.deps.db.user.count()).toBe(2)
  })
})
