import { createHash } from 'node:crypto'
import { unavailable } from '../../lib/errors.ts'
import { makeGuard, UpstreamError, type CallMeter, type Log } from '../../lib/http.ts'
import type { Redis } from '../../lib/redis.ts'
import { SPOTIFY_SPACING, makePace, type Pace } from '../pace.ts'
import { albumIn, type NamedAlbum } from './album.ts'
import { AppRefused, exchange, RateLimited, urlOf } from './exchange.ts'
import { makeGrants } from './grants.ts'
import { makePeople, type People } from './people.ts'
import { pictureIn } from './picture.ts'
import { makeRest } from './rest.ts'
import { makeAppToken, type AppToken } from './token.ts'

export type Spotify = {
  /** About 300 pixels wide; null if there is none. @throws unavailable */
  artistPicture: (artist: string) => Promise<string | null>
  /** The names of an album, or of the album of a track; null without an artist. @throws unavailable, also if there is no such thing */
  albumOf: (thing: { kind: 'album' | 'track'; id: string }) => Promise<NamedAlbum | null>
  people: People
}

/** In milliseconds. The service publishes no limits; a page of artists needs only a few calls. */
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

type SpotifyOptions = {
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
}

export function makeSpotify(options: SpotifyOptions): Spotify {
  const { accountsBase, apiBase, clientId, clientSecret, redis, prefix, log, now } = options
  const timing = { ...usual, ...options.timing }
  const account = createHash('sha256').update(`${apiBase} ${clientId}`).digest('hex').slice(0, 12)
  const keyOf = (part: string) => `${prefix}spotify:${part}:${account}`
  const askGrant = makeGrants({ accountsBase, clientId, clientSecret, timeout: timing.timeout, now })
  const rest = makeRest({ redis, key: keyOf('rest'), log, now })
  const { spacing, longestWait: longest } = timing
  const pace = makePace({ redis, log, key: keyOf('pace'), spacing, longest })
  const token = makeAppToken({ askGrant, now })
  const get = makeAppCalls({ ...options, timing, pace, token })
  return {
    people: makePeople({ accountsBase, apiBase, clientId, askGrant, rest, log, pauses: timing.pauses }),
    async artistPicture(artist) {
      if (artist.length > LONGEST_NAME) return null
      // 10 is the service's maximum; 11 is an error.
      const query = { q: artist, type: 'artist', limit: '10' }
      return await get('/search', query, (body) => pictureIn(body, artist))
    },
    albumOf: ({ kind, id }) => get(`/${kind}s/${id}`, {}, albumIn),
  }
}

type AppCallOptions = Pick<SpotifyOptions, 'apiBase' | 'log' | 'meter'> & {
  timing: SpotifyTiming
  pace: Pace
  token: AppToken
}

/** GETs with the app's own token. @throws unavailable if the service cannot be called or sends no usable response */
function makeAppCalls({ apiBase, log, meter, timing, pace, token }: AppCallOptions) {
  const guard = makeGuard({
    name: 'Spotify',
    log,
    concurrent: 3,
    queue: Math.ceil(timing.longestWait / timing.spacing),
    retryAfter: timing.retryAfter,
    reopen: timing.reopen,
    meter,
  })
  let isRefused = false

  async function call(url: URL, isRepeated = false): Promise<unknown> {
    await pace.turn()
    const bearer = await token.get()
    try {
      const headers = { accept: 'application/json', authorization: `Bearer ${bearer}` }
      return await exchange(url, timing.timeout, { headers })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.code === FORBIDDEN) throw new AppRefused(error)
      if (error.code !== UNAUTHORIZED || isRepeated) throw error
      token.forget(bearer)
      return await call(url, true)
    }
  }

  async function restAfter(error: unknown) {
    if (error instanceof RateLimited) await pace.rest(error.restFor)
    if (!(error instanceof AppRefused)) return
    await pace.rest(timing.restAfterRefusal)
    const problem = 'Spotify rejects this app: check SPOTIFY_CLIENT_ID and its owner. Calls have stopped.'
    if (!isRefused) log.error({ err: error }, problem)
    isRefused = true
  }

  return async <T>(path: string, query: Record<string, string>, parse: (body: unknown) => T): Promise<T> => {
    try {
      return await guard(async () => {
        try {
          const parsed = parse(await call(urlOf(apiBase, path, query)))
          isRefused = false
          return parsed
        } catch (error) {
          await restAfter(error)
          throw error
        }
      })
    } catch (error) {
      const level = error instanceof UpstreamError ? 'warn' : 'debug'
      log[level]({ err: error }, 'Spotify gave no usable answer')
      throw unavailable('catalog.unavailable', error)
    }
  }
}
