import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startGoogle, type GoogleDemo, type GooglePerson } from '../../demo/oidc/provider.ts'
import { startDemo } from '../../demo/server.ts'
import { makeResetLink } from '../../server/account/operator.ts'
import { makeInvitation } from '../../server/auth/invitations.ts'
import { makeClient, makeHarness, type Harness } from '../harness/client.ts'
import { makeCookies, type Cookies } from '../harness/cookies.ts'
import { startServer, type TestServer } from '../support/server.ts'

// The product is known by a name of its own; the browser of the tests knows where that leads.
const site = 'http://plak.test'
const callback = `${site}/auth/google/callback`
const secrets = { clientId: 'plak-tests', clientSecret: 'a secret between two' }

const cagla: GooglePerson = {
  sub: '1001',
  email: 'Cagla@gmail.example',
  emailVerified: true,
  name: 'Çağla Işık',
}
const unsure: GooglePerson = {
  sub: '1002',
  email: 'unsure@gmail.example',
  emailVerified: false,
  name: 'Un Sure',
}

let google: GoogleDemo
let server: TestServer
let harness: Harness
let now = new Date()
beforeAll(async () => {
  google = await startGoogle({ ...secrets, redirectUri: callback, people: [cagla, unsure] })
  server = await startServer({
    now: () => now,
    settings: {
      PUBLIC_URL: site,
      GOOGLE_CLIENT_ID: secrets.clientId,
      GOOGLE_CLIENT_SECRET: secrets.clientSecret,
      OIDC_ISSUER: google.issuer,
    },
  })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
  await google.close()
})
beforeEach(async () => {
  now = new Date()
  google.people.set(cagla.sub, cagla)
  await server.reset()
})

/** A browser that walks through the pages as a person leads it: its own cookies for each of the two sites. */
function makeBrowser(own: Cookies = makeCookies(), at = server.url) {
  const jars = new Map([[site, own]])

  /** Asks for one page; where it leads on, or its text. */
  async function get(
    address: string,
  ): Promise<{ status: number; to: string | null; text: string; headers: Headers }> {
    const url = new URL(address, site)
    const jar = jars.get(url.origin) ?? makeCookies()
    jars.set(url.origin, jar)
    const real = url.origin === site ? new URL(url.pathname + url.search, at) : url
    const response = await fetch(real, { redirect: 'manual', headers: { cookie: jar.header() } })
    jar.take(response.headers)
    const to = response.headers.get('location')
    return {
      status: response.status,
      to: to && new URL(to, url).href,
      text: await response.text(),
      headers: response.headers,
    }
  }

  /** Follows where pages lead until one stays. */
  async function go(address: string): Promise<{ at: string; text: string }> {
    for (let at = new URL(address, site).href, steps = 0; steps < 12; steps++) {
      const { to, text } = await get(at)
      if (!to) return { at: at.replace(site, ''), text }
      at = to
    }
    throw new Error(`${address} leads round and round`)
  }

  /** Signs in with Google and chooses the person of this number, or 'cancel'; gives the page where that ends. */
  async function chosen(choice: string, from = '', invite = '') {
    const query = new URLSearchParams({ ...(from && { from }), ...(invite && { invite }) })
    const { at, text } = await go(`/auth/google?${query}`)
    const link = [...text.matchAll(/href="([^"]+)"/g)]
      .map(([, href]) => href!)
      .find((href) => href.endsWith(`/${choice}`))
    if (!link) throw new Error(`No choice ${choice} at ${at}: ${text.slice(0, 300)}`)
    return await go(new URL(link, at).href)
  }
  const signIn = async (...how: Parameters<typeof chosen>) => (await chosen(...how)).at
  return { get, go, chosen, signIn, cookies: own, client: makeClient({ url: at, cookies: own }).client }
}

