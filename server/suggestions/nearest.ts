// The people with the most similar taste, as they are stored.

/** People who both love fewer albums than this have no similar taste. */
export const SIMILAR = 2

/** How many people are stored of each kind: some of them cannot be shown when they are read. */
export const STORED = 40

/** Without the last digits, in which the same number can differ by how it was computed. */
export const rounded = (similar: number): number => Math.round(similar * 1e9) / 1e9

/** Similarity of two people: the cosine of the angle between what they love. */
export const similarity = (both: number, loves: number, others: number): number =>
  rounded(both / Math.sqrt(loves * others))

/** A user's id, and their similarity. */
export type Near = readonly [id: number, similarity: number]

/** People to follow, and people who know albums that the user does not love. The most similar come first. */
export type Nearest = { people: Near[]; lovers: Near[] }

export type Candidate = { id: number; both: number; loves: number }

/** `isExcluded`: the user follows them already, or wants nothing of them. */
export function makeNearest(loves: number, isExcluded: (id: number) => boolean) {
  const nearest: Nearest = { people: [], lovers: [] }
  const leastOf = (list: readonly Near[]) => list[STORED - 1]?.[1] ?? 0
  return {
    nearest,
    /** Similarity above which somebody can be among the nearest. */
    least: () => Math.min(leastOf(nearest.people), leastOf(nearest.lovers)),
    add: (candidate: Candidate): void => {
      const near = nearOf(loves, candidate)
      if (isNearEnough(nearest.people, near) && !isExcluded(candidate.id)) insert(nearest.people, near)
      if (candidate.loves > candidate.both && isNearEnough(nearest.lovers, near)) insert(nearest.lovers, near)
    },
  }
}

/** Stored similarities are rounded to one part of this many. */
export const PRECISION = 10_000
const nearOf = (loves: number, { id, both, loves: others }: Candidate): Near => [
  id,
  Math.round(similarity(both, loves, others) * PRECISION) / PRECISION,
]

const isNearEnough = (list: readonly Near[], [, similar]: Near) =>
  list.length < STORED || similar > list[STORED - 1]![1]

/** Puts somebody where they belong, in place of an earlier entry. Returns false if they are not among the nearest. */
function insert(list: Near[], near: Near): boolean {
  const before = list.findIndex(([id]) => id === near[0])
  if (before >= 0 && list[before]![1] === near[1]) return false
  if (before >= 0) list.splice(before, 1)
  else if (!isNearEnough(list, near)) return false
  const at = list.findIndex(([, similar]) => similar < near[1])
  list.splice(at < 0 ? list.length : at, 0, near)
  list.length = Math.min(list.length, STORED)
  return true
}

/** Adds somebody to a user's stored people, as the other one of a pair. Returns false if nothing changed. */
export function addNear(
  { people, lovers }: Nearest,
  { loves, candidate, isFollower }: { loves: number; candidate: Candidate; isFollower: boolean },
): boolean {
  // The number is known from when it was last computed.
  const near = nearOf(Math.max(loves, candidate.both), candidate)
  const isNew = !isFollower && insert(people, near)
  return (candidate.loves > candidate.both && insert(lovers, near)) || isNew
}

export const writeNear = (list: readonly Near[]): string => JSON.stringify(list)
export const readNear = (text: string): Near[] => JSON.parse(text) as Near[]
