import { sql } from 'kysely'
import type { z } from 'zod'
import { limits } from '../../shared/limits.ts'
import type { cloneListInput, CreateListInput, SaveListInput, setListAlbumInput } from '../../shared/lists.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { edits, limited, newLists } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { once } from '../submissions/submissions.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { chooseAlbums, idsOf, underSurvivors, type WantedAlbum } from './albums.ts'
import { requireList, requireOwnList } from './read/queries.ts'
import { findOwnList, lockOwnList } from './write/lock.ts'
import { isSameState, merge, type ListFields, type ListState } from './write/merge.ts'
import { readMergedRows, settleLists } from './write/moved.ts'
import { readVersion } from './write/revisions.ts'
import { readRows, readState } from './write/rows.ts'
import { deleteList, insertList, writeList } from './write/single.ts'

type Needs = WriteDeps & Pick<Deps, 'cache' | 'catalogue' | 'pictures' | 'limit'>

/**
 * Idempotent: the same submission returns the existing list.
 * @throws invalid on 'albums' for an unknown album; notFound if the list has been deleted since; tooMany; unavailable
 */
export async function createList(
  deps: Needs,
  viewer: SignedIn,
  { name, description, ranked = false, visibility, submission, albums: requested }: CreateListInput,
): Promise<{ id: number }> {
  const chosen = await chooseAlbums(deps, requested)
  return await insertOnce(deps, viewer, submission, async (write, userId) => {
    const level = visibility ?? (await defaultVisibility(write.tx, userId))
    const albums = underSurvivors(chosen, await settleLists(write, userId, idsOf(chosen)))
    const rows = albums.map(({ albumId, note = '' }) => ({ albumId, note }))
    return { fields: { name, description, ranked, visibility: level }, rows, clonedFromId: null }
  })
}

/** Only the viewer can see the copy. Idempotent: the same submission returns the existing copy. @throws notFound; tooMany */
export async function cloneList(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  { id, submission }: z.output<typeof cloneListInput>,
): Promise<{ id: number }> {
  return await insertOnce(deps, viewer, submission, async ({ tx }) => {
    await requireList({ db: tx }, viewer, id)
    // Locked until the copy is written, so that a concurrent edit is copied completely or not at all.
    const [source] = await lockedList(tx, { id })
    if (!source) throw notFound('lists.notFound')
    const { name, description, ranked } = source
    const fields = { name, description, ranked, visibility: 'me' as const }
    return { fields, rows: await readRows(tx, id), clonedFromId: id }
  })
}

type NewList = ListState & { clonedFromId: number | null }

/** The list of a submission; its id is null if it has been deleted since. */
const submittedList = statement(
  ({ userId, submission, id }: { userId: number; submission: string; id: string }) =>
    kysely
      .selectFrom('List')
      .select(sql<number | null>`id`.as('id'))
      .where('userId', '=', userId)
      .where('submission', '=', submission)
      .unionAll(
        kysely
          .selectFrom('Submission')
          .select(sql<number | null>`NULL`.as('id'))
          .where('userId', '=', userId)
          .where('procedure', '=', 'lists.create')
          .where('id', '=', id),
      ),
)

/** @throws notFound if a repeated submission is of a list that has been deleted since */
async function insertOnce(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  submission: string,
  read: (write: Write, userId: LockedUser) => Promise<NewList>,
): Promise<{ id: number }> {
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const place = { userId, submission }
      const [earlier] = await submittedList(write.tx, { ...place, id: submission.toLowerCase() })
      if (earlier?.id === null) throw notFound('lists.notFound')
      if (earlier) return { id: earlier.id }
      const list = await read(write, userId)
      await spend(newLists)
      return await insertList(write, 'hand', { ...place, ...list })
    }),
  )
}

/**
 * Changes nothing if the list is already in that state, for example after a lost response. If it has changed since the edit
 * began, the changes are merged.
 * @throws notFound; conflict when the same thing was changed since the edit began; invalid on 'albums'; unavailable; tooMany
 */
