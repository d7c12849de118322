import type { z } from 'zod'
import type { AlbumCard } from '../../shared/catalog.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import type {
  importListInput,
  ImportPage,
  ImportRowPage,
  importRowsInput,
  ImportView,
  Proposals,
  proposalsInput,
} from '../../shared/imports.ts'
import { importLimits } from '../../shared/limits.ts'
import type { Texts } from '../../shared/texts.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newestFirst, pageOf } from '../lib/keyset.ts'
import { kysely, rows } from '../lib/sql.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { readProposals } from './stored.ts'
import { rowView, viewOf, type ImportRecord, type RowRecord } from './view.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'catalogue' | 'now'>
type Owner = Pick<SignedIn, 'id'>

const columns = [
  'id',
  'state',
  'format',
  'fileName',
  'fileSize',
  'fileRead',
  'settings',
  'asks',
  'error',
  'outcome',
  'createdAt',
  'startedAt',
  'endedAt',
  'prunedAt',
  'awaySince',
] as const

const importsOf = (viewer: Owner) =>
  kysely.selectFrom('Import').select(columns).where('userId', '=', viewer.id)

export async function requireImport(db: Tx, viewer: Owner, id: number): Promise<ImportRecord> {
  const [record] = await rows(db, importsOf(viewer).where('id', '=', id))
  if (!record) throw notFound('imports.notFound')
  return record
}

export async function listImports(
  deps: Needs,
  viewer: Owner,
  { cursor }: z.output<typeof importListInput>,
  texts: Texts,
): Promise<ImportPage> {
  const { db, bus } = deps
  // Read before the rows: an event in between is then sent twice rather than lost.
  const live = bus.last()
  const query = newestFirst(importsOf(viewer), 'createdAt', 'id', readCursor(cursor))
  const records = await rows(db, query.limit(importLimits.page + 1))
  const { page, next } = pageOf(records, importLimits.page, ({ createdAt, id }) =>
    writeCursor({ at: createdAt, id }),
  )
  const items: ImportView[] = []
  for (const each of page) items.push(await viewOf(deps, each, texts))
  return { items, next, live }
}

export const getImport = async (
  deps: Needs,
  viewer: Owner,
  { id }: { id: number },
  texts: Texts,
): Promise<ImportView> => viewOf(deps, await requireImport(deps.db, viewer, id), texts)

export const rowsOf = (importId: number) =>
  kysely
    .selectFrom('ImportRow as r')
    .leftJoin('ImportAlbum as i', 'i.id', 'r.importAlbumId')
    .leftJoin('Album as a', 'a.id', 'i.albumId')
    .select([
      'r.number',
      'r.kind',
      'r.state',
      'r.why',
      'r.date',
      'r.rating',
      'r.content',
      'i.artist as artistNamed',
      'i.name as albumNamed',
      'i.proposals',
      'a.artist',
      'a.name',
      'a.image',
      'a.year',
    ])
    .where('r.importId', '=', importId)

export async function listRows(
  { db }: Needs,
  viewer: Owner,
  { id, state, cursor }: z.output<typeof importRowsInput>,
  texts: Texts,
): Promise<ImportRowPage> {
  const { settings } = await requireImport(db, viewer, id)
  const after = /^\d{1,7}$/.test(cursor ?? '') ? Number(cursor) : -1
  const query = rowsOf(id)
    .where('r.number', '>', after)
    .$if(state !== undefined, (each) => each.where('r.state', '=', state!))
    .orderBy('r.number')
    .limit(importLimits.rowsPage + 1)
  const records: RowRecord[] = await rows(db, query)
  const { page, next } = pageOf(records, importLimits.rowsPage, ({ number }) => String(number))
  const byDefault = await defaultVisibility(db, viewer.id)
  return { items: page.map((row) => rowView(row, { settings, byDefault }, texts)), next }
}

export async function listProposals(
  { db }: Needs,
  viewer: Owner,
  { id, row }: z.output<typeof proposalsInput>,
): Promise<Proposals> {
  await requireImport(db, viewer, id)
  const [record] = await rows(db, rowsOf(id).where('r.number', '=', row))
  if (!record) throw notFound('imports.rowGone')
  const { artist, name, image, year, artistNamed, albumNamed, proposals } = record
  const matchedCards = artist !== null && name !== null ? [{ artist, name, image, year }] : []
  const others = readProposals(proposals).map((card): AlbumCard => ({
    artist: card.artist,
    name: card.name,
    image: card.image,
    year: card.year,
  }))
  return { artist: artistNamed ?? '', album: albumNamed ?? '', albums: [...matchedCards, ...others] }
}
