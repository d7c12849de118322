import { decodeHTMLStrict } from 'entities'
import { lastLogDay } from '../../../shared/days.ts'
import { foldedLetters } from '../../../shared/foldedLetters.ts'
import type { DateOrder, Scale } from '../../../shared/imports.ts'

/** An impossible day of listening. */
export const BAD = Symbol('unreadable')
type Bad = typeof BAD

/** The first letters of each month in English and Turkish, as `foldedLetters` returns them. */
const months = 'jan|oca feb|sub mar apr|nis may jun|haz jul|tem aug|agu sep|eyl oct|eki nov|kas dec|ara'
  .split(' ')
  .map((names) => names.split('|'))

function monthOf(word: string): number {
  return months.findIndex((names) => names.includes(word.slice(0, 3))) + 1
}

/** The day of a text, however it is written; null for none. What is no day, or lies in the future or before 1900, is BAD. */
export function readDay(text: string, order: DateOrder, now: Date): string | null | Bad {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const parts = partsOfDay(foldedLetters(trimmed), order)
  if (!parts) return BAD
  const [year, month, day] = parts
  const written = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const moment = new Date(`${written}T00:00:00Z`)
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written)
  return isReal && written >= '1900-01-01' && written <= lastLogDay(now) ? written : BAD
}

function partsOfDay(text: string, order: DateOrder): [number, number, number] | null {
  const first =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text)
  if (first) return [Number(first[1]), Number(first[2]), Number(first[3])]
  const last = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/.exec(text)
  if (last) {
    const [one, other, year] = [Number(last[1]), Number(last[2]), Number(last[3])]
    return order === 'dayFirst' ? [year, other, one] : [year, one, other]
  }
  const dayFirst = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})(?!\d)/.exec(text)
  if (dayFirst) return [Number(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1])]
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)/.exec(text)
  return monthFirst ? [Number(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2])] : null
}

/** Which order days like 3/4/2024 have: the one that all of them allow; null where both or none do. */
export function guessDateOrder(texts: readonly string[]): { order: DateOrder; isOpen: boolean } {
  const both = texts.flatMap((text) => {
    const found = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/.exec(text)
    return found ? [[Number(found[1]), Number(found[2])] as const] : []
  })
  const isMonthFirst = both.some(([, other]) => other > 12) && !both.some(([one]) => one > 12)
  return { order: isMonthFirst ? 'monthFirst' : 'dayFirst', isOpen: both.length > 0 }
}

/** A rating in half stars, 0 for none; BAD for what does not stand on the scale. */
export function readRating(text: string, scale: Scale): number | Bad {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return 0
  const value = Number(trimmed)
  if (!Number.isFinite(value) || value < 0 || value > Number(scale)) return BAD
  if (value === 0) return 0
  const halves = (value / Number(scale)) * 10
  return Math.max(1, Math.min(10, Math.round(halves)))
}

/** The scale on which these ratings can stand. */
export function guessScale(texts: readonly string[]): Scale {
  const values = texts.map((text) => Number(text.trim().replace(',', '.'))).filter(Number.isFinite)
  const most = Math.max(0, ...values)
  return most > 10 ? '100' : most > 5 ? '10' : '5'
}

/** A text without the marks of BBCode, which keep what stands between them. */
export const withoutMarks = (text: string): string =>
  text.replace(
    /\[\/?(?:b|i|s|u|url|img|quote|spoiler|size|color|list|\*|(?:Artist|Album|Label|Genre|Film|Work|Song|Track)\d*)(?:=[^\][]*)?\]/gi,
    '',
  )

/** A name or a text of a service that writes it as HTML. */
export const decoded = (text: string): string => decodeHTMLStrict(text)

/** A review with its title as the first line. */
export const titled = (title: string, text: string): string =>
  [title.trim(), text.trim()].filter(Boolean).join('\n')

const yes = /^(1|x|y|yes|true|evet|e|✓|♥|❤)$/i
export const isYes = (text: string): boolean => yes.test(text.trim())

/** Tags as one cell holds them. */
export const splitTags = (text: string, by: RegExp = /[,;|]/): string[] =>
  text
    .split(by)
    .map((tag) => tag.trim())
    .filter(Boolean)
