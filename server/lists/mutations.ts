import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import { limits } from '../../shared/limits.ts'
import type { CreateListInput, SaveListInput, setListAlbumInput } from '../../shared/lists.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { limited, newLists } from '../limits.ts'
import { change, type Emit } from '../live/change.ts'
import type { SignedIn } from '../trpc.ts'
import { lockPerson } from '../users/lock.ts'
import { chooseAlbums, readAlbumIds, writeAlbums } from './albums.ts'
import { requireOwnList } from './queries.ts'
import { writeListTexts } from './search.ts'
import { readListHeads } from './view.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'cache' | 'lastfm' | 'pictures' | 'now'>

/**
 * Makes a list of the viewer's; the same submission again gives the list that it made.
 * @throws invalid on 'albums' for an unknown album; tooMany; unavailable
 */
export async function createList(
  deps: Needs & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  { name, description, submission, albums: wishes }: CreateListInput,
): Promise<{ id: number }> {
  const now = deps.now()
  const albums = await chooseAlbums(deps, wishes)
  return await limited(deps, viewer, newLists, (spend) =>
    change(deps, async (tx, emit) => {
      await lockPerson(tx, viewer.id)
      const place = { userId: viewer.id, submission }
      const made = await tx.list.findUnique({ where: { userId_submission: place }, select: { id: true } })
      if (made) return made
      await spend()
      const data = { ...place, name, description, createdAt: now, updatedAt: now }
      const { id } = await tx.list.create({ data, select: { id: true } })
      await writeAlbums(tx, id, [], albums)
      await writeListTexts(tx, [{ id, name, description }])
      await emitSaved(tx, emit, viewer, id)
      return { id }
    }),
  )
}

/**
 * Makes the viewer's list what they sent. What is so already, as after a response that was lost, changes nothing.
 * @throws notFound; conflict when the list has changed since they began; invalid on 'albums'; unavailable
 */
export async function saveList(
  deps: Needs,
  viewer: SignedIn,
  { id, version, name, description, albums: wishes }: SaveListInput,
): Promise<{ version: number }> {
  // Asked first: the catalogue is not troubled for what will be refused.
  await requireOwnList(deps, viewer, id)
  const albums = await chooseAlbums(deps, wishes)
  return await change(deps, async (tx, emit) => {
    const list = await lockOwnList(tx, viewer, id)
    const before = await readAlbumIds(tx, id)
    const isRenamed = list.name !== name || list.description !== description
    const isReordered = before.join() !== albums.join()
    if (!isRenamed && !isReordered) return { version: list.version }
    if (list.version !== version) throw conflict('lists.changed')
    if (isReordered) await writeAlbums(tx, id, before, albums)
    if (isRenamed) await tx.list.update({ where: { id }, data: { name, description }, select: { id: true } })
    if (isRenamed) await writeListTexts(tx, [{ id, name, description }])
    await emitChanged(deps, tx, emit, viewer, id)
    return { version: version + 1 }
  })
}

/**
 * Puts an album at the end of the viewer's list, or takes it out; what is so already changes nothing.
 * @throws notFound for the list or an unknown album; invalid for one more than a list holds, and for the last that it
 * holds; unavailable
 */
export async function setListAlbum(
  deps: Needs,
  viewer: SignedIn,
  { id, contained, ...ref }: z.output<typeof setListAlbumInput>,
): Promise<{ albumCount: number; version: number }> {
  await requireOwnList(deps, viewer, id)
  // An album that nobody ever needed is in no list; the catalogue need not be asked about it.
  const album = contained ? await resolveAlbum(deps, ref) : await findAlbum(deps, ref)
  return await change(deps, async (tx, emit) => {
    const { version } = await lockOwnList(tx, viewer, id)
    const before = await readAlbumIds(tx, id)
    if (!album || before.includes(album.id) === contained) return { albumCount: before.length, version }
    const wanted = contained ? [...before, album.id] : before.filter((albumId) => albumId !== album.id)
    if (wanted.length > limits.listAlbums) throw invalid('lists.full')
    if (wanted.length === 0) throw invalid('lists.albumsRequired')
    await writeAlbums(tx, id, before, wanted)
    await emitChanged(deps, tx, emit, viewer, id)
    return { albumCount: wanted.length, version: version + 1 }
  })
}

/** Removes the viewer's list with all that hangs on it; open pages of it are told so by an event. @throws notFound */
export async function removeList(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: Pick<SignedIn, 'id'>,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, async (tx, emit) => {
    await lockOwnList(tx, viewer, id)
    await tx.list.delete({ where: { id }, select: { id: true } })
    // Without an actor: the event is only an id of what is gone, and open pages of the list must receive it.
    emit(topics.list(id), { type: 'list.removed', id }, null)
  })
  return { id }
}

const lockedList = statement(({ id, ownerId }: { id: number; ownerId: number }) =>
  kysely
    .selectFrom('List')
    .select(['id', 'version', 'name', 'description'])
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .forUpdate(),
)

/**
 * Locks the viewer, then their list: their changes happen one after another, and so do the events.
 * @throws notFound when they have no such list
 */
async function lockOwnList(tx: Tx, viewer: Pick<SignedIn, 'id'>, id: number) {
  await lockPerson(tx, viewer.id)
  const [list] = await lockedList(tx, { id, ownerId: viewer.id })
  if (!list) throw notFound('lists.notFound')
  return list
}

/** Gives a list that changed its next version, and emits what it looks like now. */
async function emitChanged(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  emit: Emit,
  viewer: SignedIn,
  id: number,
): Promise<void> {
  await tx.$executeRaw`UPDATE List SET version = version + 1, updatedAt = ${now()} WHERE id = ${id}`
  await emitSaved(tx, emit, viewer, id)
}

async function emitSaved(tx: Tx, emit: Emit, viewer: SignedIn, id: number): Promise<void> {
  const [list] = await readListHeads(tx, [id])
  if (list) emit(topics.list(id), { type: 'list.saved', list }, viewer.id)
}
