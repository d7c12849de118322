import { importLimits } from '../../../shared/limits.ts'
import type { Visibility } from '../../../shared/visibility.ts'
import { linesOf } from '../reading/encoding.ts'
import { parsedLine, textOf as text } from '../reading/json.ts'
import type { TextPart } from '../reading/source.ts'
import { counted, plain, plainHeader, type Draft, type Reading, type ReadOptions } from './draft.ts'
import { draftsOf, emptyMark, levelOf, losesOpinions, namesOf, restrict, type Mark } from './neodbMarks.ts'
import { withTitle } from './values.ts'

// A journal of records, each with a visibility, and a catalogue of the things that they refer to.

/** maximum length of a line: a collection of thousands of things */
const LONGEST = 16_000_000

type Json = Record<string, unknown>
type Line = Json & { type?: string; content?: Json; metadata?: Json | null; visibility?: unknown }

const parseLine = (line: string): Line => (parsedLine(line) as Line | null) ?? {}

const artistOf = (artist: unknown): string =>
  (typeof artist === 'object' && artist !== null ? text((artist as Json).name) : text(artist)).trim()

function artistsOf(value: unknown): string[] {
  const artists = [value].flat().map(artistOf).filter(Boolean)
  const [first = '', ...others] = artists
  return others.length > 0 ? [first, artists.join(' & '), ...others] : [first]
}

type Collection = { content: Json; items: unknown; visibility: Visibility | undefined }

export const neodbLines = (journal: TextPart, catalog: TextPart, { now }: ReadOptions): Reading => {
  const nothing = { otherMedia: 0, otherLists: 0, notes: 0, posts: 0, opinionsOfWishes: 0 }
  const counts = { ...nothing }

  async function albumsOf(): Promise<Map<string, Mark>> {
    const albums = new Map<string, Mark>()
    for await (const line of linesOf(catalog.text(), importLimits.row)) {
      const { id, type, artist, title, display_title: display } = parseLine(line)
      if (!text(id)) continue
      if (/^album$/i.test(text(type)))
        albums.set(text(id), emptyMark(text(title) || text(display), artistsOf(artist)))
      else counts.otherMedia++
    }
    return albums
  }

  async function* rows(): AsyncGenerator<Draft> {
    Object.assign(counts, nothing)
    const albums = await albumsOf()
    const collections: Collection[] = []
    const tagLevels = new Map<string, Visibility>()
    for await (const line of linesOf(journal.text(), LONGEST)) {
      const record = parseLine(line)
      const { type, content = {} } = record
      const level = levelOf(record.visibility)
      const mark = albums.get(text(content.withRegardTo) || text(record.item))
      if (type === 'Collection') collections.push({ content, items: record.items, visibility: level })
      else if (type === 'Tag' && level) tagLevels.set(text(record.name), level)
      else if (type === 'Article' || type === 'post') counts.posts++
      if (!mark) continue
      restrict(mark, level)
      addRecord(mark, record)
      if (type === 'Note') counts.notes++
    }
    for (const mark of albums.values()) {
      for (const tag of mark.tags) restrict(mark, tagLevels.get(tag))
      const { status, rating, comment, review, log } = mark
      if (status || rating || comment || review || log.some((entry) => entry.status === 'complete'))
        yield* draftsOf(mark, now)
      if (losesOpinions(mark)) counts.opinionsOfWishes++
    }
    const names = new Map<string, number>()
    for (const [number, collection] of collections.entries()) {
      const drafts = [...listDrafts(collection, { number, albums, names })]
      if (drafts.length === 0) counts.otherLists++
      yield* drafts
    }
  }
  return {
    format: 'neodb',
    header: plainHeader,
    asks: { wishes: true },
    rows,
    notTaken: () => counted(counts),
  }
}

function addRecord(mark: Mark, { type, content = {}, metadata, ...record }: Line): void {
  if (type === 'ShelfMember') {
    mark.status = text(content.status)
    mark.timestamp = text(content.published)
  } else if (type === 'ShelfLog')
    mark.log.push({
      status: text(record.status),
      timestamp: text(record.timestamp),
      rating: text(metadata?.rating_grade),
      comment: text(metadata?.comment_text),
    })
  else if (type === 'Rating') mark.rating = text(content.value)
  else if (type === 'Comment') mark.comment = text(content.content)
  else if (type === 'Review') mark.review = withTitle(text(content.name), text(content.content))
  else if (type === 'TagMember' && text(content.tag)) mark.tags.push(text(content.tag))
}

type Lists = { number: number; albums: ReadonlyMap<string, Mark>; names: Map<string, number> }

function* listDrafts(
  { content, items, visibility }: Collection,
  { number, albums, names }: Lists,
): Generator<Draft> {
  const name = text(content.name).trim() || 'NeoDB'
  const published = new Date(text(content.published))
  const createdAt = Number.isNaN(published.getTime()) ? {} : { createdAt: published.toISOString() }
  const level = visibility && { visibility }
  const head = { description: text(content.content), ranked: false, ...level, ...createdAt }
  const marks = [items].flat().flatMap((item) => {
    const { item: id, metadata } = (item ?? {}) as { item?: unknown; metadata?: Json | null }
    const mark = albums.get(text(id))
    return mark ? [{ mark, note: text(metadata?.note) }] : []
  })
  if (marks.length === 0) return
  const nth = (names.get(name) ?? 0) + 1
  names.set(name, nth)
  for (const [index, { mark, note }] of marks.entries()) {
    const list = { number, name, nth, place: index + 1, note, ...(index === 0 && { head }) }
    yield plain({ kind: 'listed', ...namesOf(mark), content: { list } }, { album: mark.title })
  }
}
