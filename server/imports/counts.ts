import { sql } from 'kysely'
import { hasEnded, rowStates, type ImportProgress, type RowCounts } from '../../shared/imports.ts'
import { LASTFM_SPACING } from '../clients/pace.ts'
import type { Deps } from '../core/deps.ts'
import type { Db, Tx } from '../lib/db.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'

// Progress is counted from the rows each time: a separate counter could drift and stop at 99 %.

const byState = statement(({ importId }: { importId: number }) =>
  kysely
    .selectFrom('ImportRow')
    .select(['state', countAll])
    .where('importId', '=', importId)
    .groupBy('state'),
)
const albumsIn = statement(({ importId, state }: { importId: number; state: 'ready' | 'written' }) =>
  kysely
    .selectFrom('ImportRow as r')
    .innerJoin('ImportAlbum as a', 'a.id', 'r.importAlbumId')
    .select(sql<number>`COUNT(DISTINCT a.albumId)`.as('count'))
    .where('r.importId', '=', importId)
    .where('r.state', '=', state),
)
const lookedUp = statement(({ importId }: { importId: number }) =>
  kysely
    .selectFrom('ImportAlbum')
    .select(countAll)
    .where('importId', '=', importId)
    .where('state', '=', 'looking'),
)

export async function countRows(db: Tx, importId: number): Promise<RowCounts> {
  const countByState = new Map((await byState(db, { importId })).map(({ state, count }) => [state, count]))
  return Object.fromEntries(rowStates.map((state) => [state, countByState.get(state) ?? 0])) as RowCounts
}

export async function countWrittenAlbums(db: Tx, importId: number): Promise<number> {
  const [row] = await albumsIn(db, { importId, state: 'written' })
  return row?.count ?? 0
}

export async function countImports(
  db: Db,
): Promise<{ imports: number; importsUnderWay: number; importsWaiting: number }> {
  return {
    imports: await db.import.count(),
    importsUnderWay: await db.import.count({
      where: { state: { in: ['uploading', 'reading', 'importing', 'undoing'] } },
    }),
    importsWaiting: await db.import.count({ where: { state: 'preview' } }),
  }
}

/** Milliseconds for an album with MusicBrainz: two or three requests, with a second after each answer. */
const KEYLESS_SPACING = 3_000

export type Progressing = Pick<ImportProgress, 'id' | 'state'> & {
  fileSize: number
  fileRead: number
  outcome: string | null
  awaySince: Date | null
}

/** Once an import has ended, its stored counts are used. */
export async function readProgress(
  { db, catalogue }: { db: Tx; catalogue: Pick<Deps['catalogue'], 'isOwn'> },
  record: Progressing,
): Promise<ImportProgress> {
  const { id, state } = record
  const importId = id
  const finalCounts = hasEnded(state) ? outcomeOf(record.outcome).counts : undefined
  const counts = finalCounts ?? (await countRows(db, importId))
  const isLookingUp = counts.looking > 0 && !hasEnded(state)
  const [albums] = counts.ready > 0 ? await albumsIn(db, { importId, state: 'ready' }) : []
  const [queue] = isLookingUp ? await lookedUp(db, { importId }) : []
  const spacing = catalogue.isOwn ? KEYLESS_SPACING : LASTFM_SPACING
  const secondsLeft = Math.ceil(((queue?.count ?? 0) * spacing) / 1_000)
  const isAway = isLookingUp && record.awaySince !== null
  return { id, state, done: doneOf(record, counts), counts, albums: albums?.count ?? 0, secondsLeft, isAway }
}

function doneOf({ state, fileRead, fileSize }: Progressing, counts: RowCounts): number {
  if (hasEnded(state)) return 1
  if (state === 'uploading') return 0
  if (state === 'reading') return fileSize === 0 ? 0 : Math.min(1, fileRead / fileSize)
  const { left: _, ...rowCounts } = counts
  const all = Object.values(rowCounts).reduce((sum, each) => sum + each, 0)
  const openCount =
    state === 'undoing' ? rowCounts.written : rowCounts.looking + (state === 'preview' ? 0 : rowCounts.ready)
  return all === 0 ? 1 : 1 - openCount / all
}

/** Import.outcome: the row counts, which outlive the rows, and the result of an undo. */
export type Outcome = { counts?: RowCounts; undone?: { removed: number; kept: number } }
export const outcomeOf = (text: string | null): Outcome =>
  text === null ? {} : (JSON.parse(text) as Outcome)
