import { createHash } from 'node:crypto'
import { clientOf, type Client } from './clients.ts'
import { grantKey, type SpotifyState } from './state.ts'
import { tokenBody, readRefresh, refreshToken } from './tokens.ts'

export type TokenResponse = { status: number; body: Record<string, unknown> }

const refusal = (error: string, description?: string): TokenResponse => ({
  status: 400,
  body: { error, ...(description && { error_description: description }) },
})
const isRefused = (result: object): result is TokenResponse => 'status' in result

/** Handles POST /api/token: the three grants, with the client's Basic authorization or, with PKCE, without a secret. */
export function grantToken(
  state: SpotifyState,
  form: URLSearchParams,
  authorization: string | null,
  now: number,
): TokenResponse {
  const client = authenticate(form, authorization)
  if (isRefused(client)) return client
  const grantType = form.get('grant_type')
  if (!grantType) return refusal('invalid_request', 'grant_type parameter is missing')
  if (grantType === 'authorization_code') return byCode(state, form, client, now)
  if (grantType === 'refresh_token') return byRefresh(state, form, client, now)
  if (grantType !== 'client_credentials')
    return refusal('unsupported_grant_type', `grant_type ${grantType} is not supported`)
  if (client.isPublic) return refusal('invalid_client')
  const agreement = { client: client.id, person: null, scopes: [], authorizedAt: now, removals: 0 }
  return { status: 200, body: tokenBody(agreement, now) }
}

type Caller = Client & { isPublic: boolean }

function authenticate(form: URLSearchParams, authorization: string | null): Caller | TokenResponse {
  if (authorization === null && form.has('client_id')) {
    const client = clientOf(form.get('client_id'))
    return client ? { ...client, isPublic: true } : refusal('invalid_client', 'Invalid client')
  }
  const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? []
  if (!id || !secret) return refusal('invalid_client')
  const client = clientOf(id)
  return client?.secret === secret
    ? { ...client, isPublic: false }
    : refusal('invalid_client', 'Invalid client')
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function byCode(state: SpotifyState, form: URLSearchParams, client: Caller, now: number): TokenResponse {
  const code = form.get('code')
  const redirectUri = form.get('redirect_uri')
  if (!code) return refusal('invalid_request', 'code must be supplied')
  if (!redirectUri) return refusal('invalid_request', 'redirect_uri must be supplied')
  const details = state.codes.get(code)
  // Used up by the attempt, whatever its outcome, so that a verifier cannot be guessed twice.
  state.codes.delete(code)
  if (!details || details.client !== client.id) return refusal('invalid_grant', 'Invalid authorization code')
  if (details.ends <= now) return refusal('invalid_grant', 'Authorization code expired')
  if (details.redirectUri !== redirectUri) return refusal('invalid_grant', 'Invalid redirect URI')
  const verifier = form.get('code_verifier')
  if (details.challenge === null && client.isPublic) return refusal('invalid_client')
  if (details.challenge !== null && !verifier) return refusal('invalid_request', 'code_verifier required')
  const isProven =
    details.challenge === null
      ? !verifier
      : isVerifier(verifier!) && challengeOf(verifier!) === details.challenge
  if (!isProven) return refusal('invalid_grant', 'code_verifier was incorrect')
  const { person, scopes } = details
  const removals = state.removals.get(grantKey(person, client.id)) ?? 0
  const agreement = { client: client.id, person, scopes, authorizedAt: now, removals }
  return { status: 200, body: { ...tokenBody(agreement, now), refresh_token: refreshToken(agreement) } }
}

const isVerifier = (text: string) => /^[\w.~-]{43,128}$/.test(text)

function byRefresh(state: SpotifyState, form: URLSearchParams, client: Caller, now: number): TokenResponse {
  const token = form.get('refresh_token')
  if (!token) return refusal('invalid_request', 'refresh_token must be supplied')
  const grant = readRefresh(state, token, now)
  if (typeof grant === 'string') return refusal('invalid_grant', grant)
  if (grant.client !== client.id) return refusal('invalid_grant', 'Invalid refresh token')
  const answer = tokenBody(grant, now)
  if (!state.settings.rotate) return { status: 200, body: answer }
  state.replaced.add(token)
  return { status: 200, body: { ...answer, refresh_token: refreshToken(grant) } }
}
