import { entersFeeds, lastLogDay, utcDay } from '../../shared/days.ts'
import type { SaveLogInput } from '../../shared/logs.ts'
import type { Log } from '../generated/prisma/client.ts'
import { invalid } from '../lib/errors.ts'

type DayInput = Pick<SaveLogInput, 'date' | 'today'>

/** @throws invalid for a day to come */
export function checkDay({ date, today }: DayInput, now: Date): void {
  if ([date, today].some((day) => day && day > lastLogDay(now))) throw invalid('logs.dateFuture', 'date')
}

/** Whether a listening that is made now enters the feeds: not what is dated far back, and not what has no day. */
export const entersFeed = (date: Date | null, { today }: DayInput, now: Date): boolean =>
  entersFeeds(date && utcDay(date), today ?? utcDay(now))

/** The day of a listening: the requested one, else the one that it has, else today. */
export function dayOf(before: Log | null, { date, today }: DayInput, now: Date): Date | null {
  if (date) return new Date(date)
  if (date === null) return null
  return before ? before.date : new Date(today ?? utcDay(now))
}
