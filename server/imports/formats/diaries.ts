import type { z } from 'zod'
import {
  exportedAlbum,
  exportedSections,
  exportVersion,
  type ExportedAlbum,
  type ExportedSection,
} from '../../../shared/exportFile.ts'
import { importLimits } from '../../../shared/limits.ts'
import { invalid } from '../../lib/errors.ts'
import { jsonElements, textOf } from '../reading/json.ts'
import type { TextPart } from '../reading/source.ts'
import { plain, plainHeader, type Draft, type Named, type Reading, type ReadOptions } from './draft.ts'
import { makeScaleGuess, readDay, readRating, withValues } from './values.ts'

/** maximum length of a list: 1,000 albums with full notes, in escaped characters */
const LONGEST_LIST = 16_000_000

/** maximum number of albums that a file adds */
const MOST_ALBUMS = 1_000

/** An album is added without what cannot be read of it, as long as it has names. */
const { year, releaseDate, type, tracks, cover } = exportedAlbum.shape
const readableAlbum = exportedAlbum.extend({
  year: year.catch(null),
  releaseDate: releaseDate.catch(null),
  type: type.catch(null),
  tracks: tracks.catch([]),
  cover: cover.catch(null),
})

type Sections = { [Name in ExportedSection]: z.output<(typeof exportedSections)[Name]> }
const namedOf = ({ artist, name }: { artist: string; name: string }): Named => ({ artist, album: name })

const notTaken: Record<string, 'comments' | 'likes'> = {
  'forReading.comments': 'comments',
  'forReading.commentLikes': 'likes',
  'forReading.reviewLikes': 'likes',
  'forReading.listLikes': 'likes',
}

export function plak(part: TextPart): Reading {
  const counts = { comments: 0, likes: 0 }
  const albums: ExportedAlbum[] = []
  async function* rows(): AsyncGenerator<Draft> {
    Object.assign(counts, { comments: 0, likes: 0 })
    albums.length = 0
    const lists = new Map<string, number>()
    let number = 0
    let version = 0
    let place = 0
    const options = { enters: ['forReading'], longest: LONGEST_LIST }
    for await (const { path, value } of jsonElements(part.text(), options)) {
      if (path === 'version') version = Number(value)
      if (version > exportVersion) throw invalid('imports.newerExport')
      const kind = notTaken[path]
      if (kind) counts[kind]++
      if (path === 'albums' && albums.length < MOST_ALBUMS) {
        const album = readableAlbum.safeParse(value)
        if (album.success) albums.push(album.data)
      }
      if (!(path in exportedSections)) continue
      const section = path as ExportedSection
      const { data, success } = exportedSections[section].safeParse(value)
      if (!success) yield damagedDraft(value)
      else if (section === 'lists') yield* listDrafts(data as Sections['lists'], number++, lists)
      else if (section === 'topFour')
        yield plain({
          kind: 'top',
          named: namedOf((data as Sections['topFour']).album),
          content: { top: { place: ++place } },
        })
      else yield plain(draftOf[section](data as never))
    }
  }
  return {
    format: 'plak',
    header: plainHeader,
    asks: { wishes: true, follows: true },
    rows,
    albums: () => albums,
    notTaken: () => counts,
  }
}

function damagedDraft(value: unknown): Draft {
  const { album, date, rating, review } = (value ?? {}) as Record<string, unknown>
  const { artist, name } = (album ?? {}) as Record<string, unknown>
  return plain(
    { kind: 'listening', named: null, problem: 'badRow' },
    {
      artist: textOf(artist),
      album: textOf(name),
      date: textOf(date),
      rating: textOf(rating),
      review: textOf(review),
    },
  )
}

const draftOf: {
  [Name in Exclude<ExportedSection, 'lists' | 'topFour'>]: (value: Sections[Name]) => Omit<Draft, 'cells'>
} = {
  listenings: ({ album, date, rating, review, tags, relisten, visibility, createdAt, reviewedAt }) => ({
    kind: 'listening',
    named: namedOf(album),
    date,
    rating,
    content: {
      ...(review && { review }),
      ...(tags.length > 0 && { tags }),
      relisten,
      visibility,
      createdAt,
      ...(reviewedAt && { reviewedAt }),
    },
  }),
  hearts: ({ album, createdAt }) => ({ kind: 'heart', named: namedOf(album), content: { createdAt } }),
  listenLater: ({ album, addedOn, createdAt }) => ({
    kind: 'wish',
    named: namedOf(album),
    date: addedOn,
    content: { createdAt },
  }),
  follows: ({ following: { nickname }, createdAt }) => ({
    kind: 'follow',
    named: null,
    content: { nickname, createdAt },
  }),
}

function* listDrafts(
  { name, description, ranked, visibility, createdAt, albums }: Sections['lists'],
  number: number,
  names: Map<string, number>,
): Generator<Draft> {
  const nth = (names.get(name) ?? 0) + 1
  names.set(name, nth)
  for (const [index, { album, note }] of albums.entries()) {
    const head = index === 0 ? { head: { description, ranked, visibility, createdAt } } : {}
    const list = { number, name, nth, place: index + 1, note, ...head }
    yield plain({ kind: 'listed', named: namedOf(album), content: { list } })
  }
}

/** Musicboard has no official export: a list of titles, artists and scores, on any scale. */
export async function musicboard(part: TextPart, { settings, now }: ReadOptions): Promise<Reading> {
  const elements = () => jsonElements(part.text(), { longest: importLimits.row })
  const guess = makeScaleGuess()
  for await (const { value } of elements()) {
    const { score } = (value ?? {}) as { score?: unknown }
    guess.add(String((score as number) ?? ''))
  }
  const scale = settings.scale ?? guess.scale()
  async function* rows(): AsyncGenerator<Draft> {
    for await (const { value } of elements()) {
      const { title, artist, score, review, date: day } = (value ?? {}) as Record<string, unknown>
      const names = { artist: textOf(artist).trim(), album: textOf(title).trim() }
      const named = names.artist && names.album ? names : null
      const rating = readRating(textOf(score), scale)
      const date = readDay(textOf(day), 'dayFirst', now)
      const content = textOf(review).trim() ? { review: textOf(review).trim() } : {}
      const base = { kind: 'listening', named, content } as const
      const raw = { ...names, date: textOf(day), rating: textOf(score) }
      yield plain(withValues(base, { date, rating }), raw)
    }
  }
  return {
    format: 'musicboard',
    header: plainHeader,
    asks: { scale: guess.isAsked() ? scale : null },
    rows,
  }
}
