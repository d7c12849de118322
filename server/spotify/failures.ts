import type { Spotify } from '../clients/spotify/client.ts'
import { AppRefused } from '../clients/spotify/exchange.ts'
import { Resting } from '../clients/spotify/people.ts'
import type { Deps } from '../core/deps.ts'
import { DomainError, notFound, tooMany, unavailable } from '../lib/errors.ts'
import { UpstreamError } from '../lib/http.ts'

export function getSpotify({ spotify }: Pick<Deps, 'spotify'>): Spotify {
  if (!spotify) throw notFound('spotify.notSetUp')
  return spotify
}

export const notConnected = () => notFound('spotify.notConnected')

export function asksToWait(until: Date, now: Date): DomainError {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000))
  return tooMany('spotify.asksToWait', minutes, { retryAfter: minutes * 60 })
}

export function toUserError(error: unknown, now: Date): DomainError | null {
  if (error instanceof DomainError) return error
  if (error instanceof Resting) return asksToWait(error.until, now)
  if (error instanceof AppRefused) return unavailable('spotify.refused', error)
  const isFar = error instanceof UpstreamError && error.failure === 'unreachable'
  return isFar ? unavailable('spotify.unreachable', error) : null
}

/** True if the user or the service does not allow the call, although the tokens are valid. */
export const isForbidden = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && !(error instanceof AppRefused) && error.code === 403
