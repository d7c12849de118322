import { texts } from '../../shared/texts.ts'
/** Dates as people read them: Turkish, unless they have chosen English. */
const day = new Intl.DateTimeFormat(texts.locale, { day: 'numeric', month: 'long', year: 'numeric' })
const month = new Intl.DateTimeFormat(texts.locale, { month: 'long', year: 'numeric' })
const weekdayAndDay = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'full' })
const clock = new Intl.DateTimeFormat(texts.locale, { hour: '2-digit', minute: '2-digit' })

/** The moment at which a calendar day ('YYYY-MM-DD') begins for the person; Invalid Date when it is none. */
export function dayToDate(text: string): Date {
  const [year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || date === undefined) return new Date(NaN)
  const moment = new Date(year, month - 1, date)
  return moment.getMonth() === month - 1 ? moment : new Date(NaN)
}

/** The person's calendar day of a moment, 'YYYY-MM-DD'. */
export function dateToDay(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** '20 Kasım 2026' of a calendar day or an ISO moment; the text itself when it is neither. */
export function formatDay(text: string): string {
  const moment = text.length === 10 ? dayToDate(text) : new Date(text)
  return Number.isNaN(moment.getTime()) ? text : day.format(moment)
}

/** 'Kasım 2026' of a month 'YYYY-MM'. */
export const formatMonth = (text: string): string => month.format(dayToDate(`${text}-01`))

/** '20 Kasım 2026 Cuma' of a calendar day; empty when it is none. */
export function formatWeekday(text: string): string {
  const moment = dayToDate(text)
  return Number.isNaN(moment.getTime()) ? '' : weekdayAndDay.format(moment)
}

/** '14:05' */
export const formatClock = (moment: Date): string => clock.format(moment)

/** '20 Kasım 2026 14:05' */
export const formatMoment = (moment: Date): string => `${day.format(moment)} ${clock.format(moment)}`
