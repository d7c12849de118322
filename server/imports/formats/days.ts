import { foldedLetters } from '../../../shared/foldedLetters.ts'
import type { DateOrder } from '../../../shared/imports.ts'

// Parses days as people write them. Texts must be folded and short before a pattern is matched.

export type WrittenDay = { year: number | null; month: number | null; day: number | null }

const languages = ['en', 'tr', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru']
const SHORTEST_NAME = 3

const monthFormats: Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  // Some languages use another form of the name after a day.
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
]

/** Keys are folded names and their unique prefixes; 0 means a prefix of two months. */
const months = readMonths()

function readMonths(): Map<string, number> {
  const names = new Map<string, number>([['mrz', 3]])
  for (const language of languages)
    for (const options of monthFormats) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const part = format.formatToParts(Date.UTC(2024, month - 1, 2)).find(({ type }) => type === 'month')!
        const name = foldedLetters(part.value).replace('.', '')
        if (!names.has(name)) names.set(name, month)
      }
    }
  const monthByName = new Map(names)
  for (const [name, month] of names)
    for (let length = SHORTEST_NAME; length < name.length; length++) {
      const beginning = name.slice(0, length)
      if (!names.has(beginning))
        monthByName.set(beginning, (monthByName.get(beginning) ?? month) === month ? month : 0)
    }
  return monthByName
}

const monthOf = (word: string): number | null => months.get(word) || null

const yearFirst = /^(\d{4})[-/.年 ]\s?(\d{1,2})[-/.月 ]\s?(\d{1,2})(?!\d)/
const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/
const yearLast = /^(\d{1,2})([-/. ])\s?(\d{1,2})[-/. ]\s?(\d{4}|'?\d{2})(?![\d:])/
const yearAndMonth = /^(\d{4})[-/.年](\d{1,2})月?$/
const monthAndYear = /^(\d{1,2})[-/.](\d{4})$/
/** '2024', 'summer 2024', '2024 yazi' */
const yearOnly = /^(?:[\p{L}.' ]+ )?(\d{4})(?: [\p{L}.' ]+)?$/u
const twoNumbers = /^(\d{1,2})[-/.](\d{1,2})\.?$/
const yearThenWord = /^(\d{4})[\s\-/.]+(\p{L}{3,})\.?[\s\-/.]+(\d{1,2})(?!\d)/u
const dayThenWord =
  /(?:^|\D)(\d{1,2})(?:st|nd|rd|th|er|o)?[\s.\-/]*(?:(?:de|of|di)\s+)?(\p{L}{3,})\.?(?:[\s,.\-/']*(?:(?:de|del|of)\s+)?(\d{4}|\d{2})(?![\d:]))?/u
const wordThenDay = /(\p{L}{3,})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?(?:(?:,\s*|\s+|-)(\d{4}|'\d{2})|$)/u
const wordThenYear = /^(\p{L}{3,})\.?[\s,\-/.']*(?:(?:de|of)\s+)?(\d{4})$|^(\d{4})[\s\-/.]+(\p{L}{3,})\.?$/u

/** `thisYear` determines the century of two-digit years. */
export function readWrittenDay(text: string, order: DateOrder, thisYear: number): WrittenDay | null {
  const year = (digits: string | undefined): number | null => {
    if (digits === undefined) return null
    const number = Number(digits.replace("'", ''))
    if (digits.length === 4) return number
    return number + (number <= thisYear % 100 ? 2000 : 1900)
  }
  const first = yearFirst.exec(text) ?? compact.exec(text)
  if (first) return whole(Number(first[1]), Number(first[2]), Number(first[3]))
  const last = yearLast.exec(text)
  if (last) {
    const [one, other] = [Number(last[1]), Number(last[3])]
    // Dates with dots never start with the month.
    const isDayFirst = order === 'dayFirst' || last[2] === '.'
    return whole(year(last[4]), isDayFirst ? other : one, isDayFirst ? one : other)
  }
  return readPart(text, year) ?? readWords(text, year)
}

function readPart(text: string, year: (digits: string) => number | null): WrittenDay | null {
  const yearMonth = yearAndMonth.exec(text)
  if (yearMonth) return { year: year(yearMonth[1]!), month: Number(yearMonth[2]), day: null }
  const monthYear = monthAndYear.exec(text)
  if (monthYear) return { year: year(monthYear[2]!), month: Number(monthYear[1]), day: null }
  const pair = twoNumbers.exec(text)
  if (pair) {
    const [one, other] = [Number(pair[1]), Number(pair[2])]
    return { year: null, month: Math.min(one, other), day: Math.max(one, other) }
  }
  const bareYear = yearOnly.exec(text)
  return bareYear && { year: year(bareYear[1]!), month: null, day: null }
}

function readWords(text: string, year: (digits: string | undefined) => number | null): WrittenDay | null {
  const yearMatch = yearThenWord.exec(text)
  if (yearMatch && monthOf(yearMatch[2]!))
    return whole(Number(yearMatch[1]), monthOf(yearMatch[2]!), Number(yearMatch[3]))
  const dayFirst = dayThenWord.exec(text)
  if (dayFirst && monthOf(dayFirst[2]!))
    return whole(year(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1]))
  const monthFirst = wordThenDay.exec(text)
  if (monthFirst && monthOf(monthFirst[1]!))
    return whole(year(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2]))
  const partly = wordThenYear.exec(text)
  const month = partly && monthOf(partly[1] ?? partly[4]!)
  return month ? { year: year(partly[2] ?? partly[3]), month, day: null } : null
}

/** A zero means unknown, as in '2024-05-00'. */
const whole = (year: number | null, month: number | null, day: number): WrittenDay => ({
  year,
  month: month || null,
  day: day || null,
})
