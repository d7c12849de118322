/** What listenings are ordered by: the person's day (null where it is not known), then when they were made. */
type Dated = { date: string | null; id: number }

/** Whether one listening is newer than another: its day is later, or it was made later. One without a day is the oldest. */
export const isNewerListening = (one: Dated, other: Dated): boolean =>
  one.date === other.date ? one.id > other.id : (one.date ?? '') > (other.date ?? '')
