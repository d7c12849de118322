import { texts } from '../../shared/texts.ts'

const compact = new Intl.NumberFormat(texts.numbers, { notation: 'compact', maximumFractionDigits: 1 })

/** '2.1M' */
export const compactCount = (count: number): string => compact.format(count)

/** '2,104,311' */
export const fullCount = (count: number): string => count.toLocaleString(texts.numbers)

const pad = (part: number) => String(part).padStart(2, '0')

/** Formats seconds as 'mm:ss', or as 'h:mm:ss' from one hour; '–' if unknown. */
export function formatLength(seconds: number | null): string {
  if (seconds === null) return '–'
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
