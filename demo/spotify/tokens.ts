import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { grantKey, type SpotifyState } from './state.ts'

/** An app's own token has no user. */
export type Grant = {
  client: string
  person: string | null
  scopes: string[]
  /** when the user agreed (epoch milliseconds): refreshing does not change it */
  authorizedAt: number
  removals: number
  ends: number
}

const ACCESS_SECONDS = 3_600
const REFRESH_MONTHS = 6

// Tokens contain their grant with a signature, so that a restarted
// demo still accepts them. The data behind them needs no real secret.
const seal = (text: string) =>
  createHmac('sha256', 'the stand-in keeps no secrets').update(text).digest('base64url').slice(0, 27)

function write(prefix: 'BQ' | 'AQ', grant: Grant): string {
  const text = Buffer.from(JSON.stringify({ ...grant, nonce: randomBytes(6).toString('hex') })).toString(
    'base64url',
  )
  return `${prefix}${text}.${seal(prefix + text)}`
}

function read(prefix: 'BQ' | 'AQ', token: string): Grant | null {
  const [text, signature] = token.startsWith(prefix) ? token.slice(2).split('.') : []
  if (!text || !signature) return null
  const [expected, actual] = [Buffer.from(seal(prefix + text)), Buffer.from(signature)]
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Grant
}

const isRemoved = (state: SpotifyState, { person, client, removals }: Grant) =>
  person !== null && removals < (state.removals.get(grantKey(person, client)) ?? 0)

export type Agreement = Pick<Grant, 'client' | 'person' | 'scopes' | 'authorizedAt' | 'removals'>

export const tokenBody = (agreement: Agreement, now: number) => ({
  access_token: write('BQ', { ...agreement, ends: now + ACCESS_SECONDS * 1_000 }),
  token_type: 'Bearer',
  expires_in: ACCESS_SECONDS,
  // In another order than requested.
  ...(agreement.person !== null && { scope: agreement.scopes.toReversed().join(' ') }),
})

/** Returns the last day of a month that is too short for the same day. */
function monthsLater(from: number, months: number): number {
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + months)
  if (end.getUTCDate() !== new Date(from).getUTCDate()) end.setUTCDate(0)
  return end.getTime()
}

export function refreshToken(agreement: Agreement): string {
  return write('AQ', { ...agreement, ends: monthsLater(agreement.authorizedAt, REFRESH_MONTHS) })
}

/** null if the token is invalid, expired or revoked */
export function readAccess(state: SpotifyState, token: string, now: number): Grant | null {
  const grant = read('BQ', token)
  return grant && grant.ends > now && !isRemoved(state, grant) ? grant : null
}

/** Returns the grant of a refresh token, or the service's error text. */
export function readRefresh(state: SpotifyState, token: string, now: number): Grant | string {
  const grant = read('AQ', token)
  if (!grant) return 'Invalid refresh token'
  const isDead = grant.ends <= now || isRemoved(state, grant) || state.replaced.has(token)
  return isDead ? 'Refresh token revoked' : grant
}
