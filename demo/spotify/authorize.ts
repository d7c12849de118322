import { randomBytes } from 'node:crypto'
import { parseUrl } from '../../shared/parseUrl.ts'
import { clientOf, isInsecure, mayReturnTo, type Client } from './clients.ts'
import { grantKey, type SpotifyState } from './state.ts'

const CODE_LIFE = 10 * 60_000

export const scopeWords: Record<string, string> = {
  'user-library-read': 'See the albums and tracks that you have saved',
  'user-read-recently-played': 'See what you have played recently',
  'user-top-read': 'See which artists you play most',
  'playlist-read-private': 'See your private playlists',
  'playlist-read-collaborative': 'See the playlists that you fill together with others',
  'user-follow-read': 'See which artists you follow',
  'user-read-private': 'See your country and your kind of subscription',
  'user-read-email': 'See your e-mail address',
}

export type AuthorizeRequest = {
  client: Client
  redirectUri: string
  scopes: string[]
  state: string | null
  challenge: string | null
  showDialog: boolean
}

/**
 * Validates the query of /authorize. Returns the service's error text for
 * its own page if it is invalid: nothing is sent to an untrusted URL.
 */
export function readAuthorize(
  query: URLSearchParams,
  redirectUris: readonly string[],
): AuthorizeRequest | string {
  const client = clientOf(query.get('client_id'))
  if (!client) return 'INVALID_CLIENT: Invalid client'
  const redirectUri = query.get('redirect_uri')
  if (!redirectUri) return 'Missing required parameter: redirect_uri'
  if (!mayReturnTo(redirectUri, redirectUris)) {
    const isPlain = parseUrl(redirectUri) !== null && isInsecure(redirectUri)
    return isPlain ? 'INVALID_CLIENT: Insecure redirect URI' : 'INVALID_CLIENT: Invalid redirect URI'
  }
  if (query.get('response_type') !== 'code') return 'response_type must be code'
  const scopes = [...new Set((query.get('scope') ?? '').split(/[ +]/).filter(Boolean))]
  if (!scopes.every((scope) => scope in scopeWords)) return 'INVALID_SCOPE: Invalid scope'
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method')
  if (method !== null && method !== 'S256') return 'code_challenge_method must be S256'
  if ((challenge === null) !== (method === null))
    return 'code_challenge and code_challenge_method belong together'
  if (challenge !== null && !/^[\w-]{43}$/.test(challenge))
    return 'code_challenge must be a SHA-256 in base64url'
  const showDialog = query.get('show_dialog') === 'true'
  return { client, redirectUri, scopes, state: query.get('state'), challenge, showDialog }
}

export const hasAgreed = (
  state: SpotifyState,
  person: string,
  { client, scopes, showDialog }: AuthorizeRequest,
) => {
  const grantedScopes = state.grants.get(grantKey(person, client.id))
  return !showDialog && grantedScopes !== undefined && scopes.every((scope) => grantedScopes.includes(scope))
}

export function agree(
  state: SpotifyState,
  person: string,
  authorization: AuthorizeRequest,
  now: number,
): string {
  const { client, redirectUri, scopes, challenge } = authorization
  const key = grantKey(person, client.id)
  state.grants.set(key, [...new Set([...(state.grants.get(key) ?? []), ...scopes])])
  const code = `AQ${randomBytes(60).toString('base64url')}`
  const grantedScopes = scopes.filter((scope) => !state.settings.withheld.includes(scope))
  state.codes.set(code, {
    client: client.id,
    person,
    redirectUri,
    scopes: grantedScopes,
    challenge,
    ends: now + CODE_LIFE,
  })
  return back(authorization, { code })
}

export const refuse = (authorization: AuthorizeRequest): string =>
  back(authorization, { error: 'access_denied' })

function back({ redirectUri, state }: AuthorizeRequest, answer: Record<string, string>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, ...(state !== null && { state }) }))
    url.searchParams.set(name, value)
  return url.href
}
