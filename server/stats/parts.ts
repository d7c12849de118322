import type { Stats } from '../../shared/stats.ts'
import type { Listenings } from './listenings.ts'
import { compareNames } from './names.ts'
import { compareNewest, findTop, TOP, type Sums } from './sums.ts'

// Parts that the statistics of all time and of a year have in common. Albums are indexes of the user's facts.

/** Half stars 1 to 10. */
const RATINGS = 10

/** Each album counts once, with its newest rating. */
export function ratingsOf({ ratings }: Listenings, { newestRated }: Sums) {
  const histogram = Array.from({ length: RATINGS }, () => 0)
  let [rated, halves] = [0, 0]
  for (const index of newestRated) {
    if (index === -1) continue
    const rating = ratings[index]!
    histogram[rating - 1]!++
    rated++
    halves += rating
  }
  // Rounded once, as tenths of a star: (halves / 2) * 10.
  return { histogram, rated, average: rated === 0 ? null : Math.round((halves * 5) / rated) / 10 }
}

/** At most ten albums that were heard twice or more. */
export function returnedTo(listenings: Listenings, sums: Sums): number[] {
  return findTop(
    sums.albums.filter((album) => sums.listens[album]! > 1),
    TOP,
    compareHeard(listenings, sums),
  )
}

/** Most listens first, then the newest. */
export function compareHeard(listenings: Listenings, { listens, newest }: Sums) {
  const compare = compareNewest(listenings)
  return (one: number, other: number) =>
    listens[other]! - listens[one]! || compare(newest[one]!, newest[other]!)
}

/** Sums by artist. `latest` is the album that was heard last. */
export type ArtistSums = { artists: number[]; listens: Int32Array; albums: Int32Array; latest: Int32Array }

export function sumArtists(listenings: Listenings, sums: Sums): ArtistSums {
  const { artists, artistKeys } = listenings.facts
  const compare = compareNewest(listenings)
  const length = artistKeys.names.length
  const listens = new Int32Array(length)
  const albums = new Int32Array(length)
  const latest = new Int32Array(length).fill(-1)
  const heard: number[] = []
  for (const album of sums.albums) {
    const artist = artists[album]!
    if (albums[artist]!++ === 0) heard.push(artist)
    listens[artist]! += sums.listens[album]!
    const other = latest[artist]!
    if (other === -1 || compare(sums.newest[album]!, sums.newest[other]!) < 0) latest[artist] = album
  }
  return { artists: heard, listens, albums, latest }
}

export const compareArtists =
  ({ facts }: Listenings) =>
  (one: number, other: number): number =>
    compareNames(facts.artistKeys.names[one]!, facts.artistKeys.names[other]!)

/** At most ten. */
export function topArtists(listenings: Listenings, { artists, listens, albums }: ArtistSums): number[] {
  const compare = compareArtists(listenings)
  return findTop(
    artists,
    TOP,
    (one, other) => listens[other]! - listens[one]! || albums[other]! - albums[one]! || compare(one, other),
  )
}

export function genresOf({ facts }: Listenings, sums: Sums): Stats['genres'] {
  const { names } = facts.genreNames
  const listens = new Int32Array(names.length)
  const albums = new Int32Array(names.length)
  for (const album of sums.albums)
    for (const genre of facts.genres[album]!) {
      listens[genre]! += sums.listens[album]!
      albums[genre]!++
    }
  const heard = names.flatMap((genre, index) =>
    albums[index]! > 0 ? [{ genre, listens: listens[index]!, albums: albums[index]! }] : [],
  )
  return findTop(
    heard,
    TOP,
    (one, other) => other.listens - one.listens || compareNames(one.genre, other.genre),
  )
}

export function decadesOf({ facts }: Listenings, sums: Sums): Stats['decades'] {
  // By decade; those of an unknown year come first.
  const tallies: { listens: number; albums: number }[] = []
  for (const album of sums.albums) {
    const decade = Math.floor(facts.years[album]! / 10)
    const tally = (tallies[decade] ??= { listens: 0, albums: 0 })
    tally.listens += sums.listens[album]!
    tally.albums++
  }
  const [unknown, ...known] = tallies
  return [
    ...known.flatMap((tally, index) => (tally ? [{ decade: (index + 1) * 10, ...tally }] : [])),
    ...(unknown ? [{ decade: null, ...unknown }] : []),
  ]
}
