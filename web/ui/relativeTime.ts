import { texts } from '../../shared/texts.ts'
import { formatClock, formatDay } from './dates.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function midnightsBetween(start: Date, end: Date): number {
  const midnight = (moment: Date) =>
    new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
  // Rounded because a day with a clock change has 23 or 25 hours.
  return Math.round((midnight(end) - midnight(start)) / DAY)
}

/**
 * 'just now' under a minute (and for clocks that run ahead), minutes, hours under 24, 'yesterday at 14:05', days under 7, then
 * the date. Days are calendar days, so that 'yesterday' is correct.
 */
export function relativeTime(iso: string, now: Date): string {
  const then = new Date(iso)
  const elapsed = now.getTime() - then.getTime()
  if (Number.isNaN(elapsed)) return ''
  if (elapsed < MINUTE) return texts.ui.justNow
  if (elapsed < HOUR) return texts.ui.minutesAgo(Math.floor(elapsed / MINUTE))
  if (elapsed < DAY) return texts.ui.hoursAgo(Math.floor(elapsed / HOUR))
  const days = midnightsBetween(then, now)
  if (days === 1) return texts.ui.yesterdayAt(formatClock(then))
  return days < 7 ? texts.ui.daysAgo(days) : formatDay(iso)
}

export function nextChange(iso: string, now: Date): number {
  const elapsed = now.getTime() - new Date(iso).getTime()
  if (Number.isNaN(elapsed)) return DAY
  if (elapsed < HOUR) return MINUTE - (Math.max(elapsed, 0) % MINUTE)
  return elapsed < DAY ? HOUR - (elapsed % HOUR) : HOUR
}
