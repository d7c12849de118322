import { playsOfDay, scrobbleRequests } from '../../core/limits.ts'
import type { LimitState } from '../../lib/rateLimit.ts'
import type { Scrobbler } from '../credentials.ts'
import type { ProtocolDeps } from './answer.ts'

export const countRequest = (
  { limit }: Pick<ProtocolDeps, 'limit'>,
  { network }: { network: string },
  scrobbler: Scrobbler | null,
): Promise<LimitState> => limit(scrobbleRequests).tryTake(scrobbler ? `user:${scrobbler.id}` : network)

/** Counts the plays of a request. Returns false if a user sends more in a day than anybody can play. */
export async function countPlays(
  { limit }: Pick<ProtocolDeps, 'limit'>,
  { id }: Scrobbler,
  count: number,
): Promise<boolean> {
  const state = await limit(playsOfDay).tryTake(`user:${id}`, count)
  return !state.isRefused
}
