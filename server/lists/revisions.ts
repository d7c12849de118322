import type { Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import type { ListFields, ListRow, ListState } from './merge.ts'

/** Maximum length of a stored revision, in characters. A larger edit stores none: concurrent edits then conflict. */
const MOST = 1_000_000
/** Number of rows that one statement deletes. */
const CHUNK = 500

/** The previous values of what an edit changed. */
type Before = { fields: Partial<ListFields>; order?: number[]; notes?: [albumId: number, note: string][] }

/** Stores what an edit of a list's version replaced, so that other edits of that version can be merged. */
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

/** Stores the current visibility of those of a user's lists that are about to change to `level`. */
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
 * Returns the state of a locked list in an older version; null if that is no longer known. `now` is its state
 * in version `current`.
 */
export async function readVersion(
  tx: Tx,
  { listId, version, current }: { listId: number; version: number; current: number },
  now: ListState,
): Promise<ListState | null> {
  const revisions = version < current ? await revisionsSince(tx, { listId, version }) : []
  // A missing revision was too large, has been deleted, or was created by the previous release.
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

/** Deletes revisions created at or before a point in time; returns how many. */
export async function pruneRevisions({ db }: Pick<Deps, 'db'>, before: Date): Promise<number> {
  for (let removed = 0; ;) {
    const count = await db.$executeRaw`DELETE FROM ListRevision WHERE createdAt <= ${before} LIMIT ${CHUNK}`
    removed += count
    if (count < CHUNK) return removed
  }
}
