import { sql } from 'kysely'
import { utcDay } from '../../../shared/days.ts'
import { calendarDay } from '../../../shared/logs.ts'

/** Newest day first; listenings without a day come last. */
export type DayPlace = { day: string | null; id: number }

export function isAfterDay(columns: { day: string; id: string }, { day, id }: DayPlace) {
  const [itsDay, itsId] = [sql.ref(columns.day), sql.ref(columns.id)]
  if (day === null) return sql<boolean>`(${itsDay} IS NULL AND ${itsId} < ${id})`
  return sql<boolean>`(${itsDay} < ${day} OR (${itsDay} = ${day} AND ${itsId} < ${id}) OR ${itsDay} IS NULL)`
}

export function readDayCursor(cursor: string | null | undefined): DayPlace | null {
  const [, day, id] = /^(\d{4}-\d{2}-\d{2})?\.(\d{1,10})$/.exec(cursor ?? '') ?? []
  if (id === undefined || (day !== undefined && !calendarDay.safeParse(day).success)) return null
  return { day: day ?? null, id: Number(id) }
}

export const writeDayCursor = ({ date, id }: { date: Date | null; id: number }): string =>
  `${date ? utcDay(date) : ''}.${id}`
