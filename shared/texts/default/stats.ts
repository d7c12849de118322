import { counted, grouped } from '../counted.ts'

export const stats = {
  titleOf: (nickname: string) => `${nickname}’s statistics`,
  titleOfYear: (year: number, nickname: string) => `${year} in albums · ${nickname}`,
  yearInAlbums: (year: number) => `${year} in albums`,
  soFar: 'so far',
  nothingYet: (year: number) => `Nothing logged in ${year} yet`,
  none: 'No listens yet',
  failed: 'The statistics could not be loaded',
  numbers: 'Numbers',
  years: 'Years',
  previousYear: 'Previous year',
  nextYear: 'Next year',

  listens: 'Listens',
  albums: 'Albums',
  artists: 'Artists',
  averageRating: 'Average rating',
  longestStreak: 'Longest streak',
  firstListen: 'First listen',
  latestListen: 'Latest listen',
  days: (count: number) => counted(count, 'day', 'days'),
  listenCount: (count: number) => counted(count, 'listen', 'listens'),
  artistCount: (count: number) => counted(count, 'artist', 'artists'),
  listensOfAlbums: (listens: number, albums: number) =>
    `${counted(listens, 'listen', 'listens')} · ${counted(albums, 'album', 'albums')}`,

  listensAMonth: 'Listens a month',
  calendar: 'Calendar',
  ratings: 'Ratings',
  topArtists: 'Top artists',
  genres: 'Genres',
  decades: 'Decades',
  mostReturnedTo: 'Most returned to',
  bestRated: 'Best rated',
  discoveries: 'Discoveries',
  sleeves: 'Sleeves',

  chart: (heading: string, summary: string) => `${heading}: ${summary}`,
  inTwelveMonths: (listens: number, most: string) =>
    `${grouped(listens)} in the last twelve months, most in ${most}`,
  noneInTwelveMonths: 'none in the last twelve months',
  inYear: (listens: number, most: string) => `${grouped(listens)}, most in ${most}`,
  calendarSummary: (days: number, most: string) =>
    `${counted(days, 'day', 'days')} with a listen in 53 weeks, most on ${most}`,
  noneInCalendar: 'no day with a listen in 53 weeks',
  ratingsSummary: (albums: number, most: string) =>
    `${counted(albums, 'album', 'albums')} rated, most with ${most}`,
  mostListens: (listens: number, most: string) => `most listens in ${most}: ${grouped(listens)}`,
  unknownDecade: 'Unknown',

  month: 'Month',
  weekOf: 'Week of',
  rating: 'Rating',
  genre: 'Genre',
  decade: 'Decade',
}