describe('somebody new', () => {
  it('gets an account under a name of their own and lands on its page', async () => {
    const browser = makeBrowser()
    expect(await browser.signIn('1001', '/albums')).toBe('/profile/edit')
    expect(await browser.client.auth.me.query()).toEqual({ nickname: 'cagla_isik', avatar: null, bio: null })
    expect(await browser.client.auth.means.query()).toEqual({ password: false, google: true, fresh: true })
    expect(await server.deps.db.user.findFirst({ select: { email: true } })).toEqual({
      email: 'cagla@gmail.example',
    })
  })
  it('and comes back where they came from the next time, whatever their e-mail is by then', async () => {
    await makeBrowser().signIn('1001')
    google.people.set('1001', { ...cagla, email: 'moved@gmail.example' })
    const browser = makeBrowser()
    expect(await browser.signIn('1001', '/album/Bj%C3%B6rk/Homogenic?tab=1')).toBe(
      '/album/Bj%C3%B6rk/Homogenic?tab=1',
    )
    expect((await browser.client.auth.me.query())?.nickname).toBe('cagla_isik')
    expect(await server.deps.db.user.count()).toBe(1)
  })
  it('gets a number behind a name that somebody has', async () => {
    await harness.register('cagla_isik')
    const browser = makeBrowser()
    await browser.signIn('1001')
    expect((await browser.client.auth.me.query())?.nickname).toBe('cagla_isik2')
  })
  it('a double click creates one account', async () => {
    const browsers = [makeBrowser(), makeBrowser(), makeBrowser()]
    const places = await Promise.all(browsers.map((browser) => browser.signIn('1001')))
    expect(places.every((at) => at === '/' || at === '/profile/edit')).toBe(true)
    expect([await server.deps.db.user.count(), await server.deps.db.identity.count()]).toEqual([1, 1])
    for (const { client } of browsers) expect((await client.auth.me.query())?.nickname).toBe('cagla_isik')
  })
  it('needs an e-mail that Google has verified', async () => {
    expect(await makeBrowser().signIn('1002')).toBe('/login?error=unverified')
    expect(await server.deps.db.user.count()).toBe(0)
  })
})

describe('an account with the same e-mail', () => {
  const password = 'a stylus and a groove'
  beforeEach(() =>
    harness
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
    expect(await browser.signIn('1001')).toBe('/profile/edit?error=other')
    expect((await browser.client.auth.me.query())?.nickname).toBe('fatma')
    expect(await server.deps.db.identity.count()).toBe(0)
  })
  it('a disabled one stays shut', async () => {
    const browser = makeBrowser()
    await browser.client.auth.login.mutate({ identifier: 'cagla', password })
    await browser.signIn('1001')
    await server.deps.db.user.updateMany({ data: { disabledAt: now } })
    expect(await makeBrowser().signIn('1001')).toBe('/login?error=disabled')
  })
  it('a suspended one reads why', async () => {
    const browser = makeBrowser()
    await browser.client.auth.login.mutate({ identifier: 'cagla', password })
    await browser.signIn('1001')
    const { db } = server.deps
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
    expect(await refused.client.auth.me.query()).toBeNull()
  })
})

