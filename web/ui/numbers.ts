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
