import type { ImportSettings } from '../../shared/imports.ts'
import { visibilities } from '../../shared/levels.ts'
import { stricter, type Visibility } from '../../shared/visibility.ts'
import type { Draft } from './formats/draft.ts'

// A level is part of a row. What a person chooses for an import is the widest level of all of its rows, never a wider one than
// the row's own; rows without a level have the chosen one, or else the person's default.

/** The level of a listening or a list as the file gives it; undefined if it gives none, or if the row has no level at all. */
const fileLevel = ({ kind, content }: Pick<Draft, 'kind' | 'content'>): Visibility | undefined =>
  kind === 'listed' ? content?.list?.head?.visibility : content?.visibility

/** The levels of a file's rows; 'none' stands for rows that could have one. */
export type FileLevels = Set<Visibility | 'none'>

/** Adds the level of a row. Only the first row of a list has the level of the list. */
export function addLevel(levels: FileLevels, draft: Draft): void {
  const { kind, content } = draft
  if (kind === 'listening' || content?.list?.head) levels.add(fileLevel(draft) ?? 'none')
}

/** The widest level that a row of a file has, by the default of the person; null if no row of it has one. */
export function widestLevel(levels: FileLevels, byDefault: Visibility): Visibility | null {
  const all = new Set([...levels].map((level) => (level === 'none' ? byDefault : level)))
  return visibilities.find((level) => all.has(level)) ?? null
}

/** The level that a row gets; undefined stands for the person's default. */
export const givenLevel = (own: Visibility | undefined, chosen: ImportSettings['visibility']) =>
  own && chosen ? stricter(own, chosen) : (own ?? chosen)
