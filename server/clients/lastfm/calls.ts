import { createHash } from 'node:crypto'
import { unavailable } from '../../lib/errors.ts'
import { fetchText, UpstreamError, type CallMeter, type Log } from '../../lib/http.ts'
import type { Redis } from '../../lib/redis.ts'
import { LASTFM_SPACING, makePace, type Clock } from '../pace.ts'
import { isAboutTheKey, isNotFound, RATE_LIMIT, readBody } from './answer.ts'
import { makeRooms, type Room } from './rooms.ts'

/** In milliseconds. */
const usual = {
  timeout: 5_000,
  spacing: LASTFM_SPACING,
  longestWait: 4_000,
  retryAfter: 300,
  retryFor: 8_000,
  reopen: 1_000,
  restAfterRateLimit: 30_000,
  restAfterRefusedKey: 10 * 60_000,
}
export type LastfmTiming = typeof usual

export type LastfmOptions = {
  base: string
  /** null if there is none, or if Last.fm is not the catalogue: then nothing is asked */
  apiKey: string | null
  redis: Redis
  log: Log
  prefix: string
  timing?: Partial<LastfmTiming>
  meter?: CallMeter
  clock?: Clock
}

export type Params = Record<string, string>

/** Returns null if the service reports that no such thing exists. @throws unavailable */
export type Ask = <T>(params: Params, parse: (body: unknown) => T) => Promise<T | null>

const headers = { accept: 'application/json', 'user-agent': 'Plak/0.1 (album diary; server)' }

/** The pace of all calls with this key. */
export const paceOfKey = (options: Pick<LastfmOptions, 'base' | 'apiKey' | 'redis' | 'log' | 'prefix'>) =>
  paceOf(options, usual)

function paceOf(
  {
    base,
    apiKey,
    redis,
    log,
    prefix,
    clock,
  }: Pick<LastfmOptions, 'base' | 'apiKey' | 'redis' | 'log' | 'prefix' | 'clock'>,
  timing: Pick<LastfmTiming, 'spacing' | 'longestWait'>,
) {
  // The rate limit belongs to the API key: a pause caused by a wrong key must not affect its successor.
  const account = createHash('sha256').update(`${base} ${apiKey}`).digest('hex').slice(0, 12)
  return makePace({
    redis,
    log,
    key: `${prefix}lastfm:pace:${account}`,
    spacing: timing.spacing,
    longest: timing.longestWait,
    ...(clock && { clock }),
  })
}

export function makeCalls(options: LastfmOptions): Record<'people' | 'visitors' | 'imports', Ask> {
  const { base, apiKey, log, meter } = options
  const timing = { ...usual, ...options.timing }
  const pace = paceOf(options, timing)
  let isKeyRefused = false

  async function call<T>(params: Params, longestWait: number, parse: (body: unknown) => T): Promise<T> {
    const url = new URL(base)
    url.search = new URLSearchParams({ ...params, api_key: apiKey ?? '', format: 'json' }).toString()
    await pace.turn(longestWait)
    const parsed = parse(readBody(await fetchText(url, timing.timeout, { headers })))
    isKeyRefused = false
    return parsed
  }

  async function rest(code: number | undefined) {
    if (code === RATE_LIMIT) await pace.rest(timing.restAfterRateLimit)
    if (!isAboutTheKey(code)) return
    await pace.rest(timing.restAfterRefusedKey)
    if (!isKeyRefused)
      log.error({ code }, 'Last.fm rejects LASTFM_API_KEY: check the key. Calls have stopped.')
    isKeyRefused = true
  }

  const askIn =
    ({ longestWait, enter }: Room): Ask =>
    async (params, parse) => {
      if (apiKey === null) throw unavailable('catalog.notSetUp')
      try {
        return await enter(async () => {
          try {
            return await call(params, longestWait, parse)
          } catch (error) {
            if (!(error instanceof UpstreamError)) throw error
            if (isNotFound(error)) return null
            await rest(error.code)
            throw error
          }
        })
      } catch (error) {
        // Failed calls are warnings; calls that were never sent would only fill the log.
        const level = error instanceof UpstreamError ? 'warn' : 'debug'
        log[level]({ err: error, method: params.method }, 'Last.fm gave no usable answer')
        throw unavailable('catalog.unavailable', error)
      }
    }

  const { people, visitors, imports } = makeRooms({ log, timing, meter })
  return { people: askIn(people), visitors: askIn(visitors), imports: askIn(imports) }
}
