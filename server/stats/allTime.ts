import type { Stats } from '../../shared/stats.ts'
import type { Insider } from '../../shared/visibility.ts'
import { calendarOf, dayOfNumber, monthsUntil, streakOf, yearsOf } from './days.ts'
import type { Listenings } from './listenings.ts'
import { decadesOf, genresOf, ratingsOf, returnedTo, sumArtists, topArtists } from './parts.ts'
import { findOfDay, sumDays, sumListenings } from './sums.ts'

/** An album by its id; its names are read when the statistics are. */
type Heard = { albumId: number; listens: number }
type Dated = { albumId: number; date: string }

export type AllTime = Omit<Stats, 'topArtists' | 'returned' | 'first' | 'latest'> & {
  topArtists: (Heard & { albums: number })[]
  returned: Heard[]
  first: Dated | null
  latest: Dated | null
}

type Seen = { reader: Insider; today: string }

export function computeAllTime(listenings: Listenings, { reader, today }: Seen): AllTime {
  const { albumIds } = listenings.facts
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  const sums = sumListenings(listenings, reader)
  const days = sumDays(listenings, reader)
  const artists = sumArtists(listenings, sums)
  const { histogram, ...ratings } = ratingsOf(listenings, sums)
  const dated = (day: number, isLatest: boolean): Dated => {
    const index = findOfDay(listenings, reader, { day, isLatest })
    return { albumId: albumIds[listenings.albums[index]!]!, date: dayOfNumber(day) }
  }
  return {
    listens: sums.total,
    albums: sums.albums.length,
    artists: artists.artists.length,
    ...ratings,
    months: monthsUntil(days, thisYear, thisMonth),
    calendar: calendarOf(days, today),
    ratings: histogram,
    topArtists: topArtists(listenings, artists).map((artist) => ({
      albumId: albumIds[artists.latest[artist]!]!,
      listens: artists.listens[artist]!,
      albums: artists.albums[artist]!,
    })),
    genres: genresOf(listenings, sums),
    decades: decadesOf(listenings, sums),
    returned: returnedTo(listenings, sums).map((album) => ({
      albumId: albumIds[album]!,
      listens: sums.listens[album]!,
    })),
    streak: streakOf(days),
    first: days && dated(days.first, false),
    latest: days && dated(days.last, true),
    // A listening can have a day that is tomorrow for the reader: a later year has no page yet.
    years: yearsOf(days).filter(({ year }) => year <= thisYear),
  }
}
