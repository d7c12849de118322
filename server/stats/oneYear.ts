import type { YearStats } from '../../shared/stats.ts'
import { levelsSeenBy, type Insider } from '../../shared/visibility.ts'
import type { AllTime } from './allTime.ts'
import { monthsUntil, spanOfYear, yearsOf } from './days.ts'
import { NO_DAY, type Listenings } from './listenings.ts'
import {
  compareArtists,
  compareHeard,
  ratingsOf,
  returnedTo,
  sumArtists,
  topArtists,
  type ArtistSums,
} from './parts.ts'
import { compareNewest, findTop, sumDays, sumListenings, TOP, type Sums } from './sums.ts'

const SLEEVES = 48

export type OneYear = Omit<
  YearStats,
  'year' | 'soFar' | 'previous' | 'next' | 'topArtists' | 'returned' | 'best' | 'discoveries' | 'mosaic'
> &
  Pick<AllTime, 'topArtists' | 'returned'> & {
    best: { albumId: number; rating: number }[]
    discoveries: { albumId: number; listens: number }[]
    /** ids of albums */
    mosaic: number[]
    /** every year with a listening, the newest first */
    years: number[]
  }

export function computeYear(
  listenings: Listenings,
  { reader, year }: { reader: Insider; year: number },
): OneYear {
  const { albumIds } = listenings.facts
  const span = spanOfYear(year)
  const days = sumDays(listenings, reader)
  const sums = sumListenings(listenings, reader, span)
  const artists = sumArtists(listenings, sums)
  const { histogram: _, ...ratings } = ratingsOf(listenings, sums)
  return {
    listens: sums.total,
    albums: sums.albums.length,
    artists: artists.artists.length,
    ...ratings,
    months: monthsUntil(days, year, 11),
    best: bestRated(listenings, sums).map((album) => ({
      albumId: albumIds[album]!,
      rating: listenings.ratings[sums.newestRated[album]!]!,
    })),
    returned: returnedTo(listenings, sums).map((album) => ({
      albumId: albumIds[album]!,
      listens: sums.listens[album]!,
    })),
    discoveries: discovered(listenings, { reader, first: span.first, artists }).map((artist) => ({
      albumId: albumIds[artists.latest[artist]!]!,
      listens: artists.listens[artist]!,
    })),
    mosaic: findTop(sums.albums, SLEEVES, compareHeard(listenings, sums)).map((album) => albumIds[album]!),
    topArtists: topArtists(listenings, artists).map((artist) => ({
      albumId: albumIds[artists.latest[artist]!]!,
      listens: artists.listens[artist]!,
      albums: artists.albums[artist]!,
    })),
    years: yearsOf(days).map((each) => each.year),
  }
}

function bestRated(listenings: Listenings, sums: Sums): number[] {
  const { ratings } = listenings
  const { newestRated } = sums
  const compare = compareNewest(listenings)
  const rated = sums.albums.filter((album) => newestRated[album] !== -1)
  return findTop(rated, TOP, (one, other) => {
    const [first, second] = [newestRated[one]!, newestRated[other]!]
    return ratings[second]! - ratings[first]! || compare(first, second)
  })
}

/** Artists of the year whom the user had not heard on an earlier day. */
function discovered(
  listenings: Listenings,
  { reader, first, artists }: { reader: Insider; first: number; artists: ArtistSums },
): number[] {
  const { listens } = artists
  const known = heardBefore(listenings, reader, first)
  const isNew = artists.artists.filter((artist) => known[artist] === 0)
  const compare = compareArtists(listenings)
  return findTop(isNew, TOP, (one, other) => listens[other]! - listens[one]! || compare(one, other))
}

/** By artist: 1 if the user has a listening of an earlier day that the reader sees. */
function heardBefore(listenings: Listenings, reader: Insider, first: number): Uint8Array {
  const { size, albums, days, levels, facts } = listenings
  const limit = levelsSeenBy[reader].length
  const known = new Uint8Array(facts.artistKeys.names.length)
  for (let index = 0; index < size; index++) {
    const day = days[index]!
    if (day < first && day !== NO_DAY && levels[index]! < limit) known[facts.artists[albums[index]!]!] = 1
  }
  return known
}
