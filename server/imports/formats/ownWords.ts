import { foldedLetters } from '../../../shared/foldedLetters.ts'
import type { RowKind } from '../../../shared/imports.ts'
import { visibilities } from '../../../shared/levels.ts'
import { visibility as english } from '../../../shared/texts/default/visibility.ts'
import { visibility as turkish } from '../../../shared/texts/turkish/visibility.ts'
import type { Visibility } from '../../../shared/visibility.ts'

// Shared by the code that writes our tables and the code that reads them: docs/export.md.

/** The name of the rating column includes its scale. */
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
  'Year',
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

export const kindOfWord = (word: string): RowKind | undefined =>
  (Object.keys(kindWords) as RowKind[]).find((kind) => kindWords[kind] === word.trim().toLowerCase())

export const wordOfLevel = (level: Visibility): string => english[level]

const levels = new Map(
  visibilities.flatMap((level) =>
    [level, english[level], turkish[level]].map((word) => [foldedLetters(word), level]),
  ),
)

/** Undefined for an empty cell. An unknown word restricts the row to its owner. */
export const levelOfWord = (word: string): Visibility | undefined =>
  word.trim() === '' ? undefined : (levels.get(foldedLetters(word.trim())) ?? 'me')

export const wordOfYes = (is: boolean | undefined): string => (is ? 'yes' : '')

export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\,]/g, '\\$&')).join(', ')

export const splitTags = (cell: string): string[] =>
  [...cell.matchAll(/(?:\\.|[^,\\])+/gsu)]
    .map(([tag]) => tag.replace(/\\(.)/gsu, '$1').trim())
    .filter(Boolean)

type Heard = { first: string | null; last: string | null; tracks: number; plays: number }

export const wordsOfPlays = (heardTracks: number, { tracks, plays, first, last }: Heard): string =>
  `${heardTracks} in a week, ${tracks} tracks, ${plays} plays${first && last ? `, ${first} to ${last}` : ''}`

export function playsOfWords(cell: string): { heard: number; content: Heard } | null {
  const match = /^(\d+) in a week, (\d+) tracks, (\d+) plays(?:, ([\d-]+) to ([\d-]+))?$/.exec(cell.trim())
  if (!match) return null
  const [, heardTracks, tracks, plays, first = null, last = null] = match
  return {
    heard: Number(heardTracks),
    content: { tracks: Number(tracks), plays: Number(plays), first, last },
  }
}
