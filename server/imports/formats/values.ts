import { decodeHTMLStrict } from 'entities'
import { utcDay } from '../../../shared/days.ts'
import { foldedLetters } from '../../../shared/foldedLetters.ts'
import type { DateOrder, Scale } from '../../../shared/imports.ts'
import { readWrittenDay } from './days.ts'

/** Result for an impossible day of listening, or a rating that is not on the scale. */
export const BAD = Symbol('unreadable')
type Bad = typeof BAD

/** maximum length of a day or a rating, so that patterns only run on short texts */
const LONGEST = 60
const FIRST_YEAR = 1900
const DAY = 24 * 60 * 60_000
const hasWords = /[^\d\-/. :]/

const emptyValue =
  /^(?:[-–—.?]+|n\/?a|none|null|unknown|unrated|not rated|no rating|yok|bilinmiyor|0000-00-00)$/i

/** Null for an empty text or an incomplete day; BAD for anything that is not a day, in the future, or before 1900. */
export function readDay(text: string, order: DateOrder, now: Date): string | null | Bad {
  if (text.length > LONGEST && text.trim().length > LONGEST) return BAD
  // '(2024)', '~2024', '2024?'
  const trimmed = text.replace(/[()~?]/g, '').trim()
  if (trimmed === '' || emptyValue.test(trimmed)) return null
  const latest = now.getTime() + DAY
  const thisYear = new Date(latest).getUTCFullYear()
  const writtenDay = readWrittenDay(
    hasWords.test(trimmed) ? foldedLetters(trimmed) : trimmed,
    order,
    thisYear,
  )
  if (!writtenDay) return BAD
  const { year, month, day } = writtenDay
  if (year !== null && (year < FIRST_YEAR || year > thisYear)) return BAD
  if ((month ?? 1) > 12 || (day ?? 1) > 31) return BAD
  if (year === null || month === null || day === null) return null
  const moment = new Date(Date.UTC(year, month - 1, day))
  // The latest day is tomorrow in UTC, which is already today in some time zones.
  return moment.getUTCDate() === day && moment.getTime() <= latest ? utcDay(moment) : BAD
}

/** The year of a release: of a year alone, or of a day. Null for anything else, before 1900, or after the next year. */
export function readYear(text: string, now: Date): number | null {
  if (text.length > LONGEST) return null
  const trimmed = foldedLetters(text.replace(/[()~?]/g, '').trim())
  const nextYear = now.getUTCFullYear() + 1
  const year = readWrittenDay(trimmed, 'dayFirst', nextYear)?.year ?? null
  return year !== null && year >= FIRST_YEAR && year <= nextYear ? year : null
}

