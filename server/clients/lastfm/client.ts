import { LAST_PAGE, type AlbumRef } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import { notFound, unavailable } from '../../lib/errors.ts'
import { UpstreamError, type Log } from '../../lib/http.ts'
import type { Catalogue } from '../catalogue.ts'
import { parseAlbum, type AlbumInfo, parseArtistAlbums, parseSearch, parseTopAlbums } from './albums.ts'
import { parseArtist, parseArtistSearch, parseTopArtists } from './artists.ts'
import { makeCalls, type Ask, type LastfmOptions, type Params } from './calls.ts'
import { isName } from './fields.ts'
import { isAnswerTo, isRequestedArtist } from './match.ts'

type Methods = Omit<Catalogue, 'forVisitors' | 'forImports' | 'countedBy'>

/** The client caches nothing. Calls of visitors and imports have lower priority (rooms.ts). */
export function makeLastfm(options: LastfmOptions): Catalogue {
  const { people, visitors, imports } = makeCalls(options)
  const make = (ask: Ask): Catalogue => ({
    ...methods(ask, options.log),
    get forVisitors() {
      return forVisitors
    },
    get forImports() {
      return forImports
    },
    // The cache counts look-ups (server/catalog/budget.ts).
    countedBy() {
      return this
    },
  })
  const [forVisitors, forImports] = [make(visitors), make(imports)]
  return make(people)
}

function methods(ask: Ask, log: Log): Methods {
  const albumPage = (params: Params, page: number, parse: typeof parseSearch) =>
    askPage(ask, { params, page, parse, empty: { albums: [], page, hasNext: false } })
  const artistPage = (params: Params, page: number, parse: typeof parseArtistSearch) =>
    askPage(ask, { params, page, parse, empty: { artists: [], page, hasNext: false } })
  const [perSearch, perChart] = [`${limits.searchPage}`, `${limits.discoverPage}`]

  return {
    isOwn: false,
    searchAlbums: (query, page) =>
      albumPage({ method: 'album.search', album: query, limit: perSearch }, page, parseSearch),
    topAlbums: (page) =>
      albumPage({ method: 'tag.gettopalbums', tag: 'all', limit: perChart }, page, parseTopAlbums),
    album: (artist, album) => askAlbum(ask, { artist, album }),
    searchArtists: (query, page) =>
      artistPage({ method: 'artist.search', artist: query, limit: perSearch }, page, parseArtistSearch),
    topArtists: (page) =>
      artistPage({ method: 'chart.gettopartists', limit: perChart }, page, parseTopArtists),
    artist: (name) =>
      askArtist(ask, log, {
        name,
        params: { method: 'artist.getinfo' },
        parse: parseArtist,
        isAbout: (answer) => isRequestedArtist(name, answer),
      }),
    async artistAlbums(name) {
      const { artist, albums } = await askArtist(ask, log, {
        name,
        // With 100, the natural limit, the service has a bug: it omits rows.
        params: { method: 'artist.gettopalbums', limit: '50' },
        parse: (body) => parseArtistAlbums(body, name),
        isAbout: (answer) => isRequestedArtist(name, { name: answer.artist ?? name, url: null }),
      })
      return { artist: artist ?? name, albums }
    },
  }
}

async function askAlbum(ask: Ask, requested: AlbumRef): Promise<AlbumInfo> {
  const { artist, album } = requested
  if (!isName(artist) || !isName(album)) throw notFound('catalog.albumNotFound')
  const result = await ask({ method: 'album.getInfo', artist, album, autocorrect: '1' }, (body) => {
    const answer = parseAlbum(body)
    if (isAnswerTo(requested, answer)) return answer
    const names = `'${answer.name}' by '${answer.artist}'`
    throw new UpstreamError('refused', `Requested for '${album}' by '${artist}', Last.fm answered ${names}`)
  })
  if (!result) throw notFound('catalog.albumNotFound')
  return result
}

type PageRequest<Page> = {
  params: Params
  page: number
  parse: (body: unknown, page: number) => Page
  empty: Page
}

async function askPage<Page>(ask: Ask, { params, page, parse, empty }: PageRequest<Page>): Promise<Page> {
  if (page > LAST_PAGE) return empty
  return (await ask({ ...params, page: `${page}` }, (body) => parse(body, page))) ?? empty
}

type ArtistRequest<Answer> = {
  name: string
  params: Params
  parse: (body: unknown) => Answer
  isAbout: (answer: Answer) => boolean
}

/**
 * Accepts only a response about the requested artist. The service's methods decode a name twice (the list of albums possibly
 * once), which turns a '+' into a space. So the name is sent first in a form that survives this, then unchanged.
 */
async function askArtist<Answer>(
  ask: Ask,
  log: Log,
  { name, params, parse, isAbout }: ArtistRequest<Answer>,
): Promise<Answer> {
  if (!isName(name)) throw notFound('catalog.artistNotFound')
  let isMistaken = false
  for (const artist of new Set([name.replaceAll('+', '%2B'), name])) {
    const answer = await ask({ ...params, artist, autocorrect: '1' }, parse)
    if (answer !== null && isAbout(answer)) return answer
    isMistaken ||= answer !== null
  }
  if (!isMistaken) throw notFound('catalog.artistNotFound')
  log.warn({ requested: name, method: params.method }, 'Last.fm returned another artist')
  throw unavailable('catalog.unavailable')
}
