import type { AlbumType } from '../../shared/albumTypes.ts'
import { catalogues } from '../lib/languages.ts'

// Different albums with the same artist and title: one keeps the plain title, the others get an addition in parentheses.

export type Homonym = { id: string; releaseDate: string | null; type: AlbumType | null }

/** Additions in the order in which they are tried; null if it is not known. */
const additions: ((group: Homonym) => string | null)[] = [
  ({ releaseDate }) => releaseDate?.slice(0, 4) ?? null,
  ({ releaseDate }) => releaseDate?.slice(0, 7) ?? null,
  ({ type }) => type && catalogues.default.catalog.types[type],
]

const dateOf = ({ releaseDate }: Homonym): string => releaseDate ?? '9999'

/** Earliest first; of the same date in an order that does not change. */
export const inOrder = <Group extends Homonym>(groups: readonly Group[]): Group[] =>
  groups.toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : a.id < b.id ? -1 : 1))

/**
 * Returns the addition of each album other than the plain one: the year, if several have it the month, then the type, then a
 * number.
 */
export function additionsOf(groups: readonly Homonym[], plainId: string | null): Map<string, string> {
  const named = new Map<string, string>()
  let rest = inOrder(groups.filter(({ id }) => id !== plainId))
  for (const addition of additions) {
    const texts = rest.map(addition)
    for (const [index, text] of texts.entries())
      if (text !== null && texts.indexOf(text) === texts.lastIndexOf(text)) named.set(rest[index]!.id, text)
    rest = rest.filter(({ id }) => !named.has(id))
  }
  for (const [index, { id }] of rest.entries()) named.set(id, String(index + 2))
  return named
}

/** True if `additionsOf` can return this addition for the album. */
export const isAdditionOf = (group: Homonym, text: string): boolean =>
  additions.some((addition) => addition(group) === text) || /^([2-9]|[1-9]\d{1,2})$/.test(text)

/** Parses a title with a text in parentheses, which can be such an addition. */
export function splitAddition(title: string): { title: string; addition: string } | null {
  const [, plain, addition] = /^(.*\S)\s+\(([^()]+)\)$/u.exec(title.trim()) ?? []
  return plain && addition ? { title: plain, addition } : null
}
