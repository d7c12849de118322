import type { DayCount } from '../../shared/stats.ts'
import { dateToDay, dayToDate } from '../ui/dates.ts'

export const DAYS = 7
const WEEKS = 53

/** `days` are the listens from Monday to Sunday. */
export type Week = { monday: string; days: { day: string; listens: number }[] }

const addDays = (day: string, count: number): string => {
  const date = dayToDate(day)
  date.setDate(date.getDate() + count)
  return dateToDay(date)
}

/** The 53 weeks that end with that of `today`, the oldest first. */
export function weeksUntil(today: string, calendar: readonly DayCount[]): Week[] {
  const listensOf = new Map(calendar.map(({ day, listens }) => [day, listens]))
  const monday = addDays(today, -((dayToDate(today).getDay() + 6) % DAYS))
  return Array.from({ length: WEEKS }, (_, index) => {
    const first = addDays(monday, (index - WEEKS + 1) * DAYS)
    const days = Array.from({ length: DAYS }, (__, weekday) => addDays(first, weekday))
    return { monday: first, days: days.map((day) => ({ day, listens: listensOf.get(day) ?? 0 })) }
  })
}
