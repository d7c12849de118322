import { wordsOf } from './analysis.ts'
import type { Clause } from './query.ts'

/** An entity as the index has it: its words by field. */
export type Document<Entity> = {
  entity: Entity
  fields: Map<string, string[][]>
  /** multiplies the score */
  weight: number
}

/** Rules of an index, and the weights of its fields in a search without a field. */
export type IndexShape = {
  /** fields that are compared as a whole, ignoring case */
  keywords: ReadonlySet<string>
  boosts: Readonly<Record<string, number>>
}

export type Index<Entity> = {
  shape: IndexShape
  fields: ReadonlySet<string>
  documents: Document<Entity>[]
  /** number of documents by field and word */
  frequencies: Map<string, number>
}

export function makeIndex<Entity>(
  rows: { entity: Entity; fields: Record<string, string[]>; weight?: number }[],
  shape: IndexShape,
): Index<Entity> {
  const frequencies = new Map<string, number>()
  const documents = rows.map(({ entity, fields, weight = 1 }) => {
    const words = new Map<string, string[][]>()
    for (const [name, values] of Object.entries(fields)) {
      const isKeyword = shape.keywords.has(name)
      words.set(
        name,
        values.map((value) => (isKeyword ? [value.toLowerCase()] : wordsOf(value, name.endsWith('accent')))),
      )
      for (const word of new Set(words.get(name)!.flat())) {
        const key = `${name}\n${word}`
        frequencies.set(key, (frequencies.get(key) ?? 0) + 1)
      }
    }
    return { entity, fields: words, weight }
  })
  const fields = new Set(rows.flatMap((row) => Object.keys(row.fields)))
  return { shape, fields, documents, frequencies }
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

/** Score of a text in one field: rare words and short values count more; null without a match. */
function fieldScore<Entity>(
  index: Index<Entity>,
  document: Document<Entity>,
  { field, text, match }: { field: string; text: string; match: TextClause['match'] },
): number | null {
  const values = document.fields.get(field) ?? []
  const isDate = field.endsWith('date') || field === 'begin'
  const wanted = index.shape.keywords.has(field)
    ? [text.toLowerCase()]
    : wordsOf(text, field.endsWith('accent'))
  if (wanted.length === 0) return null
  const found = values.filter((value) => contains(value, wanted, isDate ? 'prefix' : match))
  if (found.length === 0) return null
  const rarity = wanted.reduce(
    (sum, word) =>
      sum + Math.log(1 + index.documents.length / (index.frequencies.get(`${field}\n${word}`) ?? 1)),
    0,
  )
  return rarity / Math.sqrt(Math.min(...found.map((value) => value.length)))
}

function textScore<Entity>(
  index: Index<Entity>,
  document: Document<Entity>,
  clause: TextClause,
): number | null {
  const { field, text, match } = clause
  if (field !== null && !document.fields.has(field)) return null
  const fields = field === null ? Object.entries(index.shape.boosts) : [[field, 1] as const]
  const scores = fields.flatMap(([name, boost]) => {
    const score = fieldScore(index, document, { field: name, text, match })
    return score === null ? [] : [score * boost]
  })
  return scores.length === 0 ? null : Math.max(...scores) * clause.boost
}

/** Score of a document for a clause; null if it does not match. */
export function score<Entity>(
  index: Index<Entity>,
  document: Document<Entity>,
  clause: Clause,
): number | null {
  if (clause.kind === 'text') return textScore(index, document, clause)
  if (clause.kind === 'range') {
    const values = document.fields.get(clause.field ?? '')?.flat() ?? []
    const isInside = (value: string) =>
      (clause.from === '*' || value >= clause.from) && (clause.to === '*' || value <= `${clause.to}~`)
    return values.some(isInside) ? clause.boost : null
  }
  let sum = 0
  let isMatch = false
  for (const { occur, clause: part } of clause.parts) {
    const partScore = score(index, document, part)
    if (occur === 'not' ? partScore !== null : occur === 'must' && partScore === null) return null
    if (occur === 'not' || partScore === null) continue
    isMatch = true
    sum += partScore
  }
  return isMatch ? sum * clause.boost : null
}
