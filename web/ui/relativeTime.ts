import { texts } from '../../shared/texts.ts'
import { formatClock, formatDay } from './dates.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Number of local midnights between two moments. */
function midnightsBetween(earlier: Date, later: Date): number {
  const midnight = (moment: Date) =>
    new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
  // Rounded because a day with a clock change has 23 or 25 hours.
  return Math.round((midnight(later) - midnight(earlier)) / DAY)
}

/**
 * Formats how long ago an ISO moment was: 'just now' under a minute (and for clocks that run ahead), minutes, hours under 24,
 * 'yesterday at 14:05', days under 7, then the date. Days are calendar days, so that 'yesterday' is correct.
 */
export function relativeTime(iso: string, now: Date): string {
  const then = new Date(iso)
  const passed = now.getTime() - then.getTime()
  if (Number.isNaN(passed)) return ''
  if (passed < MINUTE) return texts.ui.justNow
  if (passed < HOUR) return texts.ui.minutesAgo(Math.floor(passed / MINUTE))
  if (passed < DAY) return texts.ui.hoursAgo(Math.floor(passed / HOUR))
  const days = midnightsBetween(then, now)
  if (days === 1) return texts.ui.yesterdayAt(formatClock(then))
  return days < 7 ? texts.ui.daysAgo(days) : formatDay(iso)
}

/** Milliseconds until the text of relativeTime can change. */
export function nextChange(iso: string, now: Date): number {
  const passed = now.getTime() - new Date(iso).getTime()
  if (Number.isNaN(passed)) return DAY
  if (passed < HOUR) return MINUTE - (Math.max(passed, 0) % MINUTE)
  return passed < DAY ? HOUR - (passed % HOUR) : HOUR
}
