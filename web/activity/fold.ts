import type { ActivityEntry } from '../../shared/activity.ts'

/** So many entries of a run stand there without being asked for. */
const SHOWN = 3

/** A line of the feed: an entry, or the button that opens the rest of a run. */
export type Line = { entry: ActivityEntry; folded?: never } | { entry?: never; folded: ActivityEntry[] }

/** Whether two entries are of one run: of one person, both without a text. */
const isRun = (one: ActivityEntry, other: ActivityEntry): boolean =>
  one.user.nickname === other.user.nickname && !one.review && !other.review

/**
 * Folds the feed: of more than three entries of one person in a row, all without a text, the first three stay, and the rest is
 * one line; `opened` are the ids of entries that somebody has asked for, which stay.
 */
export function foldRuns(entries: readonly ActivityEntry[], opened: ReadonlySet<number>): Line[] {
  const lines: Line[] = []
  let length = 0
  for (const [index, entry] of entries.entries()) {
    const before = entries[index - 1]
    length = before && isRun(before, entry) ? length + 1 : 1
    if (length <= SHOWN || opened.has(entry.id)) {
      lines.push({ entry })
      continue
    }
    const last = lines.at(-1)
    // What was opened in the middle of a run parts it.
    if (last?.folded) last.folded.push(entry)
    else lines.push({ folded: [entry] })
  }
  return lines
}

/** Whether all of these entries are folded away, so that the reader does not see them arrive. */
export function areFolded(lines: readonly Line[], entries: readonly ActivityEntry[]): boolean {
  const folded = new Set(lines.flatMap((line) => line.folded ?? []).map(({ id }) => id))
  return entries.length > 0 && entries.every(({ id }) => folded.has(id))
}
