import type { Listenings } from './listenings.ts'
import { albumsIn, compareNames, compareNewest, findTop, TOP, type Sums } from './sums.ts'

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
  return findTop(albumsIn(sums, 2), TOP, compareHeard(listenings, sums))
}

/** Most listens first, then the newest. */
export function compareHeard(listenings: Listenings, { listens, newest }: Sums) {
  const compare = compareNewest(listenings)
  return (one: number, other: number) =>
    listens[other]! - listens[one]! || compare(newest[one]!, newest[other]!)
}

/** Sums by artist. `latest` is the album that was heard last. */
export type ArtistSums = { count: number; listens: Int32Array; albums: Int32Array; latest: Int32Array }

export function sumArtists(listenings: Listenings, sums: Sums): ArtistSums {
  const { artists, artistKeys } = listenings.facts
  const compare = compareNewest(listenings)
  const length = artistKeys.names.length
  const all = { listens: new Int32Array(length), albums: new Int32Array(length) }
  const latest = new Int32Array(length).fill(-1)
  let count = 0
  for (const album of albumsIn(sums)) {
    const artist = artists[album]!
    if (all.albums[artist] === 0) count++
    all.listens[artist]! += sums.listens[album]!
    all.albums[artist]!++
    const other = latest[artist]!
    if (other === -1 || compare(sums.newest[album]!, sums.newest[other]!) < 0) latest[artist] = album
  }
  return { count, ...all, latest }
}

export function* artistsIn({ listens }: ArtistSums): Generator<number> {
  for (let artist = 0; artist < listens.length; artist++) if (listens[artist]! > 0) yield artist
}

export const compareArtists =
  ({ facts }: Listenings) =>
  (one: number, other: number): number =>
    compareNames(facts.artistKeys.names[one]!, facts.artistKeys.names[other]!)

/** At most ten. */
export function topArtists(listenings: Listenings, { listens, albums, ...artists }: ArtistSums): number[] {
  const compare = compareArtists(listenings)
  return findTop(
    artistsIn({ listens, albums, ...artists }),
    TOP,
    (one, other) => listens[other]! - listens[one]! || albums[other]! - albums[one]! || compare(one, other),
  )
}

type Tally = { listens: number; albums: number }

function add<Name>(tallies: Map<Name, Tally>, name: Name, listens: number): void {
  const tally = tallies.get(name)
  if (!tally) tallies.set(name, { listens, albums: 1 })
  else {
    tally.listens += listens
    tally.albums++
  }
}

export function genresOf({ facts }: Listenings, sums: Sums) {
  const tallies = new Map<number, Tally>()
  for (const album of albumsIn(sums))
    for (const genre of facts.genres[album]!) add(tallies, genre, sums.listens[album]!)
  const { names } = facts.genreNames
  return [...tallies]
    .map(([genre, tally]) => ({ genre: names[genre]!, ...tally }))
    .toSorted((one, other) => other.listens - one.listens || compareNames(one.genre, other.genre))
    .slice(0, TOP)
}

export function decadesOf({ facts }: Listenings, sums: Sums) {
  const tallies = new Map<number, Tally>()
  for (const album of albumsIn(sums)) {
    const year = facts.years[album]!
    // An unknown year comes last.
    add(tallies, year === 0 ? Infinity : year - (year % 10), sums.listens[album]!)
  }
  return [...tallies]
    .toSorted(([one], [other]) => one - other)
    .map(([decade, tally]) => ({ decade: decade === Infinity ? null : decade, ...tally }))
}
