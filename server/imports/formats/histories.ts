import { importLimits } from '../../../shared/limits.ts'
import { makeDayIn } from '../../../shared/timeZones.ts'
import { DomainError, invalid } from '../../lib/errors.ts'
import { linesOf } from '../reading/encoding.ts'
import { jsonElements, parsedLine, textOf } from '../reading/json.ts'
import type { TextPart } from '../reading/source.ts'
import { readTable, type Cells } from '../reading/table.ts'
import { counted, plain, plainHeader, type Draft, type Reading, type ReadOptions } from './draft.ts'
import { makePlays, SHORTEST, type Play } from './plays.ts'

// Only the fields named here are read from each service's data, never addresses or devices.

const longest = importLimits.row

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
const words = (value: unknown): string => textOf(value).trim()
const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** Days are in the user's time zone. */
export function readPlays(
  format: Reading['format'],
  { now, settings: { timeZone = 'UTC' } }: ReadOptions,
  plays: () => AsyncGenerator<Play | Draft>,
): Reading {
  return {
    format,
    header: plainHeader,
    asks: { timeZone },
    async *rows() {
      const gathered = makePlays(now, makeDayIn(timeZone))
      let [count, draftCount] = [0, 0]
      for await (const each of plays()) {
        if (++count > importLimits.rows) throw invalid('imports.tooManyRows')
        if ('kind' in each) {
          draftCount++
          yield each
        } else gathered.add(each)
      }
      // The file holds podcasts, or plays without albums.
      if (count > 0 && draftCount + gathered.count() === 0) throw invalid('imports.noAlbums')
      yield* gathered.drafts()
    },
  }
}

/** Last.fm as exported by ghan.nl, or by benjaminbenben.com without a header. */
export function lastfmTable(part: TextPart, options: ReadOptions, hasHeader: boolean): Reading {
  const table = (): AsyncGenerator<Cells> => readTable(part.text(), part.head)
  return readPlays('lastfm', options, async function* () {
    let columns: string[] | null = hasHeader ? null : ['artist', 'album', 'track', 'date']
    for await (const cells of table()) {
      if (!cells) continue
      if (!columns) {
        columns = cells
        continue
      }
      const cell = (name: string) => cells[columns!.indexOf(name)] ?? ''
      const at = hasHeader ? Number(cell('uts')) : Date.parse(`${cell('date').replace(',', '')} UTC`) / 1_000
      yield { artist: cell('artist'), album: cell('album'), track: cell('track'), at }
    }
  })
}

export function lastfmJson(part: TextPart, options: ReadOptions): Reading {
  return readPlays('lastfm', options, async function* () {
    for await (const { value } of jsonElements(part.text(), { enters: ['recenttracks'], longest })) {
      const page = field(value, 'track') ?? field(field(value, 'recenttracks'), 'track') ?? value
      for (const track of list(page)) {
        const at = Number(field(field(track, 'date'), 'uts'))
        const artist =
          words(field(field(track, 'artist'), '#text')) || words(field(field(track, 'artist'), 'name'))
        yield {
          artist,
          album: words(field(field(track, 'album'), '#text')),
          track: words(field(track, 'name')),
          at,
        }
      }
    }
  })
}

function listenOf(value: unknown): Play {
  const data = field(value, 'track_metadata')
  return {
    artist: words(field(data, 'artist_name')),
    album: words(field(data, 'release_name')),
    track: words(field(data, 'track_name')),
    at: Number(field(value, 'listened_at')),
  }
}

/** ListenBrainz: a zip of JSON lines, or the older format with one JSON array. */
export function listenBrainz(
  { listens, opinions }: { listens: readonly TextPart[]; opinions: readonly TextPart[] },
  options: ReadOptions,
): Reading {
  let feedback = 0
  const reading = readPlays('listenBrainz', options, async function* () {
    feedback = 0
    for (const part of listens) {
      if (part.head.trimStart().startsWith('[')) {
        for await (const { value } of jsonElements(part.text(), { longest })) yield listenOf(value)
        continue
      }
      for await (const line of linesOf(part.text(), longest))
        if (line.trim()) yield listenOf(parsedLine(line))
    }
    for (const part of opinions)
      for await (const line of linesOf(part.text(), longest)) if (line.trim()) feedback++
  })
  return { ...reading, notTaken: () => counted({ feedback }) }
}

/** The timestamp is the end of a play. */
export const spotifyHistory = (parts: readonly TextPart[], options: ReadOptions): Reading =>
  readPlays('spotifyHistory', options, async function* () {
    for (const part of parts)
      for await (const { value } of jsonElements(part.text(), { longest })) {
        const played = Number(field(value, 'ms_played'))
        if (!(played >= SHORTEST)) continue
        yield {
          artist: words(field(value, 'master_metadata_album_artist_name')),
          album: words(field(value, 'master_metadata_album_album_name')),
          track: words(field(value, 'master_metadata_track_name')),
          at: (Date.parse(words(field(value, 'ts'))) - played) / 1_000,
        }
      }
  })

const isLibrary = ({ head }: TextPart) => /^\s*\{/.test(head) && /"albums"\s*:|"tracks"\s*:/.test(head)

/** maximum length of a playlist */
const LONGEST_PLAYLIST = 16_000_000

async function countPlaylists(parts: readonly TextPart[]): Promise<number> {
  let count = 0
  for (const part of parts)
    try {
      for await (const { path } of jsonElements(part.text(), { longest: LONGEST_PLAYLIST }))
        if (path === 'playlists') count++
    } catch (error) {
      // Only a count depends on a damaged or a larger file.
      if (!(error instanceof DomainError)) throw error
    }
  return count
}

/** Saved albums have no day. The plays of the last year do not name their albums, which are found through the saved tracks. */
export function spotifyAccount(
  { parts, playlistParts }: { parts: readonly TextPart[]; playlistParts: readonly TextPart[] },
  options: ReadOptions,
): Reading {
  let [playsWithoutAlbum, playlists] = [0, 0]
  const reading = readPlays('spotify', options, async function* () {
    playsWithoutAlbum = 0
    playlists = await countPlaylists(playlistParts)
    const albumOf = new Map<string, string>()
    for (const part of parts.filter(isLibrary))
      for await (const { path, value } of jsonElements(part.text(), { longest })) {
        const named = { artist: words(field(value, 'artist')), album: words(field(value, 'album')) }
        if (path === 'tracks' && named.album)
          albumOf.set(`${named.artist}\n${words(field(value, 'track'))}`, named.album)
        if (path !== 'albums' || !named.artist || !named.album) continue
        yield plain({ kind: 'listening', named, date: null })
      }
    for (const part of parts.filter((each) => !isLibrary(each)))
      for await (const { value } of jsonElements(part.text(), { longest })) {
        const played = Number(field(value, 'msPlayed'))
        const [artist, track] = [words(field(value, 'artistName')), words(field(value, 'trackName'))]
        const album = albumOf.get(`${artist}\n${track}`)
        if (!(played >= SHORTEST)) continue
        if (album === undefined) {
          playsWithoutAlbum++
          continue
        }
        const end = Date.parse(`${words(field(value, 'endTime')).replace(' ', 'T')}:00Z`)
        yield { artist, album, track, at: (end - played) / 1_000 }
      }
  })
  // Saved albums have no times, so that no time zone is needed.
  const asks = parts.every(isLibrary) ? {} : reading.asks
  return { ...reading, asks, notTaken: () => counted({ playsWithoutAlbum, playlists }) }
}
