import { levelsSeenBy, type Insider } from '../../shared/visibility.ts'
import { NO_DAY, type Listenings } from './listenings.ts'

/** How many rows a list of the statistics has. */
export const TOP = 10

/** A span of days, both included. */
export type Span = { first: number; last: number }

/** Sums of the listenings that a reader sees. */
export type Sums = {
  total: number
  /** heard ones, as indexes of the user's facts */
  albums: number[]
  /** by album */
  listens: Int32Array
  /** index of the newest listening of each album, and of the newest one with a rating; -1 without one */
  newest: Int32Array
  newestRated: Int32Array
}

/** Days from the earliest to the latest, with how many listenings each has. */
export type DaySums = Span & { counts: Int32Array }

/** Sums all listenings that the reader can see, or those within a span of days. */
export function sumListenings(listenings: Listenings, reader: Insider, span?: Span): Sums {
  const { size, albums, days, levels, ratings, facts } = listenings
  const limit = levelsSeenBy[reader].length
  const [first, last] = [span?.first ?? NO_DAY, span?.last ?? 0x7f_ff_ff_ff]
  const count = facts.albumIds.length
  const listens = new Int32Array(count)
  const newest = new Int32Array(count).fill(-1)
  const newestRated = new Int32Array(count).fill(-1)
  const heard: number[] = []
  let total = 0
  for (let index = 0; index < size; index++) {
    const day = days[index]!
    if (levels[index]! >= limit || day < first || day > last) continue
    const album = albums[index]!
    total++
    if (listens[album]!++ === 0) heard.push(album)
    // Ids rise, so of two of one day the later one is the newer.
    const previous = newest[album]!
    if (previous === -1 || day >= days[previous]!) newest[album] = index
    if (ratings[index] === 0) continue
    const rated = newestRated[album]!
    if (rated === -1 || day >= days[rated]!) newestRated[album] = index
  }
  return { total, albums: heard, listens, newest, newestRated }
}

/** Null without a listening that has a day. */
export function sumDays(listenings: Listenings, reader: Insider): DaySums | null {
  const limit = levelsSeenBy[reader].length
  const span = spanOfDays(listenings, limit)
  return span && { ...span, counts: countDays(listenings, limit, span) }
}

// One loop per function: with both loops in one, V8 discarded the optimized code at each call.

function spanOfDays({ size, days, levels }: Listenings, limit: number): Span | null {
  let [first, last] = [0x7f_ff_ff_ff, NO_DAY]
  for (let index = 0; index < size; index++) {
    const day = days[index]!
    if (levels[index]! >= limit || day === NO_DAY) continue
    if (day < first) first = day
    if (day > last) last = day
  }
  return last === NO_DAY ? null : { first, last }
}

function countDays({ size, days, levels }: Listenings, limit: number, { first, last }: Span): Int32Array {
  const counts = new Int32Array(last - first + 1)
  for (let index = 0; index < size; index++) {
    const day = days[index]!
    if (levels[index]! < limit && day !== NO_DAY) counts[day - first]!++
  }
  return counts
}

/** Index of the earliest listening of the day, or of the latest one, by when they were made. */
export function findOfDay(
  { size, days, levels }: Listenings,
  reader: Insider,
  { day, isLatest }: { day: number; isLatest: boolean },
): number {
  const limit = levelsSeenBy[reader].length
  const step = isLatest ? -1 : 1
  let index = isLatest ? size - 1 : 0
  while (days[index] !== day || levels[index]! >= limit) index += step
  return index
}

/** The first of the candidates in the order of `compare`, without sorting all of them. */
export function findTop<Item>(
  candidates: readonly Item[],
  count: number,
  compare: (one: Item, other: Item) => number,
): Item[] {
  const top: Item[] = []
  for (const candidate of candidates) {
    if (top.length === count && compare(candidate, top[count - 1]!) >= 0) continue
    let place = top.length
    while (place > 0 && compare(candidate, top[place - 1]!) < 0) place--
    top.splice(place, 0, candidate)
    if (top.length > count) top.pop()
  }
  return top
}

/** Newest day first, then what was made last. */
export const compareNewest =
  ({ days }: Listenings) =>
  (one: number, other: number): number =>
    days[other]! - days[one]! || other - one