export function makeOrderGuess() {
  let [isOpen, firstOver12, otherOver12] = [false, false, false]
  return {
    add(text: string): void {
      if (text.length > LONGEST) return
      const match = /^\s*(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(?:\d{4}|'?\d{2})(?![\d:])/.exec(text)
      if (!match) return
      isOpen = true
      if (Number(match[1]) > 12) firstOver12 = true
      if (Number(match[2]) > 12) otherOver12 = true
    },
    order: (): DateOrder => (otherOver12 && !firstOver12 ? 'monthFirst' : 'dayFirst'),
    isOpen: () => isOpen,
  }
}

/** `of`: the maximum of the scale if the text contains it. */
type WrittenRating = { value: number; of: number | null }

const fractions: Record<string, string> = { '½': '.5', '¼': '.25', '¾': '.75' }
const number = String.raw`(\d{1,4}(?:\.\d{1,10})?)`
const unit =
  ' ?(?:[★⭐]|stars?|yildiz|puan|points?|pts|etoiles?|sterne?|punkte?|estrellas?|estrelas?|stelle|sterren)?'
const plainNumber = new RegExp(`^${number}${unit}$`)
const ofScale = new RegExp(`^${number} ?(?:/|of|out of|von|sur|de|su|van|uzerinden) ?${number}${unit}$`)
const percent = new RegExp(`^(?:${number} ?%|% ?${number})$`)
const starSigns = /^(?:[★⭐🌟☆✩✭✰*] ?){1,10}(\.5)?$/u
const FULL = /[★⭐🌟✭*]/gu
const EMPTY = /[☆✩✰]/gu

function readWrittenRating(text: string): WrittenRating | null {
  if (text.length > LONGEST) return null
  if (/^\d{1,3}$/.test(text)) return { value: Number(text), of: null }
  const trimmed = text
    .trim()
    .replace(/\uFE0F/gu, '')
    .replace(/ ?1\/2$/u, '½')
    .replace(/ ?[½¼¾]/gu, (sign) => fractions[sign.trim()]!)
    .replace(/^\./u, '0.')
    .replaceAll(',', '.')
  const stars = starSigns.exec(trimmed)
  if (stars) {
    const [full, empty] = [FULL, EMPTY].map((signs) => trimmed.match(signs)?.length ?? 0) as [number, number]
    // If all stars are the empty sign, each counts as a full star.
    const value = (full || empty) + (stars[1] ? 0.5 : 0)
    return { value, of: full + empty > 5 || value > 5 ? 10 : 5 }
  }
  const folded = foldedLetters(trimmed)
  const plain = plainNumber.exec(folded)
  if (plain) return { value: Number(plain[1]), of: null }
  const scaled = ofScale.exec(folded)
  if (scaled) return { value: Number(scaled[1]), of: Number(scaled[2]) }
  const share = percent.exec(folded)
  return share && { value: Number(share[1] ?? share[2]), of: 100 }
}

/** Returns half stars, 0 for none; BAD if not on the scale. A scale in the text ('8/10', '85%', '★★★½') takes precedence. */
export function readRating(text: string, scale: Scale): number | Bad {
  const trimmed = text.trim()
  if (trimmed === '' || emptyValue.test(trimmed)) return 0
  const writtenRating = readWrittenRating(trimmed)
  if (!writtenRating) return BAD
  const { value } = writtenRating
  const maximum = writtenRating.of ?? Number(scale)
  if (maximum <= 0 || value > maximum) return BAD
  return value === 0 ? 0 : Math.max(1, Math.min(10, Math.round((value / maximum) * 10)))
}

/** `isAsked` is false while no rating depends on the scale. */
export function makeScaleGuess(minimum: number = 0) {
  let maximum = minimum
  let isAsked = false
  return {
    add(text: string): void {
      const writtenRating = readWrittenRating(text)
      if (!writtenRating || writtenRating.of !== null) return
      isAsked = true
      maximum = Math.max(maximum, writtenRating.value)
    },
    scale: (): Scale => (maximum > 10 ? '100' : maximum > 5 ? '10' : '5'),
    isAsked: () => isAsked,
  }
}

export const withoutMarks = (text: string): string =>
  text.replace(
    /\[\/?(?:b|i|s|u|url|img|quote|spoiler|size|color|list|\*|(?:Artist|Album|Label|Genre|Film|Work|Song|Track)\d*)(?:=[^\][]*)?\]/gi,
    '',
  )

export const decodeEntities = (text: string): string => decodeHTMLStrict(text)

export const withTitle = (title: string, text: string): string =>
  [title.trim(), text.trim()].filter(Boolean).join('\n')

const yes = /^(1|x|y|yes|true|evet|e|ja|oui|si|sim|tak|да|✓|✔|♥|❤)$/
const no = /^(0|n|no|false|hayir|h|nein|non|nao|nee|nie|нет|-)$/
const answer = (text: string): string => foldedLetters(text.trim().slice(0, LONGEST)).replace('\uFE0F', '')
export const isYes = (text: string): boolean => text !== '' && yes.test(answer(text))
export const isNo = (text: string): boolean => text !== '' && no.test(answer(text))

export const splitTags = (text: string, by: RegExp = /[,;|]/): string[] =>
  text
    .split(by)
    .map((tag) => tag.trim())
    .filter(Boolean)

type Values = { date: string | null | Bad; rating: number | Bad }

export const withValues = <Base extends object>(base: Base, { date, rating }: Values) => ({
  ...base,
  ...(date !== BAD && { date }),
  ...(rating !== BAD && { rating }),
  ...(date === BAD ? { problem: 'badDate' as const } : rating === BAD && { problem: 'badRating' as const }),
})
