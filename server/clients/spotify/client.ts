import { createHash } from 'node:crypto'
import { unavailable } from '../../lib/errors.ts'
import { makeGuard, UpstreamError, type CallMeter, type Log } from '../../lib/http.ts'
import type { Redis } from '../../lib/redis.ts'
import { SPOTIFY_SPACING, makePace } from '../pace.ts'
import { AppRefused, exchange, RateLimited } from './exchange.ts'
import { makeGrants } from './grants.ts'
import { makePeople, type People } from './people.ts'
import { pictureIn } from './picture.ts'
import { makeRest } from './rest.ts'
import { makeAppToken } from './token.ts'

/** Client of the streaming service. It caches nothing. */
export type Spotify = {
  /** Returns the URL of an artist's picture, about 300 pixels wide; null if there is none. Throws `unavailable`. */
  artistPicture: (artist: string) => Promise<string | null>
  /** calls on behalf of a user, with that user's tokens */
  people: People
}

/** In milliseconds. The service publishes no limits; a page of artists needs only a few calls, without hurry. */
const usual = {
  timeout: 4_000,
  spacing: SPOTIFY_SPACING,
  longestWait: 3_000,
  retryAfter: 300,
  reopen: 1_000,
  restAfterRefusal: 10 * 60_000,
  pauses: [1_000, 3_000],
}
export type SpotifyTiming = typeof usual

const UNAUTHORIZED = 401
const FORBIDDEN = 403
/** The service rejects longer search texts, and no artist has such a name. */
const LONGEST_NAME = 200

/** Creates a client of the service or of a stand-in; `prefix` is the prefix of its keys in Redis. */
export function makeSpotify(options: {
  accountsBase: string
  apiBase: string
  clientId: string
  clientSecret: string
  redis: Redis
  prefix: string
  log: Log
  now: () => Date
  timing?: Partial<SpotifyTiming>
  meter?: CallMeter
}): Spotify {
  const { accountsBase, apiBase, clientId, clientSecret, redis, prefix, log, now, meter } = options
  const timing = { ...usual, ...options.timing }
  const account = createHash('sha256').update(`${apiBase} ${clientId}`).digest('hex').slice(0, 12)
  const pace = makePace({
    redis,
    log,
    key: `${prefix}spotify:pace:${account}`,
    spacing: timing.spacing,
    longest: timing.longestWait,
  })
  const guarded = makeGuard({
    name: 'Spotify',
    log,
    concurrent: 3,
    queue: Math.ceil(timing.longestWait / timing.spacing),
    retryAfter: timing.retryAfter,
    reopen: timing.reopen,
    meter,
  })
  const askGrant = makeGrants({ accountsBase, clientId, clientSecret, timeout: timing.timeout, now })
  const token = makeAppToken({ askGrant, now })
  const rest = makeRest({ redis, key: `${prefix}spotify:rest:${account}`, log, now })
  let refused = false

  /** GETs with the app's token; a token that the service rejects is replaced once. */
  async function get(path: string, query: Record<string, string>, again = true): Promise<unknown> {
    await pace.turn()
    const bearer = await token.get()
    const url = new URL(`${apiBase.replace(/\/+$/, '')}${path}`)
    url.search = new URLSearchParams(query).toString()
    try {
      const headers = { accept: 'application/json', authorization: `Bearer ${bearer}` }
      return await exchange(url, timing.timeout, { headers })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.code === FORBIDDEN) throw new AppRefused(error)
      if (error.code !== UNAUTHORIZED || !again) throw error
      token.forget(bearer)
      return await get(path, query, false)
    }
  }

  async function restAfter(error: UpstreamError) {
    if (error instanceof RateLimited) return await pace.rest(error.restFor)
    if (!(error instanceof AppRefused)) return
    await pace.rest(timing.restAfterRefusal)
    if (!refused)
      log.error(
        { err: error },
        'Spotify refuses this app: check SPOTIFY_CLIENT_ID and its owner. Calls have stopped.',
      )
    refused = true
  }

  async function ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await guarded(async () => {
        try {
          const answer = await call()
          refused = false
          return answer
        } catch (error) {
          if (error instanceof UpstreamError) await restAfter(error)
          throw error
        }
      })
    } catch (error) {
      const level = error instanceof UpstreamError ? 'warn' : 'debug'
      log[level]({ err: error }, 'Spotify gave no usable answer')
      throw unavailable('catalog.unavailable', error)
    }
  }

  return {
    people: makePeople({ accountsBase, apiBase, clientId, askGrant, rest, log, pauses: timing.pauses }),
    // 10 is the service's maximum; 11 is an error.
    artistPicture: async (artist) =>
      artist.length > LONGEST_NAME
        ? null
        : ask(async () =>
            pictureIn(await get('/search', { q: artist, type: 'artist', limit: '10' }), artist),
          ),
  }
}
