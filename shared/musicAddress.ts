import { readSegment } from './address.ts'
import type { Names } from './albumNames.ts'
import { parseUrl } from './parseUrl.ts'

// Reads addresses of music services without asking them.

export type MusicAddress =
  /** both names are in the address */
  | { names: Names }
  /** words to search for: part of a name, or a song */
  | { words: string }
  | { spotify: { kind: 'album' | 'track'; id: string } }
  | { musicbrainz: { kind: 'release' | 'release-group'; id: string } }

type Read = (segments: string[], host: string) => MusicAddress | null

const MBID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** 'the-knife' → 'the knife' */
const wordsOf = (slug: string) => slug.replaceAll('-', ' ').trim()

/** /music/{artist}/{album}, after a language if there is one. Names with signs are encoded twice. */
function readLastfm(raw: string[]): MusicAddress | null {
  const start = raw.indexOf('music') + 1
  if (start === 0 || start > 2) return null
  const [artist, album, track] = raw
    .slice(start)
    // '+noredirect' precedes the names, '+wiki' and others follow them.
    .filter((segment) => !/^\+[a-z]/.test(segment))
    .map((segment) => readSegment(readSegment(segment.replaceAll('+', ' '))))
  if (!artist) return null
  if (!album) return { words: artist }
  if (album === '_') return { words: `${artist} ${track ?? ''}`.trim() }
  return track ? { words: `${artist} ${album}` } : { names: { artist, title: album } }
}

function readSpotify(segments: string[]): MusicAddress | null {
  const [kind, id = ''] = segments.slice(/^(intl-[a-z-]+|embed)$/i.test(segments[0] ?? '') ? 1 : 0)
  const isKnown = kind === 'album' || kind === 'track'
  return isKnown && /^[0-9A-Za-z]{22}$/.test(id) ? { spotify: { kind, id } } : null
}

function readMusicBrainz([kind, id = '']: string[]): MusicAddress | null {
  const isKnown = kind === 'release' || kind === 'release-group'
  return isKnown && MBID.test(id) ? { musicbrainz: { kind, id: id.toLowerCase() } } : null
}

/** /{country}/album/{slug}/{id}; the slug can be missing. A slug of digits is a title, such as '1989'. */
function readApple([, kind, slug, id]: string[]): MusicAddress | null {
  if ((kind !== 'album' && kind !== 'song') || !slug) return null
  const isId = id === undefined && /^\d+$/.test(slug)
  return isId ? null : { words: wordsOf(readSegment(slug)) }
}

function readBandcamp([kind, slug]: string[], host: string): MusicAddress | null {
  const artist = wordsOf(host.slice(0, host.indexOf('.')))
  if (!slug) return null
  const title = wordsOf(readSegment(slug))
  if (kind === 'album') return { names: { artist, title } }
  return kind === 'track' ? { words: `${artist} ${title}` } : null
}

const LASTFM = /^(www\.)?last\.fm$/
const hosts: [host: RegExp, read: Read][] = [
  [LASTFM, readLastfm],
  [/^open\.spotify\.com$/, readSpotify],
  [/^(www\.|beta\.)?musicbrainz\.org$/, readMusicBrainz],
  [/^(geo\.)?music\.apple\.com$/, readApple],
  [/^[a-z0-9-]+\.bandcamp\.com$/, readBandcamp],
]

/** True for addresses that name everything: the text beside them is not read, because a song can have the name of another album. */
export const isLastfm = (address: string): boolean => LASTFM.test(parseUrl(address)?.hostname ?? '')

/** Null for other sites, and for pages that show no album and no song. */
export function readAddress(address: string): MusicAddress | null {
  const url = parseUrl(address)
  if (!url) return null
  const { hostname, pathname } = url
  const read = hosts.find(([host]) => host.test(hostname))?.[1]
  return read?.(pathname.split('/').filter(Boolean), hostname) ?? null
}
