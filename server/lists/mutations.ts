import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import { limits } from '../../shared/limits.ts'
import type { cloneListInput, CreateListInput, SaveListInput, setListAlbumInput } from '../../shared/lists.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import type { Deps } from '../deps.ts'
import { levelColumns } from '../hidden.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { kysely, statement } from '../lib/sql.ts'
import { edits, limited, newLists } from '../limits.ts'
import { change, type Emit } from '../live/change.ts'
import { forgetThings, reapplyVisibility } from '../notifications/takeBack.ts'
import type { SignedIn } from '../trpc.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { lockPerson } from '../users/lock.ts'
import { chooseAlbums, readRows, writeRows, type WantedAlbum } from './albums.ts'
import { emitSaved } from './events.ts'
import { fieldsOf, lockOwnList } from './lock.ts'
import { isSameState, merge, type ListFields, type ListState } from './merge.ts'
import { requireList, requireOwnList } from './queries.ts'
import { keepRevision, readVersion } from './revisions.ts'
import { writeListTexts } from './search.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'cache' | 'lastfm' | 'pictures' | 'now' | 'limit'>

/**
 * Makes a list of the viewer's; the same submission again gives the list that it made.
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
 * Makes the viewer a copy of a list, which is theirs alone; the same submission again gives the copy that it made.
 * @throws notFound; tooMany
 */
export async function cloneList(
  deps: Pick<Deps, 'db' | 'bus' | 'now' | 'limit'>,
  viewer: SignedIn,
  { id, submission }: z.output<typeof cloneListInput>,
): Promise<{ id: number }> {
  return await makeList(deps, viewer, submission, async (tx) => {
    await requireList({ db: tx }, viewer, id)
    // Locked until the copy is made, so that a concurrent edit is in the copy as a whole or not at all.
    const [source] = await heldList(tx, { id })
    if (!source) throw notFound('lists.notFound')
    const { name, description, ranked } = source
    const fields = { name, description, ranked, visibility: 'me' as const }
    return { fields, rows: await readRows(tx, id), clonedFromId: id }
  })
}

type NewList = ListState & { clonedFromId: number | null }

/** Makes the list of a submission, unless it is there already. */
async function makeList(
  deps: Pick<Deps, 'db' | 'bus' | 'now' | 'limit'>,
  viewer: SignedIn,
  submission: string,
  read: (tx: Tx) => Promise<NewList>,
): Promise<{ id: number }> {
  const now = deps.now()
  return await limited(deps, viewer, (spend) =>
    change(deps, async (tx, emit) => {
      await lockPerson(tx, viewer.id)
      const place = { userId: viewer.id, submission }
      const made = await tx.list.findUnique({ where: { userId_submission: place }, select: { id: true } })
      if (made) return made
      const { fields, rows, clonedFromId } = await read(tx)
      await spend(newLists)
      const data = { ...place, ...fields, clonedFromId, createdAt: now, updatedAt: now }
      const { id } = await tx.list.create({ data, select: { id: true } })
      await writeRows(tx, { listId: id, now }, [], rows)
      await writeListTexts(tx, [{ id, ...fields }])
      await emitSaved(tx, emit, { id, ownerId: viewer.id }, fields, fields)
      return { id }
    }),
  )
}

/**
 * Makes the viewer's list what they sent. What is so already, as after a response that was lost, changes nothing; where the
 * list has changed since they began, what both changed is merged.
 * @throws notFound; conflict when the same was changed since they began; invalid on 'albums'; unavailable; tooMany
 */
export async function saveList(
  deps: Needs,
  viewer: SignedIn,
  { id, version, albums: requested, ...fields }: SaveListInput,
): Promise<{ version: number }> {
  // Asked first: the catalogue is not troubled for what will be refused.
  await requireOwnList(deps, viewer, id)
  const edit = { fields, albums: await chooseAlbums(deps, requested) }
  return await limited(deps, viewer, (spend) =>
    change(deps, async (tx, emit) => {
      const { version: current, isHidden, ...head } = await lockOwnList(tx, viewer, id)
      const before: ListState = { fields: fieldsOf(head), rows: await readRows(tx, id) }
      const after = version === current ? applyEdit(before, edit) : await merged()
      if (isSameState(before, after)) return { version: current }
      const place = { id, ownerId: viewer.id, current, isHidden }
      await writeChange({ ...deps, spend }, tx, emit, place, before, after)
      if (before.fields.visibility !== after.fields.visibility)
        await reapplyVisibility(tx, emit, { list: id })
      return { version: current + 1 }

      async function merged(): Promise<ListState> {
        const mine = applyEdit(before, edit)
        if (isSameState(before, mine)) return before
        const base = await readVersion(tx, { listId: id, version, current }, before)
        const both = base && merge(base, applyEdit(base, edit), before)
        if (!both || both.rows.length === 0) throw conflict('lists.changed')
        if (both.rows.length > limits.listAlbums) throw invalid('lists.full', 'albums')
        return both
      }
    }),
  )
}

