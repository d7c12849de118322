import { texts } from '../texts/stats.ts'
import { dayToDate } from '../ui/dates.ts'
import { starsText } from '../ui/Stars.tsx'

const shortMonth = new Intl.DateTimeFormat(texts.locale, { month: 'short' })
const weekday = new Intl.DateTimeFormat(texts.locale, { weekday: 'long' })

/** 'Kas', of '2026-11' or a day */
export const formatShortMonth = (text: string): string =>
  shortMonth.format(dayToDate(`${text.slice(0, 7)}-01`))

/** 'Pazartesi' */
export const formatWeekdayName = (day: string): string => weekday.format(dayToDate(day))

export const decadeName = (decade: number | null): string =>
  decade === null ? texts.stats.unknownDecade : texts.catalog.decadeOf(decade)

/** '3.5 of 5 stars', by the index of a half star */
export const ratingName = (index: number): string => starsText(index + 1)

/** The one with the most, or null. */
export const mostOf = <Item>(items: readonly Item[], valueOf: (item: Item) => number): Item | null =>
  items.reduce<Item | null>(
    (most, item) => (valueOf(item) > (most === null ? 0 : valueOf(most)) ? item : most),
    null,
  )
