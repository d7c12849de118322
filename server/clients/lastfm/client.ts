import { createHash } from 'node:crypto'
import { LAST_PAGE, type AlbumCard, type AlbumPage, type ArtistPage } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import { notFound, unavailable } from '../../lib/errors.ts'
import { fetchText, UpstreamError, type CallMeter, type Log } from '../../lib/http.ts'
import type { Redis } from '../../lib/redis.ts'
import { LASTFM_SPACING, makePace, type Clock } from '../pace.ts'
import { parseAlbum, type AlbumInfo, parseArtistAlbums, parseSearch, parseTopAlbums } from './albums.ts'
import { isAboutTheKey, isNotFound, RATE_LIMIT, readBody } from './answer.ts'
import { parseArtist, parseArtistSearch, parseTopArtists, type ArtistInfo } from './artists.ts'
import { isName } from './fields.ts'
import { isAnswerTo, isRequestedArtist } from './match.ts'
import { makeRooms } from './rooms.ts'

/**
 * The music metadata service. Every call throws `unavailable` if the service cannot be called or sends no usable response. The
 * client caches nothing.
 */
type Lastfm = {
  /** A page (from 1) of albums whose names match; empty when there are none. */
  searchAlbums: (query: string, page: number) => Promise<AlbumPage>
  /** A page (from 1) of the most popular albums; empty past the end. */
  topAlbums: (page: number) => Promise<AlbumPage>
  /** Returns an album under its canonical names, which can differ from the requested ones; throws `notFound`. */
  album: (artist: string, album: string) => Promise<AlbumInfo>
  /** A page (from 1) of artists whose names match; empty when there are none. */
  searchArtists: (query: string, page: number) => Promise<ArtistPage>
  /** A page (from 1) of the most heard artists; empty past the end. */
  topArtists: (page: number) => Promise<ArtistPage>
  /** Returns an artist under the canonical name, which can differ from the requested one; throws `notFound`. */
  artist: (name: string) => Promise<ArtistInfo>
  /** The most popular albums of an artist, at most 50, with the artist's canonical name; throws `notFound`. */
  artistAlbums: (name: string) => Promise<{ artist: string; albums: AlbumCard[] }>
}

/** The client for people, and its variants for visitors and for imports, whose calls have lower priority (rooms.ts). */
export type LastfmForAll = Lastfm & { forVisitors: LastfmForAll; forImports: LastfmForAll }

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

const headers = { accept: 'application/json', 'user-agent': 'Plak/0.1 (album diary; server)' }