/** An edit of a list; omitted fields stay. */
type ListEdit = {
  fields: Pick<ListFields, 'name' | 'description'> & {
    ranked?: boolean | undefined
    visibility?: Visibility | undefined
  }
  albums: readonly WantedAlbum[]
}

/** A list's state after an edit. */
function applyEdit({ fields, rows }: ListState, edit: ListEdit): ListState {
  const notes = new Map(rows.map(({ albumId, note }) => [albumId, note]))
  const { name, description, ranked = fields.ranked, visibility = fields.visibility } = edit.fields
  return {
    fields: { name, description, ranked, visibility },
    rows: edit.albums.map(({ albumId, note }) => ({ albumId, note: note ?? notes.get(albumId) ?? '' })),
  }
}

/**
 * Puts an album at the end of the viewer's list, or takes it out; what is so already changes nothing.
 * @throws notFound for the list or an unknown album; invalid for one more than a list holds, and for the last that it
 * holds; unavailable; tooMany
 */
export async function setListAlbum(
  deps: Needs,
  viewer: SignedIn,
  { id, contained, ...ref }: z.output<typeof setListAlbumInput>,
): Promise<{ albumCount: number; version: number }> {
  await requireOwnList(deps, viewer, id)
  // An album without a row is in no list, so the catalogue need not be asked about it.
  const album = contained ? await resolveAlbum(deps, ref) : await findAlbum(deps, ref)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (tx, emit) => {
      const { version, isHidden, ...head } = await lockOwnList(tx, viewer, id)
      const before: ListState = { fields: fieldsOf(head), rows: await readRows(tx, id) }
      const isIn = before.rows.some(({ albumId }) => albumId === album?.id)
      if (!album || isIn === contained) return { albumCount: before.rows.length, version }
      const rows = contained
        ? [...before.rows, { albumId: album.id, note: '' }]
        : before.rows.filter(({ albumId }) => albumId !== album.id)
      if (rows.length > limits.listAlbums) throw invalid('lists.full')
      if (rows.length === 0) throw invalid('lists.albumsRequired')
      const place = { id, ownerId: viewer.id, current: version, isHidden }
      await writeChange({ ...deps, spend }, tx, emit, place, before, { ...before, rows })
      return { albumCount: rows.length, version: version + 1 }
    }),
  )
}

/** Removes the viewer's list with its likes and comments, and emits the removal to its open pages. @throws notFound */
export async function removeList(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: Pick<SignedIn, 'id'>,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, (tx, emit) => deleteList(tx, emit, { ownerId: viewer.id, id }))
  return { id }
}

/** The same within a change. @throws notFound */
export async function deleteList(
  tx: Tx,
  emit: Emit,
  { ownerId, id }: { ownerId: number; id: number },
): Promise<void> {
  const { visibility, isHidden } = await lockOwnList(tx, { id: ownerId }, id)
  await forgetThings(tx, emit, { lists: [id] })
  await tx.list.delete({ where: { id }, select: { id: true } })
  const level = isHidden ? 'me' : visibility
  // Without an actor: the event is only an id of what is gone, and open pages of the list must receive it.
  emit(topics.list(id), { type: 'list.removed', id }, null, { ownerId, level })
}

/** Anybody's list, held until the transaction's end. */
const heldList = statement(({ id }: { id: number }) =>
  kysely.selectFrom('List').select(['name', 'description', 'ranked']).where('id', '=', id).forUpdate(),
)

/** Writes and emits the next version of a locked list. One that a moderator hides stays hidden. */
async function writeChange(
  { now: clock, spend }: Pick<Deps, 'now'> & { spend: Spend },
  tx: Tx,
  emit: Emit,
  { id, ownerId, current, isHidden }: { id: number; ownerId: number; current: number; isHidden: boolean },
  before: ListState,
  after: ListState,
): Promise<void> {
  const now = clock()
  await spend(edits)
  await writeRows(tx, { listId: id, now }, before.rows, after.rows)
  const columns = levelColumns(after.fields.visibility, isHidden)
  const data = { ...after.fields, ...columns, version: current + 1, updatedAt: now }
  await tx.list.update({ where: { id }, data, select: { id: true } })
  const { name, description } = after.fields
  const isRenamed = name !== before.fields.name || description !== before.fields.description
  if (isRenamed) await writeListTexts(tx, [{ id, name, description }])
  await keepRevision(tx, { listId: id, version: current, now }, before, after)
  const levelBefore = levelColumns(before.fields.visibility, isHidden)
  await emitSaved(tx, emit, { id, ownerId }, levelBefore, columns)
}
