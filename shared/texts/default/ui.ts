import { counted, grouped } from '../counted.ts'

/** texts of shared components */
export const ui = {
  close: 'Close',
  showLess: 'Show less',
  loading: 'Loading',
  date: 'Date',
  dateShape: 'YYYY-MM-DD',
  calendar: 'Calendar',
  chooseDate: 'Choose from calendar',
  hideCharacters: 'Hide characters',
  showCharacters: 'Show characters',
  pages: 'Pages',
  page: (page: number) => `Page ${grouped(page)}`,
  previous: 'Previous',
  next: 'Next',
  rating: 'Rating',
  noRating: 'No rating',
  stars: (stars: number) => `${stars} of 5 stars`,
  justNow: 'just now',
  minutesAgo: (count: number) => `${counted(count, 'minute', 'minutes')} ago`,
  hoursAgo: (count: number) => `${counted(count, 'hour', 'hours')} ago`,
  daysAgo: (count: number) => `${counted(count, 'day', 'days')} ago`,
  yesterdayAt: (time: string) => `yesterday at ${time}`,
}
