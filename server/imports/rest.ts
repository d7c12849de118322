import type { InferResult } from 'kysely'
import { utcDay } from '../../shared/days.ts'
import { rowStates, type ColumnRole, type ImportFormat, type Scale } from '../../shared/imports.ts'
import type { Texts } from '../../shared/texts.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { csvLine, csvMark, type Cell } from '../lib/csv.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, rows } from '../lib/sql.ts'
import {
  joinTags,
  restColumns,
  wordOfKind,
  wordOfLevel,
  wordOfYes,
  wordsOfPlays,
  type RestColumn,
} from './formats/ownWords.ts'
import { BAD, isYes, readRating } from './formats/values.ts'
import { givenLevel } from './levels.ts'
import { requireImport } from './queries.ts'
import { hasKeptRows } from './retention.ts'
import { readSettings, type ListHead, type RowContent, type StoredAsks } from './stored.ts'
import { reasonInRest } from './verdict.ts'

const AT_ONCE = 1_000

/**
 * A table that can be imported again, whatever the format of the file was: docs/export.md. Also for a preview: an import without
 * ready rows cannot be started, and this is the only way to correct it.
 * @throws notFound
 */
export async function restOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: SignedIn,
  id: number,
  texts: Texts,
): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  if (!Number.isSafeInteger(id)) throw notFound('imports.notFound')
  const record = await requireImport(db, viewer, id)
  const { asks, state, format, settings } = record
  if (!hasKeptRows(record, now()) && state !== 'preview') throw notFound('imports.notFound')
  const stored = JSON.parse(asks) as StoredAsks
  const { visibility: chosen } = readSettings(settings)
  const rest: Rest = {
    texts,
    chosen,
    rawOf: makeRaw(format as ImportFormat | null, stored),
    heads: new Map(),
  }
  return { name: `plak-import-${id}-rest.csv`, pieces: piecesOf(db, id, rest) }
}

type Rest = {
  texts: Texts
  chosen: ReturnType<typeof readSettings>['visibility']
  rawOf: ReturnType<typeof makeRaw>
  /** heads of the lists by list number: only the first row of a list has one, and that row can already be written */
  heads: Map<number, ListHead>
}

const restRows = (id: number, after: number) =>
  kysely
    .selectFrom('ImportRow as r')
    .leftJoin('ImportAlbum as a', 'a.id', 'r.importAlbumId')
    .select(['r.number', 'r.kind', 'r.state', 'r.why', 'r.date', 'r.rating', 'r.content', 'r.cells'])
    .select(['a.artist', 'a.name', 'a.year', 'a.heard'])
    .where('r.importId', '=', id)
    .where('r.number', '>', after)
    .where(
      'r.state',
      'in',
      rowStates.filter((state) => state !== 'written'),
    )
    // A track is not an album in any other import either.
    .where((eb) => eb.or([eb('r.why', 'is', null), eb('r.why', '<>', 'notAlbum')]))
    .orderBy('r.number')
    .limit(AT_ONCE)

type RestRow = InferResult<ReturnType<typeof restRows>>[number]

async function* piecesOf(db: Deps['db'], id: number, rest: Rest): AsyncGenerator<string> {
  yield `${csvMark}${csvLine(restColumns)}`
  await readHeads(db, id, rest.heads)
  for (let after = -1; ;) {
    const page: RestRow[] = await rows(db, restRows(id, after))
    yield page
      .map((row) => {
        const cells = cellsOf(row, rest)
        return csvLine(restColumns.map((column) => cells[column] ?? null))
      })
      .join('')
    if (page.length < AT_ONCE) return
    after = page.at(-1)!.number
  }
}

async function readHeads(db: Deps['db'], id: number, heads: Rest['heads']): Promise<void> {
  const where = { importId: id, kind: 'listed', content: { contains: '"head":' } } as const
  for (let after = -1; ;) {
    const headRows = await db.importRow.findMany({
      where: { ...where, number: { gt: after } },
      orderBy: { number: 'asc' },
      select: { number: true, content: true },
      take: AT_ONCE,
    })
    for (const { content } of headRows) {
      const { number, head } = (JSON.parse(content) as RowContent).list!
      if (head && !heads.has(number)) heads.set(number, head)
    }
    if (headRows.length < AT_ONCE) return
    after = headRows.at(-1)!.number
  }
}

