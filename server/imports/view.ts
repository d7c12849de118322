import { utcDay } from '../../shared/days.ts'
import type { ImportFormat, ImportRowView, ImportView } from '../../shared/imports.ts'
import type { TextId, Texts } from '../../shared/texts.ts'
import type { Import, ImportRow } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { outcomeOf, readProgress } from './counts.ts'
import { readSettings, type RowContent, type StoredAsks } from './stored.ts'

/** An import as it is read for its owner. */
export type ImportRecord = Omit<Import, 'userId' | 'fileKey' | 'turnAt' | 'lease' | 'leasedUntil' | 'crashes'>

/** A row with the album that it names, and the one that it means here. */
export type RowRecord = Pick<
  ImportRow,
  'number' | 'kind' | 'state' | 'why' | 'date' | 'rating' | 'content'
> & {
  artistNamed: string | null
  albumNamed: string | null
  proposals: string | null
  artist: string | null
  name: string | null
  image: string | null
}

const DAY = 24 * 60 * 60_000
/** how long the rows of an import are kept after its end */
export const ROWS_KEPT = 30 * DAY

const hasEnded = new Set(['done', 'failed', 'cancelled', 'undone'])

/** What its owner sees of an import. */
export async function viewOf(db: Tx, one: ImportRecord, texts: Texts, now: Date): Promise<ImportView> {
  const progress = await readProgress(db, one)
  const { counts } = progress
  const { asks, follows } = JSON.parse(one.asks) as StoredAsks
  const rest =
    counts.decide + counts.here + counts.missing + counts.unreadable + counts.looking + counts.ready
  const isKept = one.prunedAt === null && (!one.endedAt || now.getTime() - one.endedAt.getTime() < ROWS_KEPT)
  return {
    ...progress,
    format: one.format as ImportFormat | null,
    fileName: one.fileName,
    createdAt: one.createdAt.toISOString(),
    startedAt: one.startedAt?.toISOString() ?? null,
    endedAt: one.endedAt?.toISOString() ?? null,
    error: one.error === null ? null : invalid(one.error as TextId).say(texts),
    asks,
    follows,
    hasRest: hasEnded.has(one.state) && one.startedAt !== null && isKept && rest + counts.left > 0,
    canUndo: (one.state === 'done' || one.state === 'cancelled') && counts.written > 0,
    undone: outcomeOf(one.outcome).undone ?? null,
  }
}

type Why = keyof Texts['imports']['why']

/** Why a row is not written, in words; null where it is, or will be. */
export const sayWhy = (why: string | null, texts: Texts): string | null =>
  why === null ? null : (texts.imports.why[why as Why] ?? texts.imports.why.notWritten)

/** What is shown of a row. */
export function rowView(row: RowRecord, settings: string, texts: Texts): ImportRowView {
  const content = JSON.parse(row.content) as RowContent
  const { artist, name, image } = row
  const level = readSettings(settings).visibility ?? null
  return {
    row: row.number,
    kind: row.kind,
    state: row.state,
    why: sayWhy(row.why, texts),
    artist: row.artistNamed ?? content.names?.artist ?? '',
    album: row.albumNamed ?? content.names?.album ?? '',
    found: artist !== null && name !== null ? { artist, name, image } : null,
    date: row.date && utcDay(row.date),
    rating: row.rating,
    review: content.review ?? '',
    tags: content.tags ?? [],
    relisten: content.relisten ?? false,
    visibility: row.kind === 'listening' ? (content.visibility ?? level) : null,
    heard: content.heard ?? null,
    list: content.list
      ? { name: content.list.name, place: content.list.place, note: content.list.note }
      : null,
    nickname: content.nickname ?? null,
  }
}
