import { utcDay } from '../../shared/days.ts'
import type { DayCount, MonthCount, Stats } from '../../shared/stats.ts'
import type { DaySums, Span } from './sums.ts'

const DAY = 24 * 60 * 60_000
const WEEKS = 53

const numberOfDay = (day: string): number => Date.parse(day) / DAY
export const dayOfNumber = (day: number): string => utcDay(new Date(day * DAY))

const spanOf = (year: number, month: number, months: number): Span => ({
  first: Date.UTC(year, month, 1) / DAY,
  last: Date.UTC(year, month + months, 1) / DAY - 1,
})

export const spanOfYear = (year: number): Span => spanOf(year, 0, 12)

function countIn(days: DaySums | null, { first, last }: Span): number {
  if (!days) return 0
  let count = 0
  const end = Math.min(last, days.last)
  for (let day = Math.max(first, days.first); day <= end; day++) count += days.counts[day - days.first]!
  return count
}

/** Twelve months in their order, the last of which is the month (0 to 11) of the year. */
export function monthsUntil(days: DaySums | null, year: number, month: number): MonthCount[] {
  return Array.from({ length: 12 }, (_, index) => {
    const span = spanOf(year, month - 11 + index, 1)
    return { month: dayOfNumber(span.first).slice(0, 7), listens: countIn(days, span) }
  })
}

/** The weeks that end with the one of `today`. */
export function calendarOf(days: DaySums | null, today: string): DayCount[] {
  if (!days) return []
  const number = numberOfDay(today)
  // Monday is the first day of a week; 1970 began with a Thursday.
  const sunday = number + 6 - ((number + 3) % 7)
  const calendar: DayCount[] = []
  for (let day = Math.max(sunday - WEEKS * 7 + 1, days.first); day <= Math.min(sunday, days.last); day++) {
    const listens = days.counts[day - days.first]!
    if (listens > 0) calendar.push({ day: dayOfNumber(day), listens })
  }
  return calendar
}

/** Returns the longest run of days; the later one of two that are equally long. */
export function streakOf(days: DaySums | null): Stats['streak'] {
  if (!days) return null
  let [longest, until, run] = [0, 0, 0]
  for (let index = 0; index < days.counts.length; index++) {
    run = days.counts[index]! > 0 ? run + 1 : 0
    if (run > 0 && run >= longest) [longest, until] = [run, index]
  }
  const last = days.first + until
  return { days: longest, from: dayOfNumber(last - longest + 1), to: dayOfNumber(last) }
}

/** The newest first. */
export function yearsOf(days: DaySums | null): Stats['years'] {
  if (!days) return []
  const [first, last] = [yearOf(days.first), yearOf(days.last)]
  return Array.from({ length: last - first + 1 }, (_, index) => last - index).flatMap((year) => {
    const listens = countIn(days, spanOfYear(year))
    return listens > 0 ? [{ year, listens }] : []
  })
}

const yearOf = (day: number): number => new Date(day * DAY).getUTCFullYear()
