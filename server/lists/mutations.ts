import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import { limits } from '../../shared/limits.ts'
import type { cloneListInput, CreateListInput, SaveListInput, setListAlbumInput } from '../../shared/lists.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { levelColumns } from '../access/hiddenLevel.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { edits, limited, newLists } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { kysely, statement } from '../lib/sql.ts'
import { reapplyVisibility } from '../notifications/write/visibility.ts'
import { deleteNotificationsAbout } from '../notifications/write/withdraw.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { lockUser } from '../users/lock.ts'
import { chooseAlbums, readRows, writeRows, type WantedAlbum } from './albums.ts'
import { emitSaved } from './events.ts'
import { fieldsOf, lockOwnList, madeList, type LockedList } from './lock.ts'
import { isSameState, merge, type ListFields, type ListState } from './merge.ts'
import { requireList, requireOwnList } from './queries.ts'
import { keepRevision, readVersion } from './revisions.ts'
import { writeListTexts } from './search.ts'

type Needs = WriteDeps & Pick<Deps, 'cache' | 'lastfm' | 'pictures' | 'limit'>

/**
 * Creates a list for the viewer. Idempotent: the same submission returns the existing list.
 * @throws invalid on 'albums' for an unknown album; tooMany; unavailable
 */
export async function createList(
  deps: Needs,
  viewer: SignedIn,
  { name, description, ranked = false, visibility, submission, albums: requested }: CreateListInput,
): Promise<{ id: number }> {
  const albums = await chooseAlbums(deps, requested)
  const rows = albums.map(({ albumId, note = '' }) => ({ albumId, note }))
  return await makeList(deps, viewer, submission, async (tx) => {
    const level = visibility ?? (await defaultVisibility(tx, viewer.id))
    return { fields: { name, description, ranked, visibility: level }, rows, clonedFromId: null }
  })
}

/**
 * Copies a list for the viewer; only they can see the copy. Idempotent: the same submission returns the existing copy.
 * @throws notFound; tooMany
 */
export async function cloneList(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  { id, submission }: z.output<typeof cloneListInput>,
): Promise<{ id: number }> {
  return await makeList(deps, viewer, submission, async (tx) => {
    await requireList({ db: tx }, viewer, id)
    // Locked until the copy is written, so that a concurrent edit is copied completely or not at all.
    const [source] = await heldList(tx, { id })
    if (!source) throw notFound('lists.notFound')
    const { name, description, ranked } = source
    const fields = { name, description, ranked, visibility: 'me' as const }
    return { fields, rows: await readRows(tx, id), clonedFromId: id }
  })
}

type NewList = ListState & { clonedFromId: number | null }

/** Creates the list of a submission unless it exists. */
async function makeList(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  submission: string,
  read: (tx: Tx) => Promise<NewList>,
): Promise<{ id: number }> {
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      await lockUser(write.tx, viewer.id)
      const place = { userId: viewer.id, submission }
      const made = await write.tx.list.findUnique({
        where: { userId_submission: place },
        select: { id: true },
      })
      if (made) return made
      const { fields, rows, clonedFromId } = await read(write.tx)
      await spend(newLists)
      const data = { ...place, ...fields, clonedFromId, createdAt: write.now, updatedAt: write.now }
      const { id } = await write.tx.list.create({ data, select: { id: true } })
      await writeRows(write, madeList(id), { before: [], wanted: rows })
      await writeListTexts(write.tx, [{ id, ...fields }])
      await emitSaved(write, { id, ownerId: viewer.id }, fields, fields)
      return { id }
    }),
  )
}

/**
 * Saves the viewer's edit of their list. If the list is already in that state, for example after a lost response,
 * nothing changes. If the list has changed since the edit began, the changes are merged.
 * @throws notFound; conflict when the same thing was changed since the edit began; invalid on 'albums'; unavailable; tooMany
 */
export async function saveList(
  deps: Needs,
  viewer: SignedIn,
  { id, version, albums: requested, ...fields }: SaveListInput,
): Promise<{ version: number }> {
  // Checked first, so that a request that will fail makes no calls to the catalogue.
  await requireOwnList(deps, viewer, id)
  const edit = { fields, albums: await chooseAlbums(deps, requested) }
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const { id: list, version: current, isHidden, ...head } = await lockOwnList(write.tx, viewer, id)
      const before: ListState = { fields: fieldsOf(head), rows: await readRows(write.tx, id) }
      const after = version === current ? applyEdit(before, edit) : await merged()
      if (isSameState(before, after)) return { version: current }
      const place = { id: list, ownerId: viewer.id, current, isHidden }
      await writeChange(write, { place, before, after, spend })
      if (before.fields.visibility !== after.fields.visibility) await reapplyVisibility(write, { list: id })
      return { version: current + 1 }

      async function merged(): Promise<ListState> {
        const mine = applyEdit(before, edit)
        if (isSameState(before, mine)) return before
        const base = await readVersion(write.tx, { listId: id, version, current }, before)
        const both = base && merge(base, applyEdit(base, edit), before)
        if (!both || both.rows.length === 0) throw conflict('lists.changed')
        if (both.rows.length > limits.listAlbums) throw invalid('lists.full', 'albums')
        return both
      }
    }),
  )
}

