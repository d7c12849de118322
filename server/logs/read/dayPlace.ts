import { sql } from 'kysely'
import { utcDay } from '../../../shared/days.ts'
import { calendarDay } from '../../../shared/logs.ts'

/** The end of a page of listenings that are sorted by day, newest first; those without a day come last. */
export type DayPlace = { day: string | null; id: number }

/** SQL condition: a listening comes after such a place. `columns` are the names of its columns in the statement. */
export function isAfterDay(columns: { day: string; id: string }, { day, id }: DayPlace) {
  const [itsDay, itsId] = [sql.ref(columns.day), sql.ref(columns.id)]
  if (day === null) return sql<boolean>`(${itsDay} IS NULL AND ${itsId} < ${id})`
  return sql<boolean>`(${itsDay} < ${day} OR (${itsDay} = ${day} AND ${itsId} < ${id}) OR ${itsDay} IS NULL)`
}

/** Parses a cursor; null if it is invalid. */
export function readDayCursor(cursor: string | null | undefined): DayPlace | null {
  const [, day, id] = /^(\d{4}-\d{2}-\d{2})?\.(\d{1,10})$/.exec(cursor ?? '') ?? []
  if (id === undefined || (day !== undefined && !calendarDay.safeParse(day).success)) return null
  return { day: day ?? null, id: Number(id) }
}

/** Encodes the place of a listening as a cursor. */
export const writeDayCursor = ({ date, id }: { date: Date | null; id: number }): string =>
  `${date ? utcDay(date) : ''}.${id}`
