export const grouped = (value: number): string => value.toLocaleString('en')

export const groupedInTurkish = (value: number): string => value.toLocaleString('tr-TR')

export const counted = (count: number, singular: string, plural: string): string =>
  `${grouped(count)} ${count === 1 ? singular : plural}`

/** '1.204 albüm': Turkish counts in the singular. */
export const countedInTurkish = (count: number, noun: string): string => `${groupedInTurkish(count)} ${noun}`

/** At least two of the unit, so that every unit is plural. */
function inUnit(seconds: number): [count: number, unit: 'second' | 'minute' | 'hour'] {
  if (seconds < 90) return [Math.max(2, Math.ceil(seconds)), 'second']
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
}

export function wait(seconds: number): string {
  const [count, unit] = inUnit(seconds)
  return `${count} ${unit}s`
}

export function waitInTurkish(seconds: number): string {
  const [count, unit] = inUnit(seconds)
  return `${count} ${{ second: 'saniye', minute: 'dakika', hour: 'saat' }[unit]}`
}
