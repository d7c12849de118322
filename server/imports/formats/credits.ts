import { nameKey } from '../../../shared/albumKey.ts'
import { andWords } from '../../catalog/foldedName.ts'
import type { Named } from './draft.ts'

// Tracks of one album can name other artists than the album does: guests, or a different artist for each track of a sampler.

/** A played album: the time of each play in seconds (0 if unknown), and a number that identifies its track. */
export type PlayedAlbum = { named: Named; times: number[]; tracks: number[] }

export const VARIOUS = 'Various Artists'

/** Minimum number of artists, and of tracks, played within a day for an album to be a sampler (an album of many artists). */
const [MANY_ARTISTS, MANY_TRACKS] = [4, 5]
/** limits that no real album reaches, so that processing time stays proportional to the size of the file */
const [MOST_ARTISTS, MOST_JOINTS, MOST_PLAYS] = [500, 5, 20_000]
const DAY = 24 * 60 * 60
/** an artist with more tracks than this counts as the artist of an own album with this title */
const OWN_TRACKS = 4

const featured = /\s[([]?(?:feat\.?|ft\.?|featuring)\s.*$/iu
const joinWords = [...andWords, '\\+', '[x×]', 'vs\\.?', 'with', 'con', 'avec', 'mit', 'ile']
/** Matches everything that separates several artists: 'Kate Bush/The Choir of the Quay'. */
export const joints = new RegExp(`\\s*/\\s*|\\s*[,;]\\s+|\\s+(?:${joinWords.join('|')})\\s+`, 'giu')

export const withoutFeatured = (artist: string): string => artist.replace(featured, '').trim() || artist

/** Shortest first, each with the rest of the name. */
const beginningsOf = (artist: string): { beginning: string; rest: string }[] =>
  Array.from(artist.matchAll(joints), ({ index, 0: joint }) => ({
    beginning: artist.slice(0, index),
    rest: artist.slice(index + joint.length),
  }))
    .filter(({ beginning }) => beginning !== '')
    .slice(0, MOST_JOINTS)

/** Merges albums of the same title that differ only in guests, and those of a sampler. */
export const joinCredits = (sameTitle: PlayedAlbum[]): PlayedAlbum[] =>
  sameTitle.length === 1 || sameTitle.length > MOST_ARTISTS ? sameTitle : joinSampler(joinGuests(sameTitle))

function joinGuests(group: readonly PlayedAlbum[]): PlayedAlbum[] {
  const artists = new Map(group.map(({ named }) => [named.artist.toLowerCase(), named.artist]))
  // 'Main & One' and 'Main & Other': only the main artist is on both.
  const rests = new Map<string, Set<string>>()
  for (const { named } of group)
    for (const { beginning, rest } of beginningsOf(named.artist)) {
      const key = beginning.toLowerCase()
      rests.set(key, (rests.get(key) ?? new Set()).add(nameKey(rest)))
    }
  const mainOf = (artist: string): string => {
    const beginnings = beginningsOf(artist).map(({ beginning }) => beginning)
    const existing = beginnings.find((each) => artists.has(each.toLowerCase()))
    if (existing) return artists.get(existing.toLowerCase())!
    return beginnings.findLast((each) => rests.get(each.toLowerCase())!.size > 1) ?? artist
  }
  return groupAlbums(group, ({ named }) => nameKey(mainOf(named.artist))).map((albums) => {
    const { artist, album } = albums[0]!.named
    return joinAlbums({ artist: mainOf(artist), album }, albums)
  })
}

function joinSampler(group: PlayedAlbum[]): PlayedAlbum[] {
  if (group.length < MANY_ARTISTS) return group
  const isOwn = ({ tracks }: PlayedAlbum) => new Set(tracks).size > OWN_TRACKS
  const others = group.filter((album) => !isOwn(album))
  const plays = others.reduce((sum, { times }) => sum + times.length, 0)
  if (plays > MOST_PLAYS || !isSampler(others)) return group
  const { album } = others[0]!.named
  return [...group.filter(isOwn), joinAlbums({ artist: VARIOUS, album }, others)]
}

function isSampler(albums: readonly PlayedAlbum[]): boolean {
  const plays = albums
    .flatMap(({ times, tracks }, artist) => times.map((at, play) => ({ at, artist, track: tracks[play]! })))
    .sort((one, other) => one.at - other.at)
  const [artists, tracks] = [new Map<number, number>(), new Map<string, number>()]
  let from = 0
  for (const { at, artist, track } of plays) {
    count(artists, artist, 1)
    count(tracks, `${artist} ${track}`, 1)
    for (; at - plays[from]!.at >= DAY; from++) {
      count(artists, plays[from]!.artist, -1)
      count(tracks, `${plays[from]!.artist} ${plays[from]!.track}`, -1)
    }
    if (artists.size >= MANY_ARTISTS && tracks.size >= MANY_TRACKS) return true
  }
  return false
}

function count<Key>(counts: Map<Key, number>, key: Key, delta: number): void {
  const next = (counts.get(key) ?? 0) + delta
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}

const joinAlbums = (names: Named, albums: readonly PlayedAlbum[]): PlayedAlbum => ({
  named: names,
  times: albums.flatMap(({ times }) => times),
  tracks: albums.flatMap(({ tracks }) => tracks),
})

function groupAlbums(albums: readonly PlayedAlbum[], keyOf: (album: PlayedAlbum) => string): PlayedAlbum[][] {
  const groups = new Map<string, PlayedAlbum[]>()
  for (const album of albums) {
    const key = keyOf(album)
    const group = groups.get(key)
    if (group) group.push(album)
    else groups.set(key, [album])
  }
  return [...groups.values()]
}