describe('where passwords are off', () => {
  let closed: TestServer
  beforeAll(async () => {
    const { DATABASE_URL, PUBLIC_URL, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_ISSUER } =
      server.deps.settings
    closed = await startServer({
      now: () => now,
      databaseUrl: DATABASE_URL,
      settings: {
        PASSWORD_LOGIN: 'off',
        PUBLIC_URL,
        GOOGLE_CLIENT_ID: GOOGLE_CLIENT_ID!,
        GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT_SECRET!,
        OIDC_ISSUER,
      },
    })
  })
  afterAll(() => closed.close())
  const browserThere = () => makeBrowser(makeCookies(), closed.url)
  const password = 'a stylus and a groove'

  it('the verified e-mail opens its account, and nothing of before does any more', async () => {
    const before = makeBrowser()
    await before.client.auth.register.mutate({ username: 'cagla', email: 'cagla@gmail.example', password })
    const link = new URL((await makeResetLink(server.deps, 'cagla')).link).hash.slice(1)
    const [browser, twice] = [browserThere(), browserThere()]
    expect(await Promise.all([browser.signIn('1001', '/lists'), twice.signIn('1001', '/lists')])).toEqual([
      '/lists',
      '/lists',
    ])
    expect((await browser.client.auth.me.query())?.nickname).toBe('cagla')
    expect(await browser.client.auth.means.query()).toEqual({ password: false, google: true, fresh: true })
    // A person who registered with somebody else's address has lost it, also when passwords are allowed again.
    expect(await before.client.auth.me.query()).toBeNull()
    await expect(makeBrowser().client.auth.login.mutate({ identifier: 'cagla', password })).rejects.toThrow(
      'Wrong password',
    )
    await expect(makeBrowser().client.auth.resetPassword.mutate({ token: link, password })).rejects.toThrow(
      'no longer valid',
    )
  })
  it('an e-mail that Google has not verified opens nothing', async () => {
    const owner = makeBrowser()
    await owner.client.auth.register.mutate({ username: 'unsure', email: 'unsure@gmail.example', password })
    expect(await browserThere().signIn('1002')).toBe('/login?error=unverified')
    expect((await owner.client.auth.me.query())?.nickname).toBe('unsure')
    expect(await server.deps.db.identity.count()).toBe(0)
  })
  it('an account that has its Google account is not given to another one with its address', async () => {
    await browserThere().signIn('1001')
    google.people.set('1003', { ...cagla, sub: '1003' })
    expect(await browserThere().signIn('1003')).toBe('/login?error=connected')
    google.people.delete('1003')
    expect(await server.deps.db.identity.count()).toBe(1)
  })
  it('a disabled one stays shut', async () => {
    await makeBrowser().client.auth.register.mutate({
      username: 'cagla',
      email: 'cagla@gmail.example',
      password,
    })
    await server.deps.db.user.updateMany({ data: { disabledAt: now } })
    expect(await browserThere().signIn('1001')).toBe('/login?error=disabled')
    expect(await server.deps.db.user.count({ where: { passwordHash: null } })).toBe(0)
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
    const { DATABASE_URL: databaseUrl } = server.deps.settings
    invited = await startServer({
      now: () => now,
      databaseUrl,
      settings: {
        PUBLIC_URL: site,
        GOOGLE_CLIENT_ID: secrets.clientId,
        GOOGLE_CLIENT_SECRET: secrets.clientSecret,
        OIDC_ISSUER: google.issuer,
        REGISTRATION: 'invite',
      },
    })
  })
  afterAll(() => invited.close())

  it('a code is kept through the sign-in at Google and opens one account; existing accounts need none', async () => {
    const code = async () => {
      const { link } = await makeInvitation(invited.deps, { uses: 1, days: 1 })
      return new URL(link).searchParams.get('invite')!
    }
    const at = () => makeBrowser(makeCookies(), invited.url)
    expect(await at().signIn('1001')).toBe('/login?error=byInvitation')
    expect(await at().signIn('1001', '/lists', 'made up')).toBe('/login?error=invitationOver&from=%2Flists')
    expect(await server.deps.db.user.count()).toBe(0)
    const first = await code()
    // Somebody whose e-mail Google has not verified gets no account, and spends nothing.
    expect(await at().signIn('1002', '', first)).toBe('/login?error=unverified')
    const twice = await Promise.all([at().signIn('1001', '', first), at().signIn('1001', '', first)])
    expect(twice.every((place) => place === '/' || place === '/profile/edit')).toBe(true)
    expect(await at().signIn('1001')).toBe('/')
    google.people.set('1004', { ...cagla, sub: '1004', email: 'other@gmail.example' })
    expect(await at().signIn('1004', '', first)).toBe('/login?error=invitationOver')
    expect(await at().signIn('1004', '', await code())).toBe('/profile/edit')
    google.people.delete('1004')
    expect(await server.deps.db.user.count()).toBe(2)
  })
})

