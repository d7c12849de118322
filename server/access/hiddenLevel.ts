import type { Visibility } from '../../shared/visibility.ts'

// What a moderator hides has the level 'me', so that every rule of levels holds for it; the level that its owner has chosen is
// kept beside it, and is what they see and change.

type Levelled = { visibility: Visibility; hiddenLevel: Visibility | null }

/** The level that the owner has chosen, hidden or not. */
export const chosenLevel = ({ visibility, hiddenLevel }: Levelled): Visibility => hiddenLevel ?? visibility

/** The columns of what has this level for its owner, hidden or not. */
export const levelColumns = (level: Visibility, isHidden: boolean): Levelled =>
  isHidden ? { visibility: 'me', hiddenLevel: level } : { visibility: level, hiddenLevel: null }

/** The level as its owner sees it: the one that they chose, and whether a moderator hides the thing. */
export const levelForOwner = (row: Levelled): { visibility: Visibility; hidden: boolean } => ({
  visibility: chosenLevel(row),
  hidden: row.hiddenLevel !== null,
})
