import type { Source, TextPart } from '../reading/source.ts'
import { readTable } from '../reading/table.ts'
import { counted, plainHeader, type Reading, type ReadOptions } from './draft.ts'
import { draftsOf, emptyMark, levelOf, losesOpinions, restrict, type Mark } from './neodbMarks.ts'
import { splitTags, withTitle } from './values.ts'

// NeoDB has a table each of marks, reviews and notes per kind of thing.

/** characters of reviews that are held in memory until their marks are read */
const MOST_REVIEWS = 50_000_000

type Table = 'mark' | 'review' | 'note'
const headers: Record<Table, string> = {
  mark: 'title,info,links,timestamp,status',
  review: 'title,info,links,timestamp,title',
  note: 'title,info,links,timestamp,progress,title',
}

const kindOf = ({ head }: TextPart): Table | undefined =>
  (Object.keys(headers) as Table[]).find((table) => head.trimStart().startsWith(headers[table]))

const isOther = ({ name }: TextPart) => /(^|\/)(?!music_)[a-z]+_(mark|review|note)\.csv$/.test(name)

/** An artist ends where another key begins: 'artist:Sigur Rós year:2002'. NeoDB joins artists with '/'. */
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

/** Null if no table is of music. A review belongs to the mark with the same link. */
export function neodbTables({ parts }: Pick<Source, 'parts'>, { now }: ReadOptions): Reading | null {
  const tables = parts.map((part) => ({ part, kind: kindOf(part) }))
  const music = (kind: Table) => tables.find((each) => each.kind === kind && !isOther(each.part))?.part
  const [marks, reviews, notes] = [music('mark'), music('review'), music('note')]
  if (!marks && !reviews) return null
  const otherKeys = new Set<string>()
  let [noteCount, opinionsOfWishes] = [0, 0]
  return {
    format: 'neodb',
    header: plainHeader,
    asks: { wishes: true },
    notTaken: () => counted({ otherMedia: otherKeys.size, notes: noteCount, opinionsOfWishes }),
    async *rows() {
      noteCount = 0
      opinionsOfWishes = 0
      const pendingReviews = new Map<string, Mark>()
      let letters = 0
      if (reviews)
        for await (const { mark, key, cell, last } of rowsOf(reviews)) {
          // The header has 'title' twice: the album's and the review's. A reviewed album was certainly heard, on an unknown day.
          const review = { ...mark, status: 'progress', review: withTitle(last('title'), cell('content')) }
          letters += review.review.length
          if (letters <= MOST_REVIEWS && key !== '' && !pendingReviews.has(key))
            pendingReviews.set(key, review)
          else yield* draftsOf(review, now)
        }
      if (marks)
        for await (const { mark, key, cell } of rowsOf(marks)) {
          const review = pendingReviews.get(key)
          pendingReviews.delete(key)
          restrict(mark, review?.visibility)
          const [status, rating, comment] = [cell('status'), cell('rating'), cell('comment')]
          const tags = splitTags(cell('tags'), /\|/)
          const marked = { ...mark, status, rating, comment, tags, review: review?.review ?? '' }
          if (losesOpinions(marked)) opinionsOfWishes++
          yield* draftsOf(marked, now)
        }
      for (const review of pendingReviews.values()) yield* draftsOf(review, now)
      if (notes) for await (const _ of rowsOf(notes)) noteCount++
      for (const { part, kind } of tables)
        if (kind && isOther(part)) for await (const { key } of rowsOf(part)) otherKeys.add(key)
    },
  }
}
