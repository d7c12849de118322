import type { Source, TextPart } from '../reading/source.ts'
import { readTable } from '../reading/table.ts'
import { plainHeader, type Reading, type ReadOptions } from './draft.ts'
import { draftsOf, emptyMark, levelOf, restrict, type Mark } from './neodbMarks.ts'
import { splitTags, titled } from './values.ts'

// NeoDB as tables: one of marks, one of reviews and one of notes for each kind of thing. They have no levels.

/** Reviews that are kept until their marks are read, in letters. */
const MOST_REVIEWS = 50_000_000

type Table = 'mark' | 'review' | 'note'
const headers: Record<Table, string> = {
  mark: 'title,info,links,timestamp,status',
  review: 'title,info,links,timestamp,title',
  note: 'title,info,links,timestamp,progress,title',
}

const kindOf = ({ head }: TextPart): Table | undefined =>
  (Object.keys(headers) as Table[]).find((table) => head.trimStart().startsWith(headers[table]))

/** Whether a table is one of books, films or anything else that is not music. */
const isOther = ({ name }: TextPart) => /(^|\/)(?!music_)[a-z]+_(mark|review|note)\.csv$/.test(name)

/** The name of an artist ends where another name with a colon begins: 'artist:Sigur Rós year:2002'. NeoDB joins artists with '/'. */
const artistsIn = (info: string): string[] => {
  const artist = /(?:^|\s)artist:(.*?)(?=\s[a-z_]+:|$)/i.exec(info)?.[1]?.trim() ?? ''
  const parts = artist.split('/').map((part) => part.trim())
  return parts.length > 1 ? [artist, parts.join(' & '), ...parts] : [artist]
}

type Row = { mark: Mark; key: string; cell: (name: string) => string; last: (name: string) => string }

async function* rowsOf(part: TextPart): AsyncGenerator<Row> {
  let columns: string[] | null = null
  for await (const cells of readTable(part.text(), part.head)) {
    if (!cells) continue
    if (!columns) {
      columns = cells
      continue
    }
    const names = columns
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    const last = (name: string) => cells[names.lastIndexOf(name)] ?? ''
    const mark = { ...emptyMark(cell('title'), artistsIn(cell('info'))), timestamp: cell('timestamp') }
    restrict(mark, levelOf(cell('visibility')))
    yield { mark, key: cell('links').split(' ')[0]!, cell, last }
  }
}

/** Reads the tables of NeoDB; null if there are none of music. A review is joined to the mark of the same links. */
export function neodbTables({ parts }: Pick<Source, 'parts'>, { now }: ReadOptions): Reading | null {
  const tables = parts.map((part) => ({ part, kind: kindOf(part) }))
  const music = (kind: Table) => tables.find((each) => each.kind === kind && !isOther(each.part))?.part
  const [marks, reviews, notes] = [music('mark'), music('review'), music('note')]
  if (!marks && !reviews) return null
  const others = new Set<string>()
  let noted = 0
  return {
    format: 'neodb',
    header: plainHeader,
    asks: { wishes: true },
    notTaken: () => ({ otherMedia: others.size, notes: noted }),
    async *rows() {
      const waiting = new Map<string, Mark>()
      let letters = 0
      if (reviews)
        for await (const { mark, key, cell, last } of rowsOf(reviews)) {
          // The header has 'title' twice: of the album, and of the review. That the album was heard is certain, when is not.
          const review = { ...mark, status: 'progress', review: titled(last('title'), cell('content')) }
          letters += review.review.length
          if (letters <= MOST_REVIEWS && key !== '' && !waiting.has(key)) waiting.set(key, review)
          else yield* draftsOf(review, now)
        }
      if (marks)
        for await (const { mark, key, cell } of rowsOf(marks)) {
          const review = waiting.get(key)
          waiting.delete(key)
          restrict(mark, review?.visibility)
          const [status, rating, comment] = [cell('status'), cell('rating'), cell('comment')]
          const tags = splitTags(cell('tags'), /\|/)
          yield* draftsOf({ ...mark, status, rating, comment, tags, review: review?.review ?? '' }, now)
        }
      for (const review of waiting.values()) yield* draftsOf(review, now)
      if (notes) for await (const _ of rowsOf(notes)) noted++
      for (const { part, kind } of tables)
        if (kind && isOther(part)) for await (const { key } of rowsOf(part)) others.add(key)
    },
  }
}