describe('the way there and back', () => {
  it('belongs to one browser and is gone once', async () => {
    const [mine, theirs] = [makeBrowser(), makeBrowser()]
    const { to, headers } = await mine.get('/auth/google')
    const sent = new URL(to!).searchParams
    expect(Object.fromEntries(sent)).toMatchObject({
      client_id: 'plak-tests',
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    expect(headers.get('set-cookie')).toMatch(
      /^plak-google=.+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')

    // The page of the choice leads back with a code; another browser cannot use it.
    const page = await mine.go(to!)
    const [, choice] = /href="([^"]+\/1001)"/.exec(page.text)!
    let back = new URL(choice!, google.issuer).href
    while (!back.startsWith(callback)) back = (await mine.get(back)).to!
    expect((await theirs.get(back)).to).toBe(`${site}/login?error=expired`)
    expect((await mine.get(back)).to).toBe(`${site}/profile/edit`)
    // 'Back' in the browser after it is done.
    expect((await mine.get(back)).to).toBe(`${site}/`)
    expect(await server.deps.db.user.count()).toBe(1)
  })
  it('a changed state, a made-up code, an answer of somebody else: back to the login with a code for the text', async () => {
    const browser = makeBrowser()
    const state = async () => new URL((await browser.get('/auth/google')).to!).searchParams.get('state')!
    await state()
    expect((await browser.get(`${callback}?code=x&state=y`)).to).toBe(`${site}/login?error=expired`)
    expect((await browser.get(`${callback}?code=x&state=${await state()}`)).to).toBe(
      `${site}/login?error=failed`,
    )
    expect((await browser.get(`${callback}?code=x&iss=http://evil.example&state=${await state()}`)).to).toBe(
      `${site}/login?error=failed`,
    )
    expect((await browser.get(`${callback}?error=server_error&state=${await state()}`)).to).toBe(
      `${site}/login?error=failed`,
    )
    expect((await browser.get(callback)).to).toBe(`${site}/login?error=expired`)
    expect(await browser.client.auth.me.query()).toBeNull()
  })
  it.each(['nonce', 'verifier'])('a token for another %s is refused', async (part) => {
    const browser = makeBrowser()
    const { to } = await browser.get('/auth/google')
    const { value } = browser.cookies.save()['plak-google']!
    const attempt = { ...JSON.parse(Buffer.from(value, 'base64url').toString()), [part]: 'x'.repeat(43) }
    const changed = Buffer.from(JSON.stringify(attempt)).toString('base64url')
    browser.cookies.take(new Headers({ 'set-cookie': `plak-google=${changed}; Path=/` }))
    const [, choice] = /href="([^"]+\/1001)"/.exec((await browser.go(to!)).text)!
    expect((await browser.go(new URL(choice!, google.issuer).href)).at).toBe('/login?error=failed')
    expect(await server.deps.db.user.count()).toBe(0)
  })
  it('a sign-in that is cancelled at Google says so', async () => {
    expect(await makeBrowser().signIn('cancel', '/lists')).toBe('/login?error=cancelled&from=%2Flists')
  })
  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'lists',
    '/auth/google',
    '',
  ])('leads nowhere else: from=%j', async (from) => {
    await makeBrowser().signIn('1001')
    expect(await makeBrowser().signIn('1001', from)).toBe('/')
  })
})

it('the session of the browser ends when another begins in its place', async () => {
  const browser = makeBrowser()
  await browser.signIn('1001')
  const before = browser.cookies.header()
  await browser.signIn('1001')
  expect(await server.deps.db.session.count()).toBe(1)
  const answer = await fetch(`${server.url}/trpc/auth.me`, { headers: { cookie: before } })
  expect(await answer.json()).toEqual({ result: { data: null } })
})

it('a person without a password deletes the account after a fresh sign-in alone', async () => {
  const browser = makeBrowser()
  await browser.signIn('1001')
  now = new Date(now.getTime() + 11 * 60_000)
  await expect(browser.client.auth.deleteAccount.mutate({})).rejects.toThrow('log in with Google again')
  await browser.signIn('1001')
  await browser.client.auth.deleteAccount.mutate({})
  expect([await server.deps.db.user.count(), await server.deps.db.identity.count()]).toEqual([0, 0])
  expect(await browser.client.auth.me.query()).toBeNull()
})

it('the demo has a Google of its own: somebody new, somebody who is there, somebody who proves nothing', async () => {
  const demo = await startDemo({ googleCallback: callback })
  const there = await startServer({
    databaseUrl: server.deps.settings.DATABASE_URL,
    settings: {
      PUBLIC_URL: site,
      GOOGLE_CLIENT_ID: 'demo',
      GOOGLE_CLIENT_SECRET: 'demo',
      OIDC_ISSUER: `${demo.origin}/google`,
    },
  })
  await makeHarness(there.url).register('june')
  const signIn = (choice: string) => makeBrowser(makeCookies(), there.url).signIn(choice)
  expect(await signIn('asli')).toBe('/profile/edit')
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
      databaseUrl: server.deps.settings.DATABASE_URL,
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
    const plain = await startServer({ databaseUrl: server.deps.settings.DATABASE_URL })
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
