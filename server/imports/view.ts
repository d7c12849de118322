import type { InferResult } from 'kysely'
import { utcDay } from '../../shared/days.ts'
import { hasEnded, type ImportFormat, type ImportRowView, type ImportView } from '../../shared/imports.ts'
import type { TextId, Texts } from '../../shared/texts.ts'
import type { Visibility } from '../../shared/visibility.ts'
import type { Deps } from '../core/deps.ts'
import type { Import } from '../generated/prisma/client.ts'
import { invalid } from '../lib/errors.ts'
import { outcomeOf, readProgress } from './counts.ts'
import { givenLevel } from './levels.ts'
import { statesBefore } from './lifecycle.ts'
import type { rowsOf } from './queries.ts'
import { hasKeptRows } from './retention.ts'
import { readSettings, type RowContent, type StoredAsks } from './stored.ts'
import { reasonOf } from './verdict.ts'

export type ImportRecord = Omit<Import, 'userId' | 'fileKey' | 'turnAt' | 'lease' | 'leasedUntil' | 'crashes'>

export type RowRecord = InferResult<ReturnType<typeof rowsOf>>[number]

export async function viewOf(
  deps: Pick<Deps, 'db' | 'catalogue' | 'now'>,
  record: ImportRecord,
  texts: Texts,
): Promise<ImportView> {
  const progress = await readProgress(deps, record)
  const { counts } = progress
  const { asks, follows, notTaken = {} } = JSON.parse(record.asks) as StoredAsks
  const hasRows = hasEnded(record.state) && record.startedAt !== null && hasKeptRows(record, deps.now())
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    ...progress,
    format: record.format as ImportFormat | null,
    fileName: record.fileName,
    createdAt: record.createdAt.toISOString(),
    startedAt: record.startedAt?.toISOString() ?? null,
    endedAt: record.endedAt?.toISOString() ?? null,
    error: record.error === null ? null : invalid(record.error as TextId).say(texts),
    asks,
    notTaken,
    follows,
    hasRows: hasRows && all > 0,
    hasRest: hasRows && all > counts.written,
    canUndo: statesBefore('undo').includes(record.state) && counts.written > 0,
    undone: outcomeOf(record.outcome).undone ?? null,
  }
}

export function rowView(
  row: RowRecord,
  { settings, byDefault }: { settings: string; byDefault: Visibility },
  texts: Texts,
): ImportRowView {
  const content = JSON.parse(row.content) as RowContent
  const { artist, name, image, year } = row
  const { visibility: importLevel } = readSettings(settings)
  const levelOf = (rowLevel: Visibility | undefined) => givenLevel(rowLevel, importLevel) ?? byDefault
  return {
    row: row.number,
    kind: row.kind,
    state: row.state,
    why: reasonOf(row.why, texts),
    artist: row.artistNamed ?? content.names?.artist ?? '',
    album: row.albumNamed ?? content.names?.album ?? '',
    found: artist !== null && name !== null ? { artist, name, image, year } : null,
    date: row.date && utcDay(row.date),
    rating: row.rating,
    review: content.review ?? '',
    tags: content.tags ?? [],
    relisten: content.relisten ?? false,
    visibility:
      row.kind === 'listening'
        ? levelOf(content.visibility)
        : content.list?.head
          ? levelOf(content.list.head.visibility)
          : null,
    heard: content.heard ?? null,
    list: content.list
      ? { name: content.list.name, place: content.list.place, note: content.list.note }
      : null,
    nickname: content.nickname ?? null,
  }
}
