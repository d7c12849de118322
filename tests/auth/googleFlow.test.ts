import { describe, expect, it } from 'vitest'
import { callback, googleBrowser, runGoogle, site } from './googleWorld.ts'

const plak = runGoogle()
const makeBrowser = (at = plak.server.url) => googleBrowser(at)

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

    // The choice page redirects back with a code, which another browser cannot use.
    const page = await mine.go(to!)
    const [, choice] = /href="([^"]+\/1001)"/.exec(page.text)!
    let back = new URL(choice!, plak.server.google.issuer).href
    while (!back.startsWith(callback)) back = (await mine.get(back)).to!
    expect((await theirs.get(back)).to).toBe(`${site}/login?error=expired`)
    expect((await mine.get(back)).to).toBe(`${site}/welcome`)
    // 'Back' in the browser after the sign-in.
    expect((await mine.get(back)).to).toBe(`${site}/`)
    expect(await plak.server.deps.db.user.count()).toBe(1)
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
    expect((await browser.go(new URL(choice!, plak.server.google.issuer).href)).at).toBe(
      '/login?error=failed',
    )
    expect(await plak.server.deps.db.user.count()).toBe(0)
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
