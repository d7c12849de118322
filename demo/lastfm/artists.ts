import { artists, findArtist } from '../catalog/catalog.ts'
import { match } from '../catalog/fold.ts'
import type { Call } from './methods.ts'
import { missingParameter, pageOf, searchFrame } from './paging.ts'
import { failure, images, siteName, siteUrl, star, tagList, texts, type WireResponse } from './wire.ts'

/** artist.search: like album.search, but with listeners, and with a star as every picture. */
export function searchArtists({ params, base }: Call): WireResponse {
  const query = params.artist?.trim()
  if (!query) return missingParameter
  const page = pageOf(
    match(
      artists,
      query,
      ({ name }) => name,
      ({ aliases }) => aliases.join(' '),
    ),
    params,
    30,
  )
  if (!page.items) return page
  const rows = page.items.map((artist) => ({
    name: artist.name,
    listeners: String(artist.listeners),
    mbid: artist.mbid ?? '',
    url: siteUrl(artist.name),
    streamable: '0',
    image: images(base, star, 4),
  }))
  return searchFrame(query, page, { artistmatches: { artist: rows } })
}

/** chart.gettopartists, with the mega image. */
export function topArtists({ params, base }: Call): WireResponse {
  const page = pageOf(artists, params, 50)
  if (!page.items) return page
  const artist = page.items.map((row) => ({
    name: row.name,
    playcount: String(row.playcount),
    listeners: String(row.listeners),
    mbid: row.mbid ?? '',
    url: siteUrl(row.name),
    streamable: '0',
    image: images(base, star, 5),
  }))
  return { status: 200, body: { artists: { artist, '@attr': page.attributes } } }
}

/** An unknown name without correction gets a record built from the request. */
function ghost(name: string, base: string): WireResponse {
  const url = `https://www.last.fm/music/+noredirect/${siteName(name)}`
  return {
    status: 200,
    body: {
      artist: {
        name,
        url,
        image: images(base, null, 4),
        streamable: '0',
        ontour: '0',
        stats: { listeners: '3', playcount: '5' },
        similar: { artist: [] },
        tags: '',
        bio: bio('', url, ''),
      },
    },
  }
}

const bio = (text: string, url: string, published: string) => ({
  links: { link: { '#text': '', rel: 'original', href: `${url.replace('www.', '')}/+wiki` } },
  ...texts(text, url, published, false),
})

/** Decodes a name a second time, which only this method does: '+' becomes a space, '%2B' becomes '+'. */
function decodeAgain(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** artist.getinfo: decodes the name twice, and returns six images and five similar artists. */
export function artistInfo({ params, base }: Call): WireResponse {
  const requestedName = params.artist ?? ''
  const name = decodeAgain(requestedName).trim()
  if (!name && !params.mbid) return missingParameter
  const artist = params.mbid
    ? artists.find(({ mbid }) => mbid === params.mbid)
    : findArtist(name, params.autocorrect === '1')
  if (!artist && name && (params.autocorrect !== '1' || requestedName.includes('+'))) return ghost(name, base)
  if (!artist) return failure(6, 'The artist you supplied could not be found', 200)
  const url = siteUrl(artist.name)
  return {
    status: 200,
    body: {
      artist: {
        name: artist.name,
        ...(artist.mbid && { mbid: artist.mbid }),
        url,
        image: images(base, star, 6),
        streamable: '0',
        ontour: artist.onTour ? '1' : '0',
        stats: { listeners: String(artist.listeners), playcount: String(artist.playcount) },
        similar: {
          artist: artist.similar.map((other) => ({
            name: other,
            url: siteUrl(other),
            image: images(base, star, 6),
          })),
        },
        tags: tagList(artist.tags),
        bio: bio(artist.bio, url, artist.published),
      },
    },
  }
}
