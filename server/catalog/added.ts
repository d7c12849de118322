import type { AlbumRef } from '../../shared/catalog.ts'
import type { Write } from '../core/change.ts'
import { violatedIndex } from '../lib/db.ts'
import { conflict } from '../lib/errors.ts'
import { kysely, run } from '../lib/sql.ts'
import { deleteIfUnused } from '../pictures/store.ts'
import { noteAlbumChange } from './albumChanges.ts'
import { findAlbum, identityKey, topicOfKey, type AlbumRow } from './albums.ts'
import { hashOfIdentity, rememberAlias } from './aliases.ts'
import { emitAlbumChanged, lockAlbum, writeFacts, type Facts } from './facts.ts'
import { queueAlbums } from './linking/queue.ts'
import { settleLink } from './linking/settle.ts'
import { writeAlbumWords } from './wordIndex.ts'

// Albums, and data of albums, that people have entered. No answer of a service replaces them.

const cardColumns = { id: true, artist: true, name: true, image: true, year: true } as const

type NewAlbum = {
  ref: AlbumRef
  addedById: number
  submission: string | null
  image: string | null
  facts: Partial<Facts>
}

/** @throws conflict on the field 'title' if the album exists */
export async function insertAlbum(write: Write, album: NewAlbum): Promise<AlbumRow> {
  const { ref, addedById, submission, image, facts } = album
  const { artist, album: name } = ref
  const key = identityKey(ref)
  if (await findAlbum({ db: write.tx }, ref)) throw alreadyHere()
  const edited = ['artist', 'name', ...(image === null ? [] : ['image'])].join()
  const times = { createdAt: write.now, updatedAt: write.now }
  const { id } = await orAlreadyHere(() =>
    write.tx.album.create({
      data: { key, artist, name, image, edited, submission, addedById, isAdded: true, ...times },
      select: { id: true },
    }),
  )
  await writeAlbumWords(write.tx, [id])
  await writeFacts(write, { albumId: id, by: 'person', ...facts })
  await queueAlbums({ db: write.tx, now: () => write.now }, [key])
  emitAlbumChanged(write, { key, artist, name })
  return await write.tx.album.findUniqueOrThrow({ where: { id }, select: cardColumns })
}

/** `musicbrainz` is the id of a release group, null for none. */
export type Edit = Partial<Facts> & {
  artist?: string
  name?: string
  image?: string | null
  musicbrainz?: string | null
}
/** `edited` is the column of the album after an undo: what nobody has entered, a service can write again. */
type WrittenEdit = Edit & { albumId: number; edited?: string }

/**
 * Writes what a person has entered. Under new names the album has a new address; the old one leads there.
 * @throws notFound; conflict on the field 'title' if another album has these names
 */
export async function writeEdit(
  write: Write,
  { albumId, artist, name, image, musicbrainz, edited: editedBefore, ...facts }: WrittenEdit,
): Promise<AlbumRow> {
  const album = await lockAlbum(write, albumId)
  const names = { artist: artist ?? album.artist, name: name ?? album.name }
  const ref = { artist: names.artist, album: names.name }
  const key = identityKey(ref)
  const other = await findAlbum({ db: write.tx }, ref)
  if (other && other.id !== albumId) throw alreadyHere()
  const edited = new Set(album.edited.split(',').filter(Boolean))
  if (names.artist !== album.artist) edited.add('artist')
  if (names.name !== album.name) edited.add('name')
  const isOtherImage = image !== undefined && image !== album.image
  if (isOtherImage) edited.add('image')
  const columns = { ...names, key, edited: [...edited].join(), ...(isOtherImage && { image }) }
  const isChanged = Object.entries(columns).some(([column, value]) => album[column as 'name'] !== value)
  if (isChanged) {
    const update = kysely.updateTable('Album').set(columns).where('id', '=', albumId)
    await orAlreadyHere(() => run(write.tx, update))
    await writeAlbumWords(write.tx, [albumId])
    await noteAlbumChange(write.tx, albumId)
    for (const each of new Set([album.key, key])) emitAlbumChanged(write, { key: each, ...names })
  }
  if (key !== album.key) {
    await run(write.tx, kysely.deleteFrom('AlbumAlias').where('key', '=', hashOfIdentity(key)))
    await rememberAlias({ db: write.tx }, album.key, key)
  }
  await writeFacts(write, { albumId, by: 'person', ...facts })
  if (editedBefore !== undefined)
    await run(write.tx, kysely.updateTable('Album').set({ edited: editedBefore }).where('id', '=', albumId))
  if (isOtherImage) await deleteIfUnused(write, album.image)
  if (musicbrainz !== undefined) await settleLink(write, { albumId, groupId: musicbrainz })
  return await write.tx.album.findUniqueOrThrow({ where: { id: albumId }, select: cardColumns })
}

/** Deletes an album that nobody uses; its open pages show that it was removed. */
export async function deleteAlbum(write: Write, albumId: number): Promise<void> {
  const album = await lockAlbum(write, albumId)
  await run(write.tx, kysely.deleteFrom('Album').where('id', '=', albumId))
  await deleteIfUnused(write, album.image)
  write.emit(topicOfKey(album.key), { type: 'album.removed' }, null)
}

const alreadyHere = () => conflict('albums.alreadyHere', 'title')

/** Two users can enter the same names at once. @throws conflict */
async function orAlreadyHere<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw violatedIndex(error)?.includes('key') ? alreadyHere() : error
  }
}
