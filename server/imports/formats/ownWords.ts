import { foldedLetters } from '../../../shared/foldedLetters.ts'
import type { RowKind } from '../../../shared/imports.ts'
import { visibilities } from '../../../shared/levels.ts'
import { visibility as english } from '../../../shared/texts/default/visibility.ts'
import { visibility as turkish } from '../../../shared/texts/turkish/visibility.ts'
import type { Visibility } from '../../../shared/visibility.ts'

// The columns and words of our own tables, for the code that writes them and for the code that reads them: docs/export.md.

/** The columns of 'Download the rest'. The name of the rating's column says its scale. */
export const restColumns = [
  'Kind',
  'Artist',
  'Album',
  'Date',
  'Rating (of 10)',
  'Review',
  'Tags',
  'Relisten',
  'Visible to',
  'List',
  'List number',
  'Place',
  'Note',
  'Description',
  'Ranked',
  'Nickname',
  'Plays',
  'Added',
  'Why',
] as const
export type RestColumn = (typeof restColumns)[number]

const kindWords: Record<RowKind, string> = {
  listening: 'listening',
  wish: 'wish',
  heart: 'heart',
  listed: 'list',
  top: 'top four',
  follow: 'follow',
}
export const wordOfKind = (kind: RowKind): string => kindWords[kind]

/** The kind that a word names; undefined for another word. */
export const kindOfWord = (word: string): RowKind | undefined =>
  (Object.keys(kindWords) as RowKind[]).find((kind) => kindWords[kind] === word.trim().toLowerCase())

export const wordOfLevel = (level: Visibility): string => english[level]

const levels = new Map(
  visibilities.flatMap((level) =>
    [level, english[level], turkish[level]].map((word) => [foldedLetters(word), level]),
  ),
)

/** The level that a word names; undefined for none. A word that is not known could mean anything: nobody else sees the row. */
export const levelOfWord = (word: string): Visibility | undefined =>
  word.trim() === '' ? undefined : (levels.get(foldedLetters(word.trim())) ?? 'me')

export const wordOfYes = (is: boolean | undefined): string => (is ? 'yes' : '')

/** Tags in one cell, with commas between them; a comma within a tag has a backslash before it. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\,]/g, '\\$&')).join(', ')

/** The tags of one cell. */
export const splitTags = (cell: string): string[] =>
  [...cell.matchAll(/(?:\\.|[^,\\])+/gsu)]
    .map(([tag]) => tag.replace(/\\(.)/gsu, '$1').trim())
    .filter(Boolean)

type Heard = { first: string | null; last: string | null; tracks: number; plays: number }

/** What a history of plays says of an album, in one cell; `heard` is the number of its tracks within a week. */
export const wordsOfPlays = (heard: number, { tracks, plays, first, last }: Heard): string =>
  `${heard} in a week, ${tracks} tracks, ${plays} plays${first && last ? `, ${first} to ${last}` : ''}`

/** The same, read; null for other words. */
export function playsOfWords(cell: string): { heard: number; content: Heard } | null {
  const found = /^(\d+) in a week, (\d+) tracks, (\d+) plays(?:, ([\d-]+) to ([\d-]+))?$/.exec(cell.trim())
  if (!found) return null
  const [, heard, tracks, plays, first = null, last = null] = found
  return { heard: Number(heard), content: { tracks: Number(tracks), plays: Number(plays), first, last } }
}
