import { texts } from '../../shared/texts.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** '3.4 MB' */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const amount = (bytes / 1024 ** power).toLocaleString(texts.numbers, { maximumFractionDigits: 1 })
  return `${amount} ${units[power]}`
}
