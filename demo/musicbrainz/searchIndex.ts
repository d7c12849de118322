import { wordsOf } from './analysis.ts'
import type { Clause } from './query.ts'

/** An entity with the texts of its fields. */
export type Document<Entity> = {
  entity: Entity
  fields: Record<string, string[]>
  /** multiplies the score */
  weight?: number
}

/** Rules of an index, and the weights of its fields in a search without a field. */
type IndexShape = {
  /** fields that are compared as a whole, ignoring case */
  keywords: ReadonlySet<string>
  boosts: Readonly<Record<string, number>>
}

/** One field of all documents: the words of each value, and the number of documents by word. */
type Column = { words: string[][][]; frequencies: Map<string, number> }

export type Index<Entity> = {
  shape: IndexShape
  fields: ReadonlySet<string>
  documents: Document<Entity>[]
  columns: Map<string, Column>
}

export const makeIndex = <Entity>(documents: Document<Entity>[], shape: IndexShape): Index<Entity> => ({
  shape,
  fields: new Set(documents.flatMap(({ fields }) => Object.keys(fields))),
  documents,
  columns: new Map(),
})

/** Words of a text in a field: of an identifier or a name of a list the whole text. */
const fieldWords = ({ keywords }: IndexShape, field: string, text: string) =>
  keywords.has(field) ? [text.toLowerCase()] : wordsOf(text, field.endsWith('accent'))

/** Returns the words of a field, which are only found when a search first needs them. */
function columnOf<Entity>({ shape, documents, columns }: Index<Entity>, field: string): Column {
  const cached = columns.get(field)
  if (cached) return cached
  const words = documents.map(({ fields }) =>
    (fields[field] ?? []).map((value) => fieldWords(shape, field, value)),
  )
  const frequencies = new Map<string, number>()
  for (const values of words)
    for (const word of new Set(values.flat())) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const column = { words, frequencies }
  columns.set(field, column)
  return column
}

/** The number of letters by which two words differ, up to two. */
function isSimilar(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false
  let row = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]! <= 2
}

const matchers: Record<'exact' | 'prefix' | 'fuzzy', (word: string, wanted: string) => boolean> = {
  exact: (word, wanted) => word === wanted,
  prefix: (word, wanted) => word.startsWith(wanted),
  fuzzy: isSimilar,
}

/** True if the wanted words follow each other in a value; the last one can be a beginning or similar. */
function contains(value: string[], wanted: string[], match: 'exact' | 'prefix' | 'fuzzy'): boolean {
  for (let start = 0; start + wanted.length <= value.length; start++) {
    const isHere = wanted.every((word, place) =>
      matchers[place === wanted.length - 1 ? match : 'exact'](value[start + place]!, word),
    )
    if (isHere) return true
  }
  return false
}

type TextClause = Extract<Clause, { kind: 'text' }>
/** Scores of the matching documents by their place in the index. */
type Scores = Map<number, number>

/** Scores of a text in one field: rare words and short values count more. */
function fieldScores<Entity>(index: Index<Entity>, field: string, { text, match }: TextClause): Scores {
  const { words, frequencies } = columnOf(index, field)
  const wanted = fieldWords(index.shape, field, text)
  const scores: Scores = new Map()
  if (wanted.length === 0) return scores
  const isDate = field.endsWith('date') || field === 'begin'
  const rarity = wanted.reduce(
    (sum, word) => sum + Math.log(1 + words.length / (frequencies.get(word) ?? 1)),
    0,
  )
  words.forEach((values, place) => {
    const found = values.filter((value) => contains(value, wanted, isDate ? 'prefix' : match))
    if (found.length > 0)
      scores.set(place, rarity / Math.sqrt(Math.min(...found.map((value) => value.length))))
  })
  return scores
}

/** Length of the shortest part of a word that the index has. */
const SHORTEST_PART = 3

/** Scores of a text that is a part of words: 'homog' finds 'Homogenic', but only in a search without a field. */
function partScores<Entity>(index: Index<Entity>, { text }: TextClause): Scores {
  const { words } = columnOf(index, 'ngram')
  const wanted = fieldWords(index.shape, 'ngram', text).filter((word) => word.length >= SHORTEST_PART)
  if (wanted.length === 0) return new Map()
  const isMatch = (value: string[]) => wanted.every((part) => value.some((word) => word.includes(part)))
  const found = words.flatMap((values, place) => {
    const lengths = values.filter(isMatch).map((value) => value.length)
    return lengths.length > 0 ? [{ place, length: Math.min(...lengths) }] : []
  })
  const rarity = Math.log(1 + words.length / Math.max(found.length, 1))
  return new Map(found.map(({ place, length }) => [place, rarity / Math.sqrt(length)]))
}

/** Scores of a text in its field, or the best of all fields. */
function textScores<Entity>(index: Index<Entity>, clause: TextClause): Scores {
  const { field, text, match } = clause
  const scores: Scores = new Map()
  // 'field:*' is every document with a value.
  if (field !== null && text === '' && match === 'prefix') {
    index.documents.forEach(({ fields }, place) => {
      if (fields[field]?.length) scores.set(place, clause.boost)
    })
    return scores
  }
  const fields = field === null ? Object.entries(index.shape.boosts) : [[field, 1] as const]
  for (const [name, boost] of fields)
    for (const [place, points] of name === 'ngram'
      ? partScores(index, clause)
      : fieldScores(index, name, clause))
      scores.set(place, Math.max(scores.get(place) ?? 0, points * boost * clause.boost))
  return scores
}

function rangeScores<Entity>(index: Index<Entity>, clause: Extract<Clause, { kind: 'range' }>): Scores {
  const isInside = (value: string) =>
    (clause.from === '*' || value >= clause.from) && (clause.to === '*' || value <= `${clause.to}~`)
  const places = index.documents.flatMap(({ fields }, place) =>
    fields[clause.field ?? '']?.some(isInside) ? [place] : [],
  )
  return new Map(places.map((place) => [place, clause.boost]))
}

/** Scores of all documents that match a clause. */
export function scoresOf<Entity>(index: Index<Entity>, clause: Clause): Scores {
  if (clause.kind === 'text') return textScores(index, clause)
  if (clause.kind === 'range') return rangeScores(index, clause)
  const parts = clause.parts.map(({ occur, clause: part }) => ({ occur, scores: scoresOf(index, part) }))
  const sums: Scores = new Map()
  for (const { scores } of parts.filter(({ occur }) => occur !== 'not'))
    for (const [place, points] of scores) sums.set(place, (sums.get(place) ?? 0) + points * clause.boost)
  for (const place of sums.keys())
    if (parts.some(({ occur, scores }) => occur !== 'should' && scores.has(place) === (occur === 'not')))
      sums.delete(place)
  return sums
}
