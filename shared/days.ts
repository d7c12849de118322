const DAY = 24 * 60 * 60 * 1000

/** The calendar day of a moment in UTC, as 'YYYY-MM-DD'. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10)

/** How many days a listening may lie back when it is made and still enter the feeds. */
const FEED_DAYS = 30

/** Whether a listening of this day enters the feeds when it is made on the day `today`. Without a day it does not. */
export const entersFeeds = (day: string | null, today: string): boolean =>
  day !== null && Date.parse(today) - Date.parse(day) <= FEED_DAYS * DAY

/** The last day that a log may carry: tomorrow in UTC, which is today somewhere on Earth. */
export const lastLogDay = (now: Date): string => utcDay(new Date(now.getTime() + DAY))
