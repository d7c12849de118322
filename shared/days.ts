const DAY = 24 * 60 * 60 * 1000

export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Maximum age of a listening, in days, at which it still enters the feeds when it is created. */
const FEED_DAYS = 30

export const entersFeeds = (day: string | null, today: string): boolean =>
  day !== null && Date.parse(today) - Date.parse(day) <= FEED_DAYS * DAY

/** The latest day allowed for a log: tomorrow in UTC, because it is already that day in some time zone. */
export const lastLogDay = (now: Date): string => utcDay(new Date(now.getTime() + DAY))

/** Returns the year of an address; null unless it has four digits. */
export const readYear = (segment: string): number | null => (/^\d{4}$/.test(segment) ? Number(segment) : null)
