import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, run, statement, type Tables } from '../lib/sql.ts'

// Merges of albums, and what they have moved. server/moderation/merges.ts carries them out.

export type Merge = Pick<Tables['AlbumMerge'], 'id' | 'fromId' | 'intoId' | 'state'>
export type MovedKind = Tables['AlbumMergeRow']['kind']
/** `detail` is stored as JSON. */
export type Moved<Detail = unknown> = { userId: number; thingId: number; detail: Detail }

export const pendingStates = ['moving', 'undoing'] as const

/** There are hardly ever any, so that a write can ask. */
const pendingMerges = statement(() =>
  kysely
    .selectFrom('AlbumMerge')
    .select(['id', 'fromId', 'intoId', 'state'])
    .where('state', 'in', pendingStates),
)

export const readPendingMerges = (tx: Tx): Promise<Merge[]> => pendingMerges(tx, {})

/** Returns those of these albums. */
export async function readPendingOf(tx: Tx, albumIds: readonly number[]): Promise<Merge[]> {
  const merges = await readPendingMerges(tx)
  return merges.filter(({ fromId, intoId }) => albumIds.includes(fromId) || albumIds.includes(intoId))
}

const AT_ONCE = 500

export async function recordMoved(
  { tx }: Pick<Write, 'tx'>,
  { id: mergeId, kind }: { id: number; kind: MovedKind },
  moved: readonly Moved[],
): Promise<void> {
  const records = moved.map(({ detail, ...row }) => {
    return { ...row, mergeId, kind, detail: detail === null ? null : JSON.stringify(detail) }
  })
  // A thing that was moved back and moved again has a record already.
  for (let at = 0; at < records.length; at += AT_ONCE)
    await insertRows(tx, 'AlbumMergeRow', records.slice(at, at + AT_ONCE), { orUpdate: ['detail'] })
}

/** Deletes the records, too: what cannot be moved back stays where it is. */
export async function takeRecords<Detail>(
  { tx }: Pick<Write, 'tx'>,
  { id, kind }: { id: number; kind: MovedKind },
  userIds: readonly number[],
): Promise<Moved<Detail>[]> {
  const records = await rows(
    tx,
    kysely
      .selectFrom('AlbumMergeRow')
      .select(['userId', 'thingId', 'detail'])
      .where('mergeId', '=', id)
      .where('kind', '=', kind)
      .where('userId', 'in', userIds),
  )
  if (records.length === 0) return []
  await run(
    tx,
    kysely
      .deleteFrom('AlbumMergeRow')
      .where('mergeId', '=', id)
      .where('kind', '=', kind)
      .where('userId', 'in', userIds),
  )
  return records.map(({ detail, ...row }) => ({
    ...row,
    detail: (detail === null ? null : JSON.parse(detail)) as Detail,
  }))
}

export const readMovedPeople = async (tx: Tx, mergeId: number): Promise<number[]> =>
  (
    await rows(
      tx,
      kysely
        .selectFrom('AlbumMergeRow')
        .select('userId')
        .distinct()
        .where('mergeId', '=', mergeId)
        .orderBy('userId'),
    )
  ).map(({ userId }) => userId)

/** Days for which a merge can be undone. */
const UNDO_DAYS = 30
const DAY = 24 * 60 * 60_000

export const canBeUndone = (mergedAt: Date, now: Date): boolean =>
  now.getTime() - mergedAt.getTime() < UNDO_DAYS * DAY

const PRUNED_AT_ONCE = 1_000

/** Deletes what is kept for an undo, when it is too late for one. */
export async function pruneMerges(
  { db, now }: { db: Tx; now: () => Date },
  signal?: AbortSignal,
): Promise<number> {
  const tooLate = new Date(now().getTime() - UNDO_DAYS * DAY)
  const merges = await db.albumMerge.findMany({
    where: { action: { createdAt: { lte: tooLate } }, rows: { some: {} } },
    select: { id: true },
  })
  let total = 0
  for (const { id } of merges) {
    for (let count = PRUNED_AT_ONCE; count === PRUNED_AT_ONCE && !signal?.aborted; total += count)
      count = await run(
        db,
        kysely.deleteFrom('AlbumMergeRow').where('mergeId', '=', id).limit(PRUNED_AT_ONCE),
      )
  }
  return total
}