/** Creates a client of the service, or of a stand-in, at `base`; `prefix` is the prefix of its keys in Redis. */
export function makeLastfm(options: {
  base: string
  apiKey: string
  redis: Redis
  log: Log
  prefix: string
  timing?: Partial<LastfmTiming>
  meter?: CallMeter
  /** clock of the pace, for tests */
  clock?: Clock
}): LastfmForAll {
  const { base, apiKey, redis, log, prefix, clock, meter } = options
  const timing = { ...usual, ...options.timing }
  // The rate limit belongs to the API key: a pause caused by a wrong key must not affect its successor.
  const account = createHash('sha256').update(`${base} ${apiKey}`).digest('hex').slice(0, 12)
  const pace = makePace({
    redis,
    log,
    key: `${prefix}lastfm:pace:${account}`,
    spacing: timing.spacing,
    longest: timing.longestWait,
    ...(clock && { clock }),
  })
  const rooms = makeRooms({ log, timing, meter })
  let keyRefused = false

  /** Returns the methods for people, for visitors or for imports. */
  function methods(room: keyof typeof rooms): Lastfm {
    const { longestWait, enter } = rooms[room]

    async function call<T>(params: Record<string, string>, parse: (body: unknown) => T): Promise<T> {
      const url = new URL(base)
      url.search = new URLSearchParams({ ...params, api_key: apiKey, format: 'json' }).toString()
      await pace.turn(longestWait)
      const parsed = parse(readBody(await fetchText(url, timing.timeout, { headers })))
      keyRefused = false
      return parsed
    }

    async function rest(code: number | undefined) {
      if (code === RATE_LIMIT) await pace.rest(timing.restAfterRateLimit)
      if (!isAboutTheKey(code)) return
      await pace.rest(timing.restAfterRefusedKey)
      if (!keyRefused)
        log.error({ code }, 'Last.fm refuses LASTFM_API_KEY: check the key. Calls have stopped.')
      keyRefused = true
    }

    /** Returns the parsed response, or null if the service reports that no such thing exists. */
    async function ask<T>(params: Record<string, string>, parse: (body: unknown) => T): Promise<T | null> {
      // Without a key the service responds 'not found' to everything.
      if (apiKey.trim() === '') throw unavailable('catalog.unavailable', new Error('LASTFM_API_KEY is empty'))
      try {
        return await enter(async () => {
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
        // Failed calls are warnings; calls that were never sent would only fill the log.
        const level = error instanceof UpstreamError ? 'warn' : 'debug'
        log[level]({ err: error, method: params.method }, 'Last.fm gave no usable answer')
        throw unavailable('catalog.unavailable', error)
      }
    }

    /** Returns a page of a list; empty beyond the last page that a pager can reach. */
    async function askPage<P>(
      params: Record<string, string>,
      page: number,
      empty: P,
      parse: (body: unknown, page: number) => P,
    ) {
      if (page > LAST_PAGE) return empty
      return (await ask({ ...params, page: `${page}` }, (body) => parse(body, page))) ?? empty
    }

    /**
     * Requests an artist, and accepts only a response about that artist. The service's methods decode a name twice (the list of
     * albums possibly once), which turns a '+' into a space. So the name is sent first in a form that survives this, then
     * unchanged.
     */
    async function askArtist<T>(
      requested: string,
      params: Record<string, string>,
      parse: (body: unknown) => T,
      isAbout: (answer: T) => boolean,
    ): Promise<T> {
      if (!isName(requested)) throw notFound('catalog.artistNotFound')
      let mistaken = false
      for (const artist of new Set([requested.replaceAll('+', '%2B'), requested])) {
        const answer = await ask({ ...params, artist, autocorrect: '1' }, parse)
        if (answer !== null && isAbout(answer)) return answer
        mistaken ||= answer !== null
      }
      if (!mistaken) throw notFound('catalog.artistNotFound')
      log.warn({ requested, method: params.method }, 'Last.fm answered about another artist')
      throw unavailable('catalog.unavailable')
    }

    const noAlbums = (page: number): AlbumPage => ({ albums: [], page, hasNext: false })
    const noArtists = (page: number): ArtistPage => ({ artists: [], page, hasNext: false })

    return {
      searchAlbums(query, page) {
        const params = { method: 'album.search', album: query, limit: `${limits.searchPage}` }
        return askPage(params, page, noAlbums(page), parseSearch)
      },

      topAlbums(page) {
        const params = { method: 'tag.gettopalbums', tag: 'all', limit: `${limits.discoverPage}` }
        return askPage(params, page, noAlbums(page), parseTopAlbums)
      },

      async album(artist, album) {
        if (!isName(artist) || !isName(album)) throw notFound('catalog.albumNotFound')
        const found = await ask({ method: 'album.getInfo', artist, album, autocorrect: '1' }, (body) => {
          const answer = parseAlbum(body)
          if (isAnswerTo({ artist, album }, answer)) return answer
          const given = `'${answer.name}' by '${answer.artist}'`
          throw new UpstreamError(
            'refused',
            `Requested for '${album}' by '${artist}', Last.fm answered ${given}`,
          )
        })
        if (!found) throw notFound('catalog.albumNotFound')
        return found
      },

      searchArtists(query, page) {
        const params = { method: 'artist.search', artist: query, limit: `${limits.searchPage}` }
        return askPage(params, page, noArtists(page), parseArtistSearch)
      },

      topArtists(page) {
        const params = { method: 'chart.gettopartists', limit: `${limits.discoverPage}` }
        return askPage(params, page, noArtists(page), parseTopArtists)
      },

      artist: (name) =>
        askArtist(name, { method: 'artist.getinfo' }, parseArtist, (answer) =>
          isRequestedArtist(name, answer),
        ),

      async artistAlbums(name) {
        // With 100, the natural limit, the service has a bug: it omits rows.
        const params = { method: 'artist.gettopalbums', limit: '50' }
        const isAbout = ({ artist }: { artist: string | null }) =>
          isRequestedArtist(name, { name: artist ?? name, url: null })
        const { artist, albums } = await askArtist(
          name,
          params,
          (body) => parseArtistAlbums(body, name),
          isAbout,
        )
        return { artist: artist ?? name, albums }
      },
    }
  }

  const people = methods('people') as LastfmForAll
  const others = {
    forVisitors: methods('visitors') as LastfmForAll,
    forImports: methods('imports') as LastfmForAll,
  }
  for (const each of [people, ...Object.values(others)]) Object.assign(each, others)
  return people
}
