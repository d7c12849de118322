import { utcDay } from '../../shared/days.ts'
import { rowStates, type ImportFormat } from '../../shared/imports.ts'
import type { Texts } from '../../shared/texts.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { ImportKind } from '../generated/prisma/client.ts'
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
import { isYes } from './formats/values.ts'
import { givenLevel } from './levels.ts'
import { requireImport } from './queries.ts'
import { makeRaw, type Raw } from './raw.ts'
import { readSettings, type ListHead, type RowContent, type StoredAsks } from './stored.ts'
import { ROWS_KEPT, sayWhy } from './view.ts'

const AT_ONCE = 1_000

/**
 * Returns the rows of an import that were not written, as a table that can be imported again, whatever the format of the file
 * was: docs/export.md. Also available for a preview: an import without ready rows cannot be started, and this is the only way to
 * correct it.
 * @throws notFound
 */
export async function restOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: SignedIn,
  id: number,
  texts: Texts,
): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  if (!Number.isSafeInteger(id)) throw notFound('imports.notFound')
  const { asks, state, format, settings, endedAt, prunedAt } = await requireImport(db, viewer, id)
  const isKept = prunedAt === null && endedAt !== null && now().getTime() - endedAt.getTime() < ROWS_KEPT
  if (!isKept && state !== 'preview') throw notFound('imports.notFound')
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
    .select(['a.artist', 'a.name', 'a.heard'])
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

type RestRow = {
  number: number
  kind: ImportKind
  state: string
  why: string | null
  date: Date | null
  rating: number
  content: string
  cells: string
  artist: string | null
  name: string | null
  heard: number | null
}

async function* piecesOf(db: Deps['db'], id: number, rest: Rest): AsyncGenerator<string> {
  yield `${csvMark}${csvLine(restColumns)}`
  await readHeads(db, id, rest.heads)
  for (let after = -1; ;) {
    const found: RestRow[] = await rows(db, restRows(id, after))
    yield found
      .map((row) => {
        const cells = cellsOf(row, rest)
        return csvLine(restColumns.map((column) => cells[column] ?? null))
      })
      .join('')
    if (found.length < AT_ONCE) return
    after = found.at(-1)!.number
  }
}

async function readHeads(db: Deps['db'], id: number, heads: Rest['heads']): Promise<void> {
  const where = { importId: id, kind: 'listed', content: { contains: '"head":' } } as const
  for (let after = -1; ;) {
    const found = await db.importRow.findMany({
      where: { ...where, number: { gt: after } },
      orderBy: { number: 'asc' },
      select: { number: true, content: true },
      take: AT_ONCE,
    })
    for (const { content } of found) {
      const { number, head } = (JSON.parse(content) as RowContent).list!
      if (head && !heads.has(number)) heads.set(number, head)
    }
    if (found.length < AT_ONCE) return
    after = found.at(-1)!.number
  }
}

/** The cells of a row. Values that could not be read are returned as they are in the file. */
function cellsOf(row: RestRow, rest: Rest): Partial<Record<RestColumn, Cell>> {
  const { kind, state, why, date, rating } = row
  const content = JSON.parse(row.content) as RowContent
  const { list, top, names, tags, heard, createdAt } = content
  const raw: Raw = state === 'unreadable' ? rest.rawOf(JSON.parse(row.cells) as string[]) : {}
  const head = list && (rest.heads.get(list.number) ?? list.head)
  const hasLevel = kind === 'listening' || kind === 'listed'
  const level = hasLevel && givenLevel(list ? head?.visibility : content.visibility, rest.chosen)
  return {
    Kind: wordOfKind(kind),
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
    Why: sayWhy(why ?? (state === 'looking' ? 'looking' : 'notWritten'), rest.texts)!,
  }
}
