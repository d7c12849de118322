import type { ActivityEntry } from '../../shared/activity.ts'

const SHOWN = 3

export type Line = { entry: ActivityEntry; folded?: never } | { entry?: never; folded: ActivityEntry[] }

const isRun = (one: ActivityEntry, other: ActivityEntry): boolean =>
  one.user.nickname === other.user.nickname && !one.review && !other.review

/**
 * Folds the feed: of more than three consecutive entries of a user without a review, the first three are shown and the rest is
 * one line. `opened` contains the ids of unfolded entries, which are always shown.
 */
export function foldRuns(entries: readonly ActivityEntry[], opened: ReadonlySet<number>): Line[] {
  const lines: Line[] = []
  let length = 0
  for (const [index, entry] of entries.entries()) {
    const previous = entries[index - 1]
    length = previous && isRun(previous, entry) ? length + 1 : 1
    if (length <= SHOWN || opened.has(entry.id)) {
      lines.push({ entry })
      continue
    }
    const last = lines.at(-1)
    // An unfolded entry in the middle of a run splits it.
    if (last?.folded) last.folded.push(entry)
    else lines.push({ folded: [entry] })
  }
  return lines
}

/** True if all of these entries are folded, so that the user does not see them arrive. */
export function areFolded(lines: readonly Line[], entries: readonly ActivityEntry[]): boolean {
  const folded = new Set(lines.flatMap((line) => line.folded ?? []).map(({ id }) => id))
  return entries.length > 0 && entries.every(({ id }) => folded.has(id))
}
