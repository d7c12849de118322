const DAY = 24 * 60 * 60 * 1000

/** The calendar day of a moment in UTC, as 'YYYY-MM-DD'. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The last day that a log may carry: tomorrow in UTC, which is today somewhere on Earth. */
export const lastLogDay = (now: Date): string => utcDay(new Date(now.getTime() + DAY))