export async function saveList(
  deps: Needs,
  viewer: SignedIn,
  { id, version, albums: requested, ...fields }: SaveListInput,
): Promise<{ version: number }> {
  // Checked first, so that a request that will fail makes no calls to the catalogue.
  await requireOwnList(deps, viewer, id)
  const chosen = await chooseAlbums(deps, requested)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const owner = await lockUser(write.tx, viewer.id)
      const survivorOf = await settleLists(write, owner, idsOf(chosen))
      const edit = { fields, albums: underSurvivors(chosen, survivorOf) }
      const list = await findOwnList(write.tx, owner, id)
      const previous = await readState(write.tx, list)
      const next = version === list.version ? applyEdit(previous, edit) : await mergeEdit()
      if (isSameState(previous, next)) return { version: list.version }
      await spend(edits)
      return { version: await writeList(write, { origin: 'hand', list, previous, next }) }

      async function mergeEdit(): Promise<ListState> {
        const myState = applyEdit(previous, edit)
        if (isSameState(previous, myState)) return previous
        const replaced = await readVersion(write.tx, { listId: id, version, current: list.version }, previous)
        const base = replaced && { ...replaced, rows: await readMergedRows(write.tx, replaced.rows) }
        const mergedState = base && merge(base, applyEdit(base, edit), previous)
        if (!mergedState || mergedState.rows.length === 0) throw conflict('lists.changed')
        if (mergedState.rows.length > limits.listAlbums) throw invalid('lists.full', 'albums')
        return mergedState
      }
    }),
  )
}

type ListEdit = {
  fields: Pick<ListFields, 'name' | 'description'> & {
    ranked?: boolean | undefined
    visibility?: Visibility | undefined
  }
  albums: readonly WantedAlbum[]
}

function applyEdit({ fields, rows }: ListState, edit: ListEdit): ListState {
  const notes = new Map(rows.map(({ albumId, note }) => [albumId, note]))
  const { name, description, ranked = fields.ranked, visibility = fields.visibility } = edit.fields
  return {
    fields: { name, description, ranked, visibility },
    rows: edit.albums.map(({ albumId, note }) => ({ albumId, note: note ?? notes.get(albumId) ?? '' })),
  }
}

/**
 * Idempotent.
 * @throws notFound for the list or an unknown album; invalid if the list is full, or if the album is its last one; unavailable;
 * tooMany
 */
export async function setListAlbum(
  deps: Needs,
  viewer: SignedIn,
  { id, contained, submission, ...ref }: z.output<typeof setListAlbumInput>,
): Promise<{ albumCount: number; version: number }> {
  await requireOwnList(deps, viewer, id)
  // An album without a row is in no list, so removing it needs no call to the catalogue.
  const album = contained ? await resolveAlbum(deps, ref) : await findAlbum(deps, ref)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const owner = await lockUser(write.tx, viewer.id)
      const albumId = album && (await settleLists(write, owner, [album.id]))(album.id)
      const list = await findOwnList(write.tx, owner, id)
      const previous = await readState(write.tx, list)
      const current = { albumCount: previous.rows.length, version: list.version }
      return await once(
        write,
        { userId: owner, procedure: 'lists.setAlbum', id: submission },
        async () => ({ result: await setAlbum(), thingId: null }),
        async (_, answer) => answer ?? current,
      )

      async function setAlbum() {
        const isContained = previous.rows.some((row) => row.albumId === albumId)
        if (albumId === null || isContained === contained) return current
        const rows = contained
          ? [...previous.rows, { albumId, note: '' }]
          : previous.rows.filter((row) => row.albumId !== albumId)
        if (rows.length > limits.listAlbums) throw invalid('lists.full')
        if (rows.length === 0) throw invalid('lists.albumsRequired')
        await spend(edits)
        const next = { ...previous, rows }
        return {
          albumCount: rows.length,
          version: await writeList(write, { origin: 'hand', list, previous, next }),
        }
      }
    }),
  )
}

export async function removeList(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, async (write) =>
    deleteList(write, await lockOwnList(write.tx, { ownerId: viewer.id, id })),
  )
  return { id }
}

const lockedList = statement(({ id }: { id: number }) =>
  kysely.selectFrom('List').select(['name', 'description', 'ranked']).where('id', '=', id).forUpdate(),
)
