import * as openid from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { allScopes, authorizeUrl, browse, callback, codeIn, connect, token } from './spotifyVisit.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({
    now: () => new Date('2026-08-31T12:00:00Z'),
    redirectUris: ['https://plak.example/spotify/callback'],
  })
})
afterEach(() => {
  demo.spotify.behave()
  demo.spotify.removeApp('deniz')
})
afterAll(() => demo.close())

/** Returns an independent OAuth client. */
function openidClient(secret = 'secret') {
  const { accountsBase } = demo.spotify
  const server = {
    issuer: accountsBase,
    authorization_endpoint: `${accountsBase}/authorize`,
    token_endpoint: `${accountsBase}/api/token`,
  }
  const config = new openid.Configuration(server, 'plak', undefined, openid.ClientSecretBasic(secret))
  openid.allowInsecureRequests(config)
  return config
}

async function openidVisit(config: openid.Configuration) {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: allScopes.join(' '),
    state,
    show_dialog: 'true',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url, checks: { pkceCodeVerifier: verifier, expectedState: state } }
}

describe('with openid-client', () => {
  it('logs in, agrees, exchanges the code once, refreshes and has an own token', async () => {
    const config = openidClient()
    const { url, checks } = await openidVisit(config)
    const { go, press } = browse(demo)
    const consent = await press(await go(url.href), 'Deniz')
    expect(consent.html).toContain('Connect Plak to your account?')
    const { url: back } = await press(consent, 'Agree')
    const tokens = await openid.authorizationCodeGrant(config, new URL(back), checks)
    expect(tokens.expires_in).toBe(3_600)
    expect(tokens.scope!.split(' ').toSorted((a, b) => a.localeCompare(b))).toEqual(
      allScopes.toSorted((a, b) => a.localeCompare(b)),
    )
    await expect(openid.authorizationCodeGrant(config, new URL(back), checks)).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: 'Invalid authorization code',
      status: 400,
    })
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!)
    expect(refreshed.access_token).not.toBe(tokens.access_token)
    expect(refreshed.refresh_token).toBeUndefined()
    const own = await openid.clientCredentialsGrant(config)
    expect(own.refresh_token).toBeUndefined()
    await expect(openid.clientCredentialsGrant(openidClient('wrong'))).rejects.toMatchObject({
      error: 'invalid_client',
      status: 400,
    })
  })

  it('is told of a refusal, with the state', async () => {
    const config = openidClient()
    const { url, checks } = await openidVisit(config)
    const { go, press } = browse(demo)
    const { url: back } = await press(await press(await go(url.href), 'Mina'), 'Cancel')
    expect(new URL(back).searchParams.get('state')).toBe(checks.expectedState)
    await expect(openid.authorizationCodeGrant(config, new URL(back), checks)).rejects.toMatchObject({
      error: 'access_denied',
    })
  })
})

describe('the pages', () => {
  it('ask again only when they must: not for what was agreed to, always with show_dialog, for more scopes, for somebody else', async () => {
    const { go, press } = browse(demo)
    const few = { scope: 'user-library-read' }
    await press(await press(await go(authorizeUrl(demo, few)), 'Deniz'), 'Agree')
    expect((await go(authorizeUrl(demo, few))).url).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/spotify\/callback\?code=[^&]+&state=st\+1$/,
    )
    for (const more of [{ ...few, show_dialog: 'true' }, {}]) {
      expect((await go(authorizeUrl(demo, more))).html).toContain('name="answer" value="agree"')
    }
    const login = await press(await go(authorizeUrl(demo)), 'Log in as somebody else')
    expect((await press(login, 'June')).html).toContain('Logged in as <b>June</b>')
  })

  it('run no script, are framed by nobody, and may lead back after a form', async () => {
    const { policy, html } = await browse(demo).go(authorizeUrl(demo))
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:3000;")
    expect(html).not.toMatch(/<script|style=|onclick/)
    const injected = await browse(demo).go(authorizeUrl(demo, { state: '"><img src=x onerror=alert(1)>' }))
    expect(injected.html).not.toContain('<img src=x')
  })

  it.each([
    ['an unknown app', { client_id: 'other' }, 'INVALID_CLIENT: Invalid client'],
    ['another path', { redirect_uri: `${callback}/` }, 'INVALID_CLIENT: Invalid redirect URI'],
    [
      'another case',
      { redirect_uri: callback.replace('spotify', 'Spotify') },
      'INVALID_CLIENT: Invalid redirect URI',
    ],
    [
      'a host that looks alike',
      { redirect_uri: 'http://127.0.0.1.evil.example/spotify/callback' },
      'INVALID_CLIENT: Insecure redirect URI',
    ],
    [
      'a name before the host',
      { redirect_uri: 'http://127.0.0.1:3000@evil.example/spotify/callback' },
      'INVALID_CLIENT: Insecure redirect URI',
    ],
    [
      'localhost',
      { redirect_uri: 'http://localhost:3000/spotify/callback' },
      'INVALID_CLIENT: Insecure redirect URI',
    ],
    ['no address', { redirect_uri: undefined }, 'Missing required parameter: redirect_uri'],
    ['the implicit grant', { response_type: 'token' }, 'response_type must be code'],
    ['an unknown scope', { scope: 'user-library-read root' }, 'INVALID_SCOPE: Invalid scope'],
    [
      'a plain challenge',
      { code_challenge: 'x', code_challenge_method: 'plain' },
      'code_challenge_method must be S256',
    ],
  ])('send nobody back for %s', async (_, more, message) => {
    const { status, html } = await browse(demo).go(authorizeUrl(demo, more))
    expect(status).toBe(400)
    expect(html).toContain(message)
  })

  it('lead to every loopback port, and to the address that was registered', async () => {
    for (const redirect_uri of [
      'http://[::1]:8080/spotify/callback',
      'https://plak.example/spotify/callback',
    ]) {
      expect(
        demo.spotify
          .answer(authorizeUrl(demo, { redirect_uri }), 'deniz')
          .startsWith(`${redirect_uri}?code=`),
      ).toBe(true)
    }
  })

  it('remove an app, whose tokens stay invalid until it is connected again', async () => {
    const { go, press } = browse(demo)
    const back = await press(await press(await go(authorizeUrl(demo)), 'Deniz'), 'Agree')
    const { body } = await token(demo, {
      grant_type: 'authorization_code',
      code: codeIn(back.url),
      redirect_uri: callback,
    })
    const me = (access: string) =>
      fetch(`${demo.spotify.apiBase}/me`, { headers: { authorization: `Bearer ${access}` } })
    expect((await me(body.access_token!)).status).toBe(200)
    await press(await go(`${demo.spotify.accountsBase}/apps`), 'Remove access')
    expect((await me(body.access_token!)).status).toBe(401)
    expect(
      (await token(demo, { grant_type: 'refresh_token', refresh_token: body.refresh_token! })).body,
    ).toEqual({
      error: 'invalid_grant',
      error_description: 'Refresh token revoked',
    })
    expect((await go(authorizeUrl(demo))).html).toContain('value="agree"')
    expect((await me((await connect(demo, 'deniz')).access)).status).toBe(200)
  })
})
