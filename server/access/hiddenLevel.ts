import type { Visibility } from '../../shared/visibility.ts'

// A thing that a moderator hides gets the level 'me', so that every rule of visibility applies to it. The level that its owner
// chose is stored in `hiddenLevel`; owners see and change that one.

type Levelled = { visibility: Visibility; hiddenLevel: Visibility | null }

export const chosenLevel = ({ visibility, hiddenLevel }: Levelled): Visibility => hiddenLevel ?? visibility

export const levelColumns = (level: Visibility, isHidden: boolean): Levelled =>
  isHidden ? { visibility: 'me', hiddenLevel: level } : { visibility: level, hiddenLevel: null }

export const levelForOwner = (row: Levelled): { visibility: Visibility; hidden: boolean } => ({
  visibility: chosenLevel(row),
  hidden: row.hiddenLevel !== null,
})
