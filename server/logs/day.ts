import { lastLogDay, utcDay } from '../../shared/days.ts'
import type { SaveLogInput } from '../../shared/logs.ts'
import type { Log } from '../generated/prisma/client.ts'
import { invalid } from '../lib/errors.ts'

type DayInput = Pick<SaveLogInput, 'date' | 'today'>

export function checkDay({ date, today }: DayInput, now: Date): void {
  if ([date, today].some((day) => day && day > lastLogDay(now))) throw invalid('logs.dateFuture', 'date')
}

export function dayOf(previous: Log | null, { date, today }: DayInput, now: Date): Date | null {
  if (date) return new Date(date)
  if (date === null) return null
  return previous ? previous.date : new Date(today ?? utcDay(now))
}
