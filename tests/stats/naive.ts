import type { AlbumCard } from '../../shared/catalog.ts'
import type { Stats, YearStats } from '../../shared/stats.ts'
import type { Visibility } from '../../shared/visibility.ts'

// The statistics as a reader with a pencil finds them: from the listenings that they see, one question after the other.

export type Heard = {
  id: number
  day: string | null
  rating: number
  visibility: Visibility
  album: AlbumCard & { id: number; artistKey: string; genres: string[] }
}

const DAY = 24 * 60 * 60_000
const dayAfter = (day: string, days = 1) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The newest first: by day, then by when made. */
const newestFirst = (heard: readonly Heard[]) =>
  heard.toSorted((one, other) => byText(other.day ?? '', one.day ?? '') || other.id - one.id)

function groups<Name>(heard: readonly Heard[], namesOf: (each: Heard) => readonly Name[]) {
  const found = new Map<Name, Heard[]>()
  for (const each of heard)
    for (const name of namesOf(each)) found.set(name, [...(found.get(name) ?? []), each])
  return [...found]
}

const albumCount = (heard: readonly Heard[]) => new Set(heard.map(({ album }) => album.id)).size
const cardOf = ({ artist, name, image, year }: AlbumCard): AlbumCard => ({ artist, name, image, year })

function totals(heard: readonly Heard[]) {
  const albums = groups(heard, ({ album }) => [album.id]).map(([, own]) => newestFirst(own))
  const artists = groups(heard, ({ album }) => [album.artistKey])
  const ratings = albums.flatMap((own) => own.filter(({ rating }) => rating > 0).slice(0, 1))
  const average = ratings.reduce((sum, { rating }) => sum + rating / 2, 0) / ratings.length
  const places = new Map(newestFirst(heard).map((each, place) => [each, place]))
  const orderOf = (own: readonly Heard[]) => places.get(own[0]!)!
  const mostHeard = albums.toSorted(
    (one, other) => other.length - one.length || orderOf(one) - orderOf(other),
  )
  return {
    albums,
    ratings,
    artists,
    mostHeard,
    shown: {
      listens: heard.length,
      albums: albums.length,
      artists: artists.length,
      rated: ratings.length,
      average: ratings.length === 0 ? null : Math.round(average * 10) / 10,
      returned: mostHeard
        .filter((own) => own.length > 1)
        .slice(0, 10)
        .map((own) => ({ album: cardOf(own[0]!.album), listens: own.length })),
      topArtists: artists
        .map(([key, own]) => ({ key, own, albums: albumCount(own) }))
        .toSorted(
          (one, other) =>
            other.own.length - one.own.length || other.albums - one.albums || byText(one.key, other.key),
        )
        .slice(0, 10)
        .map(({ own, albums }) => ({
          artist: newestFirst(own)[0]!.album.artist,
          listens: own.length,
          albums,
        })),
    },
  }
}

const monthsOf = (heard: readonly Heard[], months: readonly string[]) =>
  months.map((month) => ({ month, listens: heard.filter(({ day }) => day?.startsWith(month)).length }))

export function naiveStats(heard: readonly Heard[], today: string): Stats {
  const { ratings, shown } = totals(heard)
  const dated = newestFirst(heard.filter(({ day }) => day !== null))
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const months = Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 12 + index)).toISOString().slice(0, 7),
  )
  let sunday = today
  while (new Date(sunday).getUTCDay() !== 0) sunday = dayAfter(sunday)
  const days = new Set(dated.map(({ day }) => day!))
  let streak: Stats['streak'] = null
  for (const from of [...days].toSorted()) {
    let [to, length] = [from, 1]
    while (days.has(dayAfter(to))) [to, length] = [dayAfter(to), length + 1]
    if (!streak || length >= streak.days) streak = { days: length, from, to }
  }
  const datedAlbum = (each: Heard | undefined) =>
    each ? { album: cardOf(each.album), date: each.day! } : null
  return {
    ...shown,
    months: monthsOf(dated, months),
    calendar: [...days]
      .toSorted()
      .filter((day) => day <= sunday && day > dayAfter(sunday, -53 * 7))
      .map((day) => ({ day, listens: dated.filter((each) => each.day === day).length })),
    ratings: Array.from(
      { length: 10 },
      (_, index) => ratings.filter(({ rating }) => rating === index + 1).length,
    ),
    genres: groups(heard, ({ album }) => album.genres)
      .map(([genre, own]) => ({ genre, listens: own.length, albums: albumCount(own) }))
      .toSorted((one, other) => other.listens - one.listens || byText(one.genre, other.genre))
      .slice(0, 10),
    decades: groups(heard, ({ album }) => [album.year === null ? null : Math.floor(album.year / 10) * 10])
      .map(([decade, own]) => ({ decade, listens: own.length, albums: albumCount(own) }))
      .toSorted((one, other) => (one.decade ?? 9_999) - (other.decade ?? 9_999)),
    streak,
    // The first one that was made on a day.
    first: datedAlbum(dated.at(-1)),
    latest: datedAlbum(dated[0]),
    years: groups(dated, ({ day }) => [Number(day!.slice(0, 4))])
      .map(([each, own]) => ({ year: each, listens: own.length }))
      .filter((each) => each.year <= year)
      .toSorted((one, other) => other.year - one.year),
  }
}

/** Null if the year does not exist for the reader. */
export function naiveYear(
  all: readonly Heard[],
  { year, today, isOwn }: { year: number; today: string; isOwn: boolean },
): YearStats | null {
  const thisYear = Number(today.slice(0, 4))
  const dated = all.filter(({ day }) => day !== null)
  const yearOf = ({ day }: Heard) => Number(day!.slice(0, 4))
  const years = [...new Set([...dated.map(yearOf), ...(isOwn ? [thisYear] : [])])].filter(
    (each) => each <= thisYear,
  )
  if (!years.includes(year)) return null
  const heard = dated.filter((each) => yearOf(each) === year)
  const { ratings, artists, mostHeard, shown } = totals(heard)
  const order = newestFirst(heard)
  const earlier = new Set(dated.filter((each) => yearOf(each) < year).map(({ album }) => album.artistKey))
  const later = years.filter((each) => each > year)
  const before = years.filter((each) => each < year)
  return {
    ...shown,
    year,
    soFar: year === thisYear,
    months: monthsOf(
      heard,
      Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`),
    ),
    best: ratings
      .toSorted((one, other) => other.rating - one.rating || order.indexOf(one) - order.indexOf(other))
      .slice(0, 10)
      .map(({ album, rating }) => ({ album: cardOf(album), rating })),
    discoveries: artists
      .filter(([key]) => !earlier.has(key))
      .toSorted(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || byText(one, other))
      .slice(0, 10)
      .map(([, own]) => ({ artist: newestFirst(own)[0]!.album.artist, listens: own.length })),
    mosaic: mostHeard.slice(0, 48).map((own) => cardOf(own[0]!.album)),
    previous: before.length === 0 ? null : Math.max(...before),
    next: later.length === 0 ? null : Math.min(...later),
  }
}
