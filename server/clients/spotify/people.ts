import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bulkhead } from 'cockatiel'
import { spotifyScopes } from '../../../shared/spotify.ts'
import { UpstreamError, type Log } from '../../lib/http.ts'
import { AppRefused, exchange, RateLimited, urlOf } from './exchange.ts'
import type { AskGrant, Grant } from './grants.ts'
import type { Rest } from './rest.ts'

export type People = {
  authorizeUrl: (way: { state: string; verifier: string; redirectUri: string }) => string
  /** @throws GrantOver; AppRefused; UpstreamError */
  redeem: (way: { code: string; verifier: string; redirectUri: string }) => Promise<Grant>
  /** @throws GrantOver; AppRefused; UpstreamError */
  renew: (refreshToken: string) => Promise<Grant>
  /** @throws Resting; AppRefused; UpstreamError, with `code` 401 for an expired token */
  get: (token: string, path: string, query: Record<string, string>, signal?: AbortSignal) => Promise<unknown>
  restsUntil: Rest['until']
}

/** The service's rate limit lasts longer than a caller would wait. */
export class Resting extends UpstreamError {
  readonly until: Date

  constructor(until: Date) {
    super('refused', 'Spotify wants no calls for a while')
    this.until = until
  }
}

/** In milliseconds. A page of saved albums contains every track of each album and loads slowly. */
const PATIENCE = 30_000
const MOST_BYTES = 10 * 1024 * 1024
const LONGEST_WAIT = 10_000
const WAITS = 3

type PeopleOptions = {
  accountsBase: string
  apiBase: string
  clientId: string
  askGrant: AskGrant
  rest: Rest
  log: Log
  pauses: readonly number[]
}

export function makePeople(options: PeopleOptions): People {
  const { apiBase, askGrant, rest, log, pauses } = options
  // Limits the memory for pages in flight, no matter how many users sync at once.
  const fewAtOnce = bulkhead(4, 1_000)

  async function refuseWhileResting(): Promise<void> {
    const until = await rest.until()
    if (until) throw new Resting(until)
  }

  /** Stores a requested pause, and logs a refused app. Returns the error to throw. */
  async function errorFor(error: unknown): Promise<unknown> {
    if (error instanceof AppRefused)
      log.error(
        { err: error },
        'Spotify rejects this app or one of its users: check the app in Spotify’s dashboard',
      )
    if (!(error instanceof RateLimited)) return error
    await rest.take(error.restFor)
    return new Resting((await rest.until()) ?? new Date())
  }

  async function ask(form: Record<string, string>): Promise<Grant> {
    await refuseWhileResting()
    try {
      return await askGrant(form)
    } catch (error) {
      throw await errorFor(error)
    }
  }

  return {
    authorizeUrl: (way) => authorizeUrl(options, way),
    redeem: ({ code, verifier, redirectUri }) =>
      ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    renew: (refreshToken) => ask({ grant_type: 'refresh_token', refresh_token: refreshToken }),

    async get(token, path, query, signal) {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
      const init = { headers, mostBytes: MOST_BYTES, ...(signal && { signal }) }
      for (let tries = 0; ; tries++) {
        await refuseWhileResting()
        try {
          return await fewAtOnce.execute(() => exchange(urlOf(apiBase, path, query), PATIENCE, init))
        } catch (error) {
          const pause = pauseAfter(error, tries, pauses)
          if (pause === null) throw await errorFor(error)
          await sleep(pause, undefined, { signal })
        }
      }
    },

    restsUntil: rest.until,
  }
}

/** Returns milliseconds; null if there must be no retry. */
function pauseAfter(error: unknown, tries: number, pauses: readonly number[]): number | null {
  if (error instanceof RateLimited)
    return error.restFor <= LONGEST_WAIT && tries < WAITS ? error.restFor : null
  const isTemporary = error instanceof UpstreamError && error.failure !== 'refused'
  return isTemporary ? (pauses[tries] ?? null) : null
}

const authorizeUrl = (
  { accountsBase, clientId }: Pick<PeopleOptions, 'accountsBase' | 'clientId'>,
  { state, verifier, redirectUri }: Parameters<People['authorizeUrl']>[0],
): string =>
  urlOf(accountsBase, '/authorize', {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: spotifyScopes.join(' '),
    show_dialog: 'true',
    state,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }).href