function cellsOf(row: RestRow, rest: Rest): Partial<Record<RestColumn, Cell>> {
  const { kind, state, why, date, rating } = row
  const content = JSON.parse(row.content) as RowContent
  const { list, top, names, tags, heard, createdAt } = content
  const raw: Raw = state === 'unreadable' ? rest.rawOf(JSON.parse(row.cells) as string[]) : {}
  const head = list && (rest.heads.get(list.number) ?? list.head)
  const hasLevel = kind === 'listening' || kind === 'listed'
  const level = hasLevel && givenLevel(list ? head?.visibility : content.visibility, rest.chosen)
  return {
    // A word of the file's own is not replaced by a guess, or the row would count as heard.
    Kind: ((why === 'badKind' || why === 'badRow') && raw.kind) || wordOfKind(kind),
    Artist: row.artist ?? names?.artist ?? raw.artist ?? '',
    Album: row.name ?? names?.album ?? raw.album ?? '',
    Date: date ? utcDay(date) : (raw.date ?? ''),
    'Rating (of 10)': rating || (raw.rating ?? ''),
    Review: content.review ?? raw.review ?? '',
    Tags: tags ? joinTags(tags) : (raw.tags ?? ''),
    Relisten: wordOfYes(content.relisten ?? isYes(raw.relisten ?? '')),
    'Visible to': level ? wordOfLevel(level) : '',
    ...(list && {
      List: list.name,
      'List number': list.nth,
      Place: list.place,
      Note: list.note,
      Description: head?.description ?? '',
      Ranked: wordOfYes(head?.ranked),
    }),
    ...(top && { Place: top.place }),
    Nickname: content.nickname ?? '',
    Plays: heard ? wordsOfPlays(row.heard ?? heard.tracks, heard) : '',
    Added: (list ? head?.createdAt : createdAt) ?? '',
    Year: row.year ?? raw.year ?? '',
    Why: reasonInRest({ state, why }, rest.texts),
  }
}

// Unreadable rows are returned as they are in the file, so that the user can correct them.

type Raw = Partial<Record<(typeof roles)[number], string>>

const roles = [
  'artist',
  'album',
  'year',
  'date',
  'rating',
  'review',
  'tags',
  'relisten',
  'kind',
] as const satisfies ColumnRole[]

const names: Record<(typeof roles)[number], RegExp> = {
  artist: /^(artist|last name)$/i,
  album: /^(album|title)$/i,
  year: /^(year|release_date|released)$/i,
  date: /^date( rated)?$/i,
  rating: /^rating( \(of 10\))?$/i,
  review: /^(review|collection notes)$/i,
  tags: /^tags$/i,
  relisten: /^relisten$/i,
  kind: /^kind$/i,
}
const scales: Partial<Record<ImportFormat, Scale>> = { albumOfTheYear: '100', discogs: '5' }

function makeRaw(format: ImportFormat | null, { asks, header }: StoredAsks): (cells: string[]) => Raw {
  const places = roles.map((role) => {
    const index = asks.columns
      ? asks.columns.findIndex((column) => column.role === role)
      : header.findIndex((name) => names[role].test(name.trim()))
    return [role, index] as const
  })
  const isStars = header.includes('Rating') && header.includes('Visible to')
  const scale = asks.scale ?? (format && scales[format]) ?? (isStars ? '5' : '10')
  return (cells) => {
    const raw: Raw = {}
    for (const [role, index] of places) {
      const text = cells[index]?.trim()
      if (text) raw[role] = role === 'rating' ? ratingOf(text, scale) : text
    }
    return raw
  }
}

/** A number that is not valid on its scale keeps the scale, so that it is not mistaken for another one. */
function ratingOf(text: string, scale: Scale): string {
  const rating = readRating(text, scale)
  if (rating !== BAD) return rating === 0 ? '' : String(rating)
  return Number.isNaN(Number(text.replace(',', '.'))) ? text : `${text}/${scale}`
}
