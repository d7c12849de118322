import type { Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import type { ListFields, ListRow, ListState } from './merge.ts'

/** More letters than these are not kept: an edit of so much is met with the question of which of the two stays. */
const MOST = 1_000_000
/** rows that one statement deletes */
const CHUNK = 500

/** What an edit replaced, as far as it changed it. */
type Before = { fields: Partial<ListFields>; order?: number[]; notes?: [albumId: number, note: string][] }

/** Keeps what an edit of a list's version replaced, so that edits that began with that version can be merged with it. */
export async function keepRevision(
  { tx, now }: Write,
  {
    listId,
    version,
    before,
    after,
  }: { listId: number; version: number; before: ListState; after: ListState },
): Promise<void> {
  const text = JSON.stringify(difference(before, after))
  if (text.length > MOST) return
  await tx.listRevision.create({ data: { listId, version, before: text, createdAt: now } })
}

/** Keeps the visibility of a user's lists that are about to get another one. */
export async function keepLevels(
  { tx, now }: Write,
  { userId, level }: { userId: LockedUser; level: Visibility },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO ListRevision (listId, version, \`before\`, createdAt)
    SELECT id, version, JSON_OBJECT('fields', JSON_OBJECT('visibility', COALESCE(hiddenLevel, visibility))), ${now}
    FROM List WHERE userId = ${userId} AND COALESCE(hiddenLevel, visibility) <> ${level}`
}

function difference(before: ListState, after: ListState): Before {
  const fields = Object.fromEntries(
    Object.entries(before.fields).filter(([name, value]) => after.fields[name as keyof ListFields] !== value),
  )
  const isOrdered =
    before.rows.length === after.rows.length &&
    before.rows.every(({ albumId }, at) => albumId === after.rows[at]!.albumId)
  const notes = new Map(after.rows.map(({ albumId, note }) => [albumId, note]))
  const noted = before.rows.filter(({ albumId, note }) => (notes.get(albumId) ?? '') !== note)
  return {
    fields,
    ...(!isOrdered && { order: before.rows.map(({ albumId }) => albumId) }),
    ...(noted.length > 0 && { notes: noted.map(({ albumId, note }) => [albumId, note]) }),
  }
}

const revisionsSince = statement(({ listId, version }: { listId: number; version: number }) =>
  kysely
    .selectFrom('ListRevision')
    .select(['version', 'before'])
    .where('listId', '=', listId)
    .where('version', '>=', version)
    .orderBy('version', 'desc'),
)

/**
 * What a locked list was in an older version; null where that is not known any more. `now` is what it is in version
 * `current`.
 */
export async function readVersion(
  tx: Tx,
  { listId, version, current }: { listId: number; version: number; current: number },
  now: ListState,
): Promise<ListState | null> {
  const revisions = version < current ? await revisionsSince(tx, { listId, version }) : []
  // One that is missing was too large, was deleted, or made by the release before.
  if (revisions.length === 0 || revisions.length !== current - version) return null
  return revisions.reduce((state, { before }) => undone(state, JSON.parse(before) as Before), now)
}

function undone(state: ListState, { fields, order, notes = [] }: Before): ListState {
  const known = new Map(state.rows.map(({ albumId, note }) => [albumId, note]))
  const earlier = new Map(notes)
  const rows: ListRow[] = (order ?? [...known.keys()]).map((albumId) => ({
    albumId,
    note: earlier.get(albumId) ?? known.get(albumId) ?? '',
  }))
  return { fields: { ...state.fields, ...fields }, rows }
}

/** Deletes what edits replaced that were made before a moment; gives how many. */
export async function pruneRevisions({ db }: Pick<Deps, 'db'>, before: Date): Promise<number> {
  for (let removed = 0; ;) {
    const count = await db.$executeRaw`DELETE FROM ListRevision WHERE createdAt <= ${before} LIMIT ${CHUNK}`
    removed += count
    if (count < CHUNK) return removed
  }
}
