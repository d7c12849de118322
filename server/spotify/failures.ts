import type { Spotify } from '../clients/spotify/client.ts'
import { AppRefused } from '../clients/spotify/exchange.ts'
import { Resting } from '../clients/spotify/people.ts'
import type { Deps } from '../core/deps.ts'
import { DomainError, notFound, tooMany, unavailable } from '../lib/errors.ts'
import { UpstreamError } from '../lib/http.ts'

/** The client of the streaming service. @throws notFound where it is not set up */
export function getSpotify({ spotify }: Pick<Deps, 'spotify'>): Spotify {
  if (!spotify) throw notFound('spotify.notSetUp')
  return spotify
}

export const notConnected = () => notFound('spotify.notConnected')

/** That Spotify wants no calls until then, in words. */
export function asksToWait(until: Date, now: Date): DomainError {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000))
  return tooMany('spotify.asksToWait', minutes, { retryAfter: minutes * 60 })
}

/** What a failed call means to a person; null where there is nothing more to say than that it failed. */
export function saidOf(error: unknown, now: Date): DomainError | null {
  if (error instanceof DomainError) return error
  if (error instanceof Resting) return asksToWait(error.until, now)
  if (error instanceof AppRefused) return unavailable('spotify.refused', error)
  const isFar = error instanceof UpstreamError && error.failure === 'unreachable'
  return isFar ? unavailable('spotify.unreachable', error) : null
}

/** Whether a call failed because the person or the service does not allow it, while the tokens are valid. */
export const isForbidden = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && !(error instanceof AppRefused) && error.code === 403
