type Dated = { date: string | null; id: number }

/**
 * True if one listening is newer than another: its day is later, or on
 * the same day it was created later. Those without a day are the oldest.
 */
export const isNewerListening = (one: Dated, other: Dated): boolean =>
  one.date === other.date ? one.id > other.id : (one.date ?? '') > (other.date ?? '')
