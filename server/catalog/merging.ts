import type { Write } from '../core/change.ts'
import { conflict } from '../lib/errors.ts'
import { kysely, run } from '../lib/sql.ts'
import { noteAlbumChange } from './albumChanges.ts'
import { topicOfKey } from './albums.ts'
import { copyReleaseDate, emitAlbumChanged, lockAlbum, writeFacts, type Facts } from './facts.ts'
import { readGenres } from './genreRows.ts'
import { readLink, restoreLink } from './linking/settle.ts'
import { readPendingOf, type Merge } from './merges.ts'

type LockedAlbum = Awaited<ReturnType<typeof lockAlbum>>
type LockedAlbums = { from: LockedAlbum; into: LockedAlbum }

/** Waits for the transactions that write rows of the albums; lock users first. */
async function lockAlbums(
  write: Write,
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<LockedAlbums> {
  const albums = new Map<number, LockedAlbum>()
  // In the order of the ids: two merges in opposite directions do not deadlock.
  for (const albumId of [fromId, intoId].toSorted((a, b) => a - b))
    albums.set(albumId, await lockAlbum(write, albumId))
  return { from: albums.get(fromId)!, into: albums.get(intoId)! }
}

/** @throws conflict while another merge of one of these albums is under way */
async function assertNoOtherMerge(
  { tx }: Write,
  { fromId, intoId, id }: { fromId: number; intoId: number; id: number },
): Promise<void> {
  const pending = await readPendingOf(tx, [fromId, intoId])
  if (pending.some((merge) => merge.id !== id)) throw conflict('moderation.mergeRunning')
}

/**
 * From here on, the names of the old album mean the other one, which takes the data that it lacks.
 * @throws conflict if one of them was merged in the meantime, or takes part in another merge that is under way
 */
export async function startMerge(
  write: Write,
  { id, fromId, intoId }: { id: number; fromId: number; intoId: number },
): Promise<Merge> {
  const albums = await lockAlbums(write, { fromId, intoId })
  if (albums.from.mergedIntoId !== null || albums.into.mergedIntoId !== null)
    throw conflict('moderation.mergedMeanwhile')
  await assertNoOtherMerge(write, { fromId, intoId, id })
  const taken = await takeData(write, albums)
  await write.tx.albumMerge.create({
    data: { id, fromId, intoId, taken: taken.join() },
    select: { id: true },
  })
  await setSurvivor(write, fromId, intoId)
  emitMerged(write, albums, albums.into)
  return { id, fromId, intoId, state: 'moving' }
}

/**
 * The old album is one of its own again.
 * @throws conflict if the other one was merged since, or takes part in another merge that is under way
 */
export async function startUndo(write: Write, { id, fromId, intoId }: Omit<Merge, 'state'>): Promise<Merge> {
  const albums = await lockAlbums(write, { fromId, intoId })
  if (albums.into.mergedIntoId !== null) throw conflict('moderation.undoLaterMerge')
  await assertNoOtherMerge(write, { id, fromId, intoId })
  const { taken } = await write.tx.albumMerge.findUniqueOrThrow({ where: { id }, select: { taken: true } })
  await returnData(write, albums, taken.split(','))
  await write.tx.albumMerge.update({ where: { id }, data: { state: 'undoing' }, select: { id: true } })
  await setSurvivor(write, fromId, null)
  emitMerged(write, albums, albums.from)
  return { id, fromId, intoId, state: 'undoing' }
}

/** Nothing is left to be moved. */
export async function endMerge(write: Write, { id, fromId, intoId, state }: Merge): Promise<void> {
  const next = state === 'moving' ? 'done' : 'undone'
  const isMoved = await run(
    write.tx,
    kysely.updateTable('AlbumMerge').set({ state: next }).where('id', '=', id).where('state', '=', state),
  )
  if (isMoved === 0) return
  const albums = await write.tx.album.findMany({ where: { id: { in: [fromId, intoId] } } })
  for (const { key } of albums) write.emit(topicOfKey(key), { type: 'album.merged' }, null)
}

const setSurvivor = ({ tx }: Write, fromId: number, mergedIntoId: number | null) =>
  run(tx, kysely.updateTable('Album').set({ mergedIntoId }).where('id', '=', fromId))

/** Open pages of the old album fetch it under the names that it has now. */
function emitMerged(write: Write, { from, into }: LockedAlbums, { artist, name }: LockedAlbum): void {
  for (const { key } of [from, into]) write.emit(topicOfKey(key), { type: 'album.merged' }, null)
  emitAlbumChanged(write, { key: from.key, artist, name })
  emitAlbumChanged(write, into)
}

type Taken = Facts & { image: string | null; link: true }

/** Returns the names of what it has taken. */
async function takeData(write: Write, { from, into }: LockedAlbums): Promise<(keyof Taken)[]> {
  const edited = new Set(from.edited.split(','))
  const ownEdited = into.edited.split(',').filter(Boolean)
  const lacks = (name: string) => !ownEdited.includes(name)
  const takesImage = !into.image && from.image !== null && lacks('image')
  if (takesImage) {
    const editedNow = edited.has('image') ? [...ownEdited, 'image'] : ownEdited
    const columns = { image: from.image, edited: editedNow.join() }
    await run(write.tx, kysely.updateTable('Album').set(columns).where('id', '=', into.id))
  }
  const [genres, ownGenres] = [await readGenres(write.tx, from.id), await readGenres(write.tx, into.id)]
  const facts: Partial<Facts> = {
    ...(!into.releaseDate && from.releaseDate && { releaseDate: from.releaseDate }),
    ...(!into.type && from.type && { type: from.type }),
    // An album of Last.fm has only the number of its tracks here.
    ...(!into.tracks &&
      !into.trackCount &&
      from.tracks && { tracks: JSON.parse(from.tracks) as Facts['tracks'] }),
    ...(ownGenres.length === 0 && genres.length > 0 && { genres }),
  }
  for (const by of ['person', 'service'] as const) {
    const part = Object.entries(facts).filter(
      ([name]) => lacks(name) && edited.has(name) === (by === 'person'),
    )
    if (part.length > 0) await writeFacts(write, { albumId: into.id, by, ...Object.fromEntries(part) })
  }
  return [
    ...(Object.keys(facts) as (keyof Facts)[]).filter(lacks),
    ...(takesImage ? (['image'] as const) : []),
    ...((await takeLink(write, { from, into })) ? (['link'] as const) : []),
  ]
}

/** Keeps values that were edited since. */
async function returnData(write: Write, { from, into }: LockedAlbums, taken: string[]): Promise<void> {
  const { tx } = write
  const genres = [
    JSON.stringify(await readGenres(write.tx, from.id)),
    JSON.stringify(await readGenres(write.tx, into.id)),
  ]
  const returned = taken.filter((name) =>
    name === 'genres'
      ? genres[0] === genres[1]
      : name !== 'link' && from[name as 'type'] === into[name as 'type'],
  )
  const isReturned = (name: keyof Taken) => returned.includes(name)
  const edited = into.edited.split(',').filter((name) => !returned.includes(name))
  const columns = {
    ...(isReturned('releaseDate') && { releaseDate: null, year: null }),
    ...(isReturned('type') && { type: null }),
    ...(isReturned('tracks') && { tracks: null, trackCount: null }),
    ...(isReturned('image') && { image: null }),
    edited: edited.join(),
  }
  await run(tx, kysely.updateTable('Album').set(columns).where('id', '=', into.id))
  if (isReturned('releaseDate')) await copyReleaseDate(write, { albumId: into.id, releaseDate: null })
  if (isReturned('genres')) await run(tx, kysely.deleteFrom('AlbumGenre').where('albumId', '=', into.id))
  await noteAlbumChange(tx, into.id)
  if (taken.includes('link')) await returnLink(write, { from, into })
}

/** Unless a moderator has chosen that there is none. */
async function takeLink(write: Write, { from, into }: LockedAlbums): Promise<boolean> {
  const [link, own] = [await readLink(write.tx, from.id), await readLink(write.tx, into.id)]
  if (link?.state !== 'linked' || own?.state === 'linked' || own?.isChosen) return false
  await restoreLink(write, { albumId: into.id, link })
  return true
}

/** The album is looked up again, unless it has another link since. */
async function returnLink(write: Write, { from, into }: LockedAlbums): Promise<void> {
  const [link, own] = [await readLink(write.tx, from.id), await readLink(write.tx, into.id)]
  if (link?.groupId === own?.groupId) await restoreLink(write, { albumId: into.id, link: null })
}
