import * as openid from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { allScopes, authorizeUrl, callback, codeIn, connect, token } from './spotifyVisit.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ now: () => new Date('2026-08-31T12:00:00Z') })
})
afterEach(() => demo.spotify.behave())
afterAll(() => demo.close())

describe('tokens', () => {
  const exchange = (code: string, more: Record<string, string> = {}, client: string | null = 'plak:secret') =>
    token(demo, { grant_type: 'authorization_code', code, redirect_uri: callback, ...more }, client)
  const newCode = (more: Record<string, string> = {}) =>
    codeIn(demo.spotify.answer(authorizeUrl(demo, more), 'deniz'))
  const refresh = (refresh_token: string) => token(demo, { grant_type: 'refresh_token', refresh_token })
  const verifier = 'a-verifier-of-at-least-forty-three-characters'

  it('a code lasts ten minutes, for the app and the address that asked', async () => {
    const refused = (error_description: string) => ({
      status: 400,
      body: { error: 'invalid_grant', error_description },
    })
    const [early, late] = [newCode(), newCode()]
    demo.spotify.moveClock(10 * MINUTE - 1)
    expect((await exchange(early)).status).toBe(200)
    demo.spotify.moveClock(1)
    expect(await exchange(late)).toEqual(refused('Authorization code expired'))
    expect(await exchange(newCode(), {}, 'demo:demo')).toEqual(refused('Invalid authorization code'))
    expect(await exchange(newCode(), { redirect_uri: 'http://127.0.0.1:3001/spotify/callback' })).toEqual(
      refused('Invalid redirect URI'),
    )
  })

  it('a challenge is met by its verifier alone; with it no secret is needed', async () => {
    const challenge = {
      code_challenge_method: 'S256',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    }
    const wrong = { error: 'invalid_grant', error_description: 'code_verifier was incorrect' }
    expect((await exchange(newCode(challenge), { code_verifier: verifier })).status).toBe(200)
    expect((await exchange(newCode(challenge), { code_verifier: `${verifier}x` })).body).toEqual(wrong)
    expect((await exchange(newCode(challenge))).body).toMatchObject({ error: 'invalid_request' })
    expect((await exchange(newCode(), { code_verifier: verifier })).body).toEqual(wrong)
    expect(
      (await exchange(newCode(challenge), { code_verifier: verifier, client_id: 'plak' }, null)).status,
    ).toBe(200)
    expect((await exchange(newCode(), { client_id: 'plak' }, null)).body).toMatchObject({
      error: 'invalid_client',
    })
  })

  it('an access token lasts an hour', async () => {
    const { access } = await connect(demo, 'deniz')
    const me = async () =>
      (await fetch(`${demo.spotify.apiBase}/me`, { headers: { authorization: `Bearer ${access}` } })).status
    demo.spotify.moveClock(HOUR - 1)
    expect(await me()).toBe(200)
    demo.spotify.moveClock(1)
    expect(await me()).toBe(401)
  })

  it('a refresh token lasts six months from the consent, however often it is used', async () => {
    const { refresh: first } = await connect(demo, 'deniz')
    // From the last of August to the last of February, which is the 28th.
    demo.spotify.moveClock(181 * DAY - 1)
    expect((await refresh(first)).status).toBe(200)
    demo.spotify.set({ rotate: true })
    const second = (await refresh(first)).body.refresh_token!
    demo.spotify.moveClock(1)
    expect((await refresh(second)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Refresh token revoked',
    })
  })

  it('where they rotate, the old one is dead at once', async () => {
    demo.spotify.set({ rotate: true })
    const { refresh: first } = await connect(demo, 'deniz')
    const second = (await refresh(first)).body.refresh_token!
    expect((await refresh(first)).body.error).toBe('invalid_grant')
    expect((await refresh(second)).status).toBe(200)
  })

  it('outlive the stand-in: a demo that is started again knows its people', async () => {
    const { access, refresh: kept } = await connect(demo, 'june')
    const again = await startDemo({ now: () => new Date('2026-08-31T12:30:00Z') })
    const headers = { authorization: `Bearer ${access}` }
    expect(await (await fetch(`${again.spotify.apiBase}/me`, { headers })).json()).toMatchObject({
      id: 'june',
    })
    expect((await token(again, { grant_type: 'refresh_token', refresh_token: kept })).status).toBe(200)
    await again.close()
  })

  it.each([
    ['no credentials', { grant_type: 'client_credentials' }, null, { error: 'invalid_client' }],
    [
      'an unknown app',
      { grant_type: 'client_credentials' },
      'who:me',
      { error: 'invalid_client', error_description: 'Invalid client' },
    ],
    ['no grant', {}, 'plak:secret', { error: 'invalid_request' }],
    ['another grant', { grant_type: 'password' }, 'plak:secret', { error: 'unsupported_grant_type' }],
    [
      'a garbled token',
      { grant_type: 'refresh_token', refresh_token: 'AQx.y' },
      'plak:secret',
      { error_description: 'Invalid refresh token' },
    ],
    ['no code', { grant_type: 'authorization_code' }, 'plak:secret', { error: 'invalid_request' }],
  ])('%s: 400, in the form of OAuth', async (_, form, client, body) => {
    expect(await token(demo, form as Record<string, string>, client)).toMatchObject({ status: 400, body })
  })

  it('withheld scopes are not granted, though agreed to', async () => {
    demo.spotify.set({ withheld: allScopes.filter((scope) => scope !== 'user-library-read') })
    expect((await connect(demo, 'deniz')).scope).toBe('user-library-read')
  })
})
