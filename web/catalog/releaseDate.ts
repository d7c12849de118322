import { texts } from '../../shared/texts.ts'

// Not `texts.locale`: release dates are in the language of the texts.
const locale = texts.language === 'tr' ? 'tr-TR' : 'en-GB'
const formats = [
  { year: 'numeric' },
  { month: 'long', year: 'numeric' },
  { day: 'numeric', month: 'long', year: 'numeric' },
] as const

/** Formats a date as far as it is known: '1997', 'September 1997' or '22 September 1997'. */
export function formatReleaseDate(date: string): string {
  const [year, month = 1, day = 1] = date.split('-').map(Number)
  const format = formats[date.split('-').length - 1]
  const moment = new Date(Date.UTC(year!, month - 1, day))
  return moment.toLocaleDateString(locale, { ...format, timeZone: 'UTC' })
}
