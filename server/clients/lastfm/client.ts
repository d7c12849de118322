import { createHash } from 'node:crypto'
import type { AlbumDetails, AlbumPage } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import { messages } from '../../../shared/messages.ts'
import { notFound, unavailable } from '../../lib/errors.ts'
import { getText, makeGuard, UpstreamError, type Log } from '../../lib/http.ts'
import { makePace } from '../../lib/pace.ts'
import type { Redis } from '../../lib/redis.ts'
import { isAnswerTo } from './match.ts'
import {
  isAboutTheKey,
  isName,
  isNotFound,
  parseAlbum,
  parseSearch,
  parseTopAlbums,
  RATE_LIMIT,
  readBody,
} from './parse.ts'

/**
 * The music metadata service. Every call throws `unavailable` when the service cannot be asked or gives no
 * usable answer; nothing is cached here.
 */
export type Lastfm = {
  /** A page (from 1) of albums whose names match; empty when there are none. */
  searchAlbums: (query: string, page: number) => Promise<AlbumPage>
  /** A page (from 1) of the most popular albums; empty past the end. */
  topAlbums: (page: number) => Promise<AlbumPage>
  /** An album under its canonical names, which may differ from the asked ones; throws `notFound`. */
  album: (artist: string, album: string) => Promise<AlbumDetails>
}

/** In milliseconds. The spacing leaves room for late timers: never more than 4 calls within a second. */
const usual = {
  timeout: 5_000,
  spacing: 275,
  longestWait: 4_000,
  retryAfter: 300,
  reopen: 1_000,
  restAfterRateLimit: 30_000,
  restAfterRefusedKey: 10 * 60_000,
}

const headers = { accept: 'application/json', 'user-agent': 'Plak/0.1 (album diary; server)' }

/** The client of the real service or of a stand-in at `base`; `prefix` begins its keys in Redis. */
export function makeLastfm(options: {
  base: string
  apiKey: string
  redis: Redis
  log: Log
  prefix: string
  timing?: Partial<typeof usual>
}): Lastfm {
  const { base, apiKey, redis, log, prefix } = options
  const timing = { ...usual, ...options.timing }
  // The budget is the key's: a rest that a wrong key brought about does not outlive it.
  const account = createHash('sha256').update(`${base} ${apiKey}`).digest('hex').slice(0, 12)
  const pace = makePace({
    redis,
    log,
    key: `${prefix}lastfm:pace:${account}`,
    spacing: timing.spacing,
    longest: timing.longestWait,
  })
  const guarded = makeGuard({
    name: 'Last.fm',
    log,
    concurrent: 2,
    queue: Math.ceil(timing.longestWait / timing.spacing),
    retryAfter: timing.retryAfter,
    reopen: timing.reopen,
  })
  let keyRefused = false

  async function call<T>(params: Record<string, string>, parse: (body: unknown) => T): Promise<T> {
    const url = new URL(base)
    url.search = new URLSearchParams({ ...params, api_key: apiKey, format: 'json' }).toString()
    await pace.turn()
    const parsed = parse(readBody(await getText(url, timing.timeout, headers)))
    keyRefused = false
    return parsed
  }

  async function rest(code: number | undefined) {
    if (code === RATE_LIMIT) await pace.rest(timing.restAfterRateLimit)
    if (!isAboutTheKey(code)) return
    await pace.rest(timing.restAfterRefusedKey)
    if (!keyRefused) log.error({ code }, 'Last.fm refuses LASTFM_API_KEY: check the key. Calls have stopped.')
    keyRefused = true
  }

  /** The parsed answer, or null when the service says that there is no such thing. */
  async function ask<T>(params: Record<string, string>, parse: (body: unknown) => T): Promise<T | null> {
    // Without a key the service answers 'not found', which is no truth about anything.
    if (apiKey.trim() === '') throw unavailable(messages.catalog.unavailable, new Error('LASTFM_API_KEY is empty'))
    try {
      return await guarded(async () => {
        try {
          return await call(params, parse)
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
          if (isNotFound(error)) return null
          await rest(error.code)
          throw error
        }
      })
    } catch (error) {
      // A call that failed is worth a line; one that was never made would only fill the log.
      const level = error instanceof UpstreamError ? 'warn' : 'debug'
      log[level]({ err: error, method: params.method }, 'Last.fm gave no usable answer')
      throw unavailable(messages.catalog.unavailable, error)
    }
  }

  const nothing = (page: number): AlbumPage => ({ albums: [], page, hasNext: false })

  return {
    async searchAlbums(query, page) {
      const params = { method: 'album.search', album: query, limit: `${limits.searchPage}`, page: `${page}` }
      return (await ask(params, (body) => parseSearch(body, page))) ?? nothing(page)
    },

    async topAlbums(page) {
      const limit = `${limits.discoverPage}`
      const params = { method: 'tag.gettopalbums', tag: 'all', limit, page: `${page}` }
      return (await ask(params, (body) => parseTopAlbums(body, page))) ?? nothing(page)
    },

    async album(artist, album) {
      if (!isName(artist) || !isName(album)) throw notFound(messages.catalog.albumNotFound)
      const found = await ask({ method: 'album.getInfo', artist, album, autocorrect: '1' }, (body) => {
        const answer = parseAlbum(body)
        if (isAnswerTo({ artist, album }, answer)) return answer
        const given = `'${answer.name}' by '${answer.artist}'`
        throw new UpstreamError('refused', `Asked for '${album}' by '${artist}', Last.fm answered ${given}`)
      })
      if (!found) throw notFound(messages.catalog.albumNotFound)
      return found
    },
  }
}
