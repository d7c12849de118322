import type { ImportSettings } from '../../shared/imports.ts'
import { visibilities } from '../../shared/levels.ts'
import { stricter, type Visibility } from '../../shared/visibility.ts'
import type { Draft } from './formats/draft.ts'

// Each row can have a visibility level. The level that a user chooses for an import is an upper bound: a row never becomes
// visible to more people than its own level allows. Rows without a level get the chosen level, or else the user's default.

/** The levels of a file's rows; 'none' means a row that could have a level but has none. */
export type FileLevels = Set<Visibility | 'none'>

/** Only the first row of a list carries the level of the list. */
export function addLevel(levels: FileLevels, { kind, content }: Draft): void {
  const head = content?.list?.head
  if (kind === 'listening') levels.add(content?.visibility ?? 'none')
  else if (head) levels.add(head.visibility ?? 'none')
}

export function widestLevel(levels: FileLevels, byDefault: Visibility): Visibility | null {
  const all = new Set([...levels].map((level) => (level === 'none' ? byDefault : level)))
  return visibilities.find((level) => all.has(level)) ?? null
}

/** Undefined means the user's default. */
export const givenLevel = (rowLevel: Visibility | undefined, importLevel: ImportSettings['visibility']) =>
  rowLevel && importLevel ? stricter(rowLevel, importLevel) : (rowLevel ?? importLevel)
