import type { Write } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, run, statement } from '../../lib/sql.ts'
import type { ListFields, ListRow, ListState } from './merge.ts'

/** Maximum length of a stored revision, in characters. A larger edit stores none: concurrent edits then conflict. */
const MAX_LENGTH = 1_000_000
const CHUNK = 500

type Before = { fields: Partial<ListFields>; order?: number[]; notes?: [albumId: number, note: string][] }

export async function keepRevisions(
  { tx, now }: Write,
  changes: readonly { id: number; version: number; previous: ListState; next: ListState }[],
): Promise<void> {
  const revisions = changes
    .map(({ id: listId, version, previous, next }) => {
      return { listId, version, before: JSON.stringify(difference(previous, next)), createdAt: now }
    })
    .filter(({ before }) => before.length <= MAX_LENGTH)
  for (let at = 0; at < revisions.length; at += CHUNK)
    await insertRows(tx, 'ListRevision', revisions.slice(at, at + CHUNK))
}

function difference(previous: ListState, next: ListState): Before {
  const fields = Object.fromEntries(
    Object.entries(previous.fields).filter(
      ([name, value]) => next.fields[name as keyof ListFields] !== value,
    ),
  )
  const isOrdered =
    previous.rows.length === next.rows.length &&
    previous.rows.every(({ albumId }, at) => albumId === next.rows[at]!.albumId)
  const notes = new Map(next.rows.map(({ albumId, note }) => [albumId, note]))
  const changedRows = previous.rows.filter(({ albumId, note }) => (notes.get(albumId) ?? '') !== note)
  return {
    fields,
    ...(!isOrdered && { order: previous.rows.map(({ albumId }) => albumId) }),
    ...(changedRows.length > 0 && { notes: changedRows.map(({ albumId, note }) => [albumId, note]) }),
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

/** Null if the version is no longer known. `state` is the one of version `current`. */
export async function readVersion(
  tx: Tx,
  { listId, version, current }: { listId: number; version: number; current: number },
  state: ListState,
): Promise<ListState | null> {
  const revisions = version < current ? await revisionsSince(tx, { listId, version }) : []
  // A missing revision was too large, has been deleted, or was created by the previous release.
  if (revisions.length === 0 || revisions.length !== current - version) return null
  return revisions.reduce((next, { before }) => revert(next, JSON.parse(before) as Before), state)
}

function revert(state: ListState, { fields, order, notes = [] }: Before): ListState {
  const currentNotes = new Map(state.rows.map(({ albumId, note }) => [albumId, note]))
  const previousNotes = new Map(notes)
  const rows: ListRow[] = (order ?? [...currentNotes.keys()]).map((albumId) => ({
    albumId,
    note: previousNotes.get(albumId) ?? currentNotes.get(albumId) ?? '',
  }))
  return { fields: { ...state.fields, ...fields }, rows }
}

export async function pruneRevisions({ db }: Pick<Deps, 'db'>, cutoff: Date): Promise<number> {
  const oldRevisions = kysely.deleteFrom('ListRevision').where('createdAt', '<=', cutoff).limit(CHUNK)
  for (let total = 0; ;) {
    const count = await run(db, oldRevisions)
    total += count
    if (count < CHUNK) return total
  }
}
