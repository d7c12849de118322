import { texts } from '../../shared/texts.ts'
const day = new Intl.DateTimeFormat(texts.locale, { day: 'numeric', month: 'long', year: 'numeric' })
const month = new Intl.DateTimeFormat(texts.locale, { month: 'long', year: 'numeric' })
const weekdayAndDay = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'full' })
const clock = new Intl.DateTimeFormat(texts.locale, { hour: '2-digit', minute: '2-digit' })

/** Local start of a calendar day ('YYYY-MM-DD'); Invalid Date if the text is not a day. */
export function dayToDate(text: string): Date {
  const [year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || date === undefined) return new Date(NaN)
  const moment = new Date(year, month - 1, date)
  return moment.getMonth() === month - 1 ? moment : new Date(NaN)
}

/** Local calendar day, 'YYYY-MM-DD'. */
export function dateToDay(moment: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
}

/** Formats a calendar day or an ISO moment as '20 Kasım 2026'; returns any other text unchanged. */
export function formatDay(text: string): string {
  const moment = text.length === 10 ? dayToDate(text) : new Date(text)
  return Number.isNaN(moment.getTime()) ? text : day.format(moment)
}

/** 'Kasım 2026' */
export const formatMonth = (text: string): string => month.format(dayToDate(`${text}-01`))

/** Formats a calendar day as '20 Kasım 2026 Cuma'; returns an empty text if it is not a day. */
export function formatWeekday(text: string): string {
  const moment = dayToDate(text)
  return Number.isNaN(moment.getTime()) ? '' : weekdayAndDay.format(moment)
}

/** '14:05' */
export const formatClock = (moment: Date): string => clock.format(moment)

/** '20 Kasım 2026 14:05' */
export const formatMoment = (moment: Date): string => `${day.format(moment)} ${clock.format(moment)}`
