import type { Track } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'

const compact = new Intl.NumberFormat(texts.numbers, { notation: 'compact', maximumFractionDigits: 1 })

/** A count in few signs: '2.1M'. */
export const compactCount = (count: number): string => compact.format(count)

/** A count in full: '2,104,311'. */
export const fullCount = (count: number): string => count.toLocaleString(texts.numbers)

const two = (part: number) => String(part).padStart(2, '0')

/** Seconds as 'mm:ss', from one hour on as 'h:mm:ss'; '–' when unknown. */
export function formatLength(seconds: number | null): string {
  if (seconds === null) return '–'
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** The length of all tracks together; with a '+' where some lengths are unknown, '–' where all are. */
export function totalLength(tracks: Track[]): string {
  const known = tracks.flatMap(({ duration }) => duration ?? [])
  if (known.length === 0) return formatLength(null)
  const total = formatLength(known.reduce((sum, duration) => sum + duration, 0))
  return known.length < tracks.length ? `${total}+` : total
}

/** A name of some words stands larger than one of two lines. */
const SHORT_NAME = 24

/** The size of the heading that is the name of an album or an artist. */
export const nameSize = (name: string): string =>
  name.length <= SHORT_NAME ? 'text-3xl lg:text-[3.75rem] lg:leading-none' : 'text-3xl'
