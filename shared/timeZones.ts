export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The stored zone of a person; UTC before their first page, or if it is unknown here. */
export const zoneOf = (timeZone: string | null | undefined): string =>
  timeZone && isTimeZone(timeZone) ? timeZone : 'UTC'

export function makeDayIn(timeZone: string): (moment: Date) => string {
  // Swedish dates are ISO dates.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (moment) => format.format(moment)
}

/** Header of a page's calls: its time zone. */
export const TIME_ZONE = 'x-time-zone'
