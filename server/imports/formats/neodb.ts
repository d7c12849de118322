import { importLimits } from '../../../shared/imports.ts'
import { linesOf } from '../reading/encoding.ts'
import type { TextPart } from '../reading/source.ts'
import { readTable } from '../reading/table.ts'
import { plain, plainHeader, type Draft, type Named, type Reading, type ReadOptions } from './draft.ts'
import { BAD, readDay, readRating, splitTags, titled } from './values.ts'

// NeoDB, as tables and as lines of JSON. The day of a finished mark is one of a listening; what is merely begun has none.

type Mark = {
  named: Named | null
  status: string
  timestamp: string
  rating: string
  comment: string
  review: string
  tags: string[]
}

/** Reviews that are kept until their marks are read, in letters. */
const MOST_REVIEWS = 50_000_000

function draftOf({ named, status, timestamp, rating: rated, comment, review, tags }: Mark, now: Date): Draft {
  const day = readDay(timestamp.slice(0, 10), 'dayFirst', now)
  const rating = readRating(rated, '10')
  if (status === 'wishlist') return plain({ kind: 'wish', named, date: day === BAD ? null : day })
  const base = { kind: 'listening', named } as const
  if (rating === BAD) return plain({ ...base, problem: 'badRating' })
  if (day === BAD) return plain({ ...base, problem: 'badDate' })
  const date = status === 'complete' ? day : null
  const text = [review, comment].filter(Boolean).join('\n\n')
  const content = { ...(text && { review: text }), ...(tags.length > 0 && { tags }) }
  return plain({ ...base, date, rating, content })
}

/** 'artist:Sigur Rós year:2002': the artist ends where another name with a colon begins. */
function namedIn(title: string, info: string): Named | null {
  const artist = /(?:^|\s)artist:(.*?)(?=\s[a-z_]+:|$)/i.exec(info)?.[1]?.trim() ?? ''
  return artist && title ? { artist, album: title } : null
}

type Part = { part: TextPart }
async function* rowsOf({ part }: Part): AsyncGenerator<{ cells: string[]; columns: string[] }> {
  let columns: string[] | null = null
  for await (const cells of readTable(part.text(), part.head)) {
    if (!cells) continue
    if (columns) yield { cells, columns }
    else columns = cells
  }
}

/** The two tables of music; a review is joined to the mark of the same links. */
export const neodbTables = (
  marks: TextPart | undefined,
  reviews: TextPart | undefined,
  { now }: ReadOptions,
): Reading => ({
  format: 'neodb',
  header: plainHeader,
  asks: { wishes: true },
  async *rows() {
    type Waiting = { named: Named | null; text: string; timestamp: string }
    const waiting = new Map<string, Waiting>()
    let letters = 0
    if (reviews)
      for await (const { cells, columns } of rowsOf({ part: reviews })) {
        // The header has 'title' twice: of the album, and of the review.
        const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
        const text = titled(cells[columns.lastIndexOf('title')] ?? '', cell('content'))
        const review = { named: namedIn(cell('title'), cell('info')), text, timestamp: cell('timestamp') }
        letters += text.length
        const key = cell('links').split(' ')[0]!
        if (letters <= MOST_REVIEWS && key !== '' && !waiting.has(key)) waiting.set(key, review)
        else yield draftOf(alone(review), now)
      }
    if (marks)
      for await (const { cells, columns } of rowsOf({ part: marks })) {
        const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
        const key = cell('links').split(' ')[0]!
        const review = waiting.get(key)
        waiting.delete(key)
        yield draftOf(
          {
            named: namedIn(cell('title'), cell('info')),
            status: cell('status'),
            timestamp: cell('timestamp'),
            rating: cell('rating'),
            comment: cell('comment'),
            review: review?.text ?? '',
            tags: splitTags(cell('tags'), /\|/),
          },
          now,
        )
      }
    for (const review of waiting.values()) yield draftOf(alone(review), now)
  },
})

/** A review without a mark: that the album was heard is certain, when is not. */
const alone = ({
  named,
  text,
  timestamp,
}: {
  named: Named | null
  text: string
  timestamp: string
}): Mark => ({
  named,
  status: 'progress',
  timestamp,
  rating: '',
  comment: '',
  review: text,
  tags: [],
})

type Json = Record<string, unknown>
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

function parsed(line: string): Json {
  try {
    return (JSON.parse(line) as Json | null) ?? {}
  } catch {
    return {}
  }
}

/** The album of an entry of the zip's catalogue; null for anything else. */
function albumOf(item: Json): Named | null {
  if (!/^album$/i.test(text(item.type))) return null
  const artist = [item.artist].flat()[0]
  const name = typeof artist === 'object' && artist !== null ? text((artist as Json).name) : text(artist)
  const title = text(item.title) || text(item.display_title)
  return name && title ? { artist: name, album: title } : null
}

/** The journal with the catalogue beside it: each mark gathers its rating, its comment, its review and its tags. */
export const neodbLines = (journal: TextPart, catalog: TextPart, { now }: ReadOptions): Reading => ({
  format: 'neodb',
  header: plainHeader,
  asks: { wishes: true },
  async *rows() {
    const albums = new Map<string, Mark>()
    for await (const line of linesOf(catalog.text(), importLimits.row)) {
      const item = parsed(line)
      const named = albumOf(item)
      const empty = { status: '', timestamp: '', rating: '', comment: '', review: '', tags: [] }
      if (named && text(item.id)) albums.set(text(item.id), { named, ...empty })
    }
    for await (const line of linesOf(journal.text(), importLimits.row)) {
      const { type, content } = parsed(line) as { type?: string; content?: Json }
      const mark = albums.get(text(content?.withRegardTo))
      if (!content || !mark) continue
      if (type === 'ShelfMember') {
        mark.status = text(content.status)
        mark.timestamp = text(content.published)
      } else if (type === 'Rating') mark.rating = text(content.value)
      else if (type === 'Comment') mark.comment = text(content.content)
      else if (type === 'Review') mark.review = titled(text(content.name), text(content.content))
      else if (type === 'TagMember' && text(content.tag)) mark.tags.push(text(content.tag))
    }
    for (const mark of albums.values()) {
      const isSaid = mark.status || mark.rating || mark.comment || mark.review
      if (isSaid) yield draftOf({ ...mark, status: mark.status || 'progress' } satisfies Mark, now)
    }
  },
})