/** An edit of a list; omitted fields stay unchanged. */
type ListEdit = {
  fields: Pick<ListFields, 'name' | 'description'> & {
    ranked?: boolean | undefined
    visibility?: Visibility | undefined
  }
  albums: readonly WantedAlbum[]
}

/** Returns a list's state after an edit. */
function applyEdit({ fields, rows }: ListState, edit: ListEdit): ListState {
  const notes = new Map(rows.map(({ albumId, note }) => [albumId, note]))
  const { name, description, ranked = fields.ranked, visibility = fields.visibility } = edit.fields
  return {
    fields: { name, description, ranked, visibility },
    rows: edit.albums.map(({ albumId, note }) => ({ albumId, note: note ?? notes.get(albumId) ?? '' })),
  }
}

/**
 * Appends an album to the viewer's list, or removes it. Idempotent.
 * @throws notFound for the list or an unknown album; invalid if the list is full, or if the album is its last one;
 * unavailable; tooMany
 */
export async function setListAlbum(
  deps: Needs,
  viewer: SignedIn,
  { id, contained, ...ref }: z.output<typeof setListAlbumInput>,
): Promise<{ albumCount: number; version: number }> {
  await requireOwnList(deps, viewer, id)
  // An album without a row is in no list, so removing it needs no call to the catalogue.
  const album = contained ? await resolveAlbum(deps, ref) : await findAlbum(deps, ref)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const { id: list, version, isHidden, ...head } = await lockOwnList(write.tx, viewer, id)
      const before: ListState = { fields: fieldsOf(head), rows: await readRows(write.tx, id) }
      const isIn = before.rows.some(({ albumId }) => albumId === album?.id)
      if (!album || isIn === contained) return { albumCount: before.rows.length, version }
      const rows = contained
        ? [...before.rows, { albumId: album.id, note: '' }]
        : before.rows.filter(({ albumId }) => albumId !== album.id)
      if (rows.length > limits.listAlbums) throw invalid('lists.full')
      if (rows.length === 0) throw invalid('lists.albumsRequired')
      const place = { id: list, ownerId: viewer.id, current: version, isHidden }
      await writeChange(write, { place, before, after: { ...before, rows }, spend })
      return { albumCount: rows.length, version: version + 1 }
    }),
  )
}

/** Deletes the viewer's list with its likes and comments, and emits the removal to its open pages. @throws notFound */
export async function removeList(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, (write) => deleteList(write, { ownerId: viewer.id, id }))
  return { id }
}

/** Deletes a list within an existing change. @throws notFound */
export async function deleteList(
  write: Write,
  { ownerId, id }: { ownerId: number; id: number },
): Promise<void> {
  const { visibility, isHidden } = await lockOwnList(write.tx, { id: ownerId }, id)
  await deleteNotificationsAbout(write, { lists: [id] })
  await write.tx.list.delete({ where: { id }, select: { id: true } })
  const level = isHidden ? 'me' : visibility
  // No actor: the event carries only an id, and every open page of the list must receive it.
  write.emit(topics.list(id), { type: 'list.removed', id }, null, { ownerId, level })
}

/** Reads and locks a list, whoever owns it, until the transaction ends. */
const heldList = statement(({ id }: { id: number }) =>
  kysely.selectFrom('List').select(['name', 'description', 'ranked']).where('id', '=', id).forUpdate(),
)

type Place = { id: LockedList; ownerId: number; current: number; isHidden: boolean }

/** Writes and emits the next version of a locked list. A list that a moderator hides stays hidden. */
async function writeChange(
  write: Write,
  { place, before, after, spend }: { place: Place; before: ListState; after: ListState; spend: Spend },
): Promise<void> {
  const { id, ownerId, current, isHidden } = place
  await spend(edits)
  await writeRows(write, id, { before: before.rows, wanted: after.rows })
  const columns = levelColumns(after.fields.visibility, isHidden)
  const data = { ...after.fields, ...columns, version: current + 1, updatedAt: write.now }
  await write.tx.list.update({ where: { id }, data, select: { id: true } })
  const { name, description } = after.fields
  const isRenamed = name !== before.fields.name || description !== before.fields.description
  if (isRenamed) await writeListTexts(write.tx, [{ id, name, description }])
  await keepRevision(write, { listId: id, version: current, before, after })
  const levelBefore = levelColumns(before.fields.visibility, isHidden)
  await emitSaved(write, { id, ownerId }, levelBefore, columns)
}
