import { createHash } from 'node:crypto'
import { albumKey } from '../../shared/albumKey.ts'

type Track = { name: string; seconds: number | null; artist: string }

export type Album = {
  /** 32 hex digits, like the service's picture names */
  id: string
  key: string
  artist: string
  name: string
  year: number
  tags: string[]
  tracks: Track[]
  wiki: string | null
  published: string
  listeners: number
  playcount: number
  hasCover: boolean
  mbid: string | null
}

export type Artist = {
  name: string
  country: string
  tags: string[]
  aliases: string[]
  bio: string
  published: string
  similar: string[]
  onTour: boolean
  listeners: number
  playcount: number
  mbid: string | null
  albums: Album[]
}

const hash = (text: string) => createHash('md5').update(text).digest('hex')
const number = (text: string) => parseInt(hash(text).slice(0, 8), 16)
const split = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
const pad = (value: number) => String(value).padStart(2, '0')

/** Every ninth thing has none, as in real responses. */
function mbid(text: string): string | null {
  const hex = hash(`mbid:${text}`)
  return number(hex) % 9 === 0
    ? null
    : [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `8${hex.slice(17, 20)}`,
        hex.slice(20),
      ].join('-')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function publishedAt(text: string): string {
  const seed = number(`published:${text}`)
  const day = `${pad((seed % 28) + 1)} ${months[(seed >> 5) % 12]} ${2007 + ((seed >> 9) % 17)}`
  return `${day}, ${pad((seed >> 14) % 24)}:${pad((seed >> 19) % 60)}`
}

function parseTrack(text: string, artist: string): Track {
  const [, name, minutes, seconds, guest] = /^(.*) (?:(\d+):(\d\d)|-)(?: @(.+))?$/.exec(text) ?? []
  if (!name) throw new Error(`demo/catalog: a track without a duration: ${text}`)
  return { name, seconds: minutes ? Number(minutes) * 60 + Number(seconds) : null, artist: guest ?? artist }
}

function parseArtist(line: string): Artist {
  const [name, country, thousands, tags, flags] = line.split('|').map((part) => part.trim())
  if (!name || !country || !tags) throw new Error(`demo/catalog: a broken artist: ${line}`)
  const listeners = Number(thousands) * 1000 + (number(name) % 1000)
  return {
    name,
    country,
    tags: split(tags, ','),
    aliases: [],
    bio: '',
    published: publishedAt(name),
    similar: [],
    onTour: flags === 'on tour',
    listeners,
    playcount: listeners * (18 + (number(`plays:${name}`) % 52)) + (number(name) % 997),
    mbid: mbid(name),
    albums: [],
  }
}

function parseAlbum(line: string, artist: string): Album {
  const [name, year, thousands, tags, flags] = line.split('|').map((part) => part.trim())
  if (!name || !year || !tags) throw new Error(`demo/catalog: a broken album: ${line}`)
  const key = albumKey({ artist, album: name })
  const listeners = Math.round(Number(thousands) * 1000) + (number(key) % 1000)
  return {
    id: hash(key),
    key,
    artist,
    name,
    year: Number(year),
    tags: split(tags, ','),
    tracks: [],
    wiki: null,
    published: publishedAt(key),
    listeners,
    playcount: listeners * (7 + (number(`plays:${key}`) % 19)) + (number(key) % 991),
    hasCover: flags !== 'no cover',
    mbid: mbid(key),
  }
}

/**
 * Parses the catalogue's own format. The first character of a line is its type:
 * `*` an artist (name | country | thousands of listeners | tags | 'on tour')
 * `=` other spellings
 * `~` similar artists
 * `-` an album (name | year | thousands | tags | 'no cover')
 * `>` a text about the artist or album above it
 * `+` tracks, separated by semicolons ('name m:ss', '-' for an
 * unknown length, ' @guest' at the end for a track by another artist)
 */
export function parseCatalog(text: string): Artist[] {
  const artists: Artist[] = []
  for (const line of text.split('\n')) {
    const rest = line.slice(2).trim()
    const artist = artists.at(-1)
    const album = artist?.albums.at(-1)
    if (line.trim() === '' || line.startsWith('//')) continue
    if (line.startsWith('* ')) artists.push(parseArtist(rest))
    else if (!artist) throw new Error(`demo/catalog: nothing above this line: ${line}`)
    else if (line.startsWith('= ')) artist.aliases.push(...split(rest, ';'))
    else if (line.startsWith('~ ')) artist.similar.push(...split(rest, ';'))
    else if (line.startsWith('- ')) artist.albums.push(parseAlbum(rest, artist.name))
    else if (line.startsWith('> ') && album) album.wiki = album.wiki ? `${album.wiki}\n\n${rest}` : rest
    else if (line.startsWith('> ')) artist.bio = artist.bio ? `${artist.bio}\n\n${rest}` : rest
    else if (line.startsWith('+ ') && album) {
      album.tracks.push(...split(rest, ';').map((track) => parseTrack(track, artist.name)))
    } else throw new Error(`demo/catalog: a line of no kind: ${line}`)
  }
  return artists
}
