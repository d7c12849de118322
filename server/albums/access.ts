import type { AlbumRef } from '../../shared/catalog.ts'
import { findAlbum } from '../catalog/albums.ts'
import type { Tx } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { isUsedByOthers } from './uses.ts'

/** @throws notFound on the field 'album' */
export async function getAlbum(tx: Tx, ref: AlbumRef) {
  const found = await findAlbum({ db: tx }, ref)
  const album = found && (await tx.album.findUnique({ where: { id: found.id } }))
  if (!album) throw notFound('catalog.albumNotFound', 'album')
  return album
}

export type StoredAlbum = Awaited<ReturnType<typeof getAlbum>>

export const isAdder = ({ isAdded, addedById }: StoredAlbum, { id }: { id: number }): boolean =>
  isAdded && addedById === id

/** @throws forbidden unless the viewer has added the album, and nobody else uses it */
export async function requireUnusedOwn(tx: Tx, album: StoredAlbum, viewer: { id: number }): Promise<void> {
  if (!isAdder(album, viewer)) throw forbidden('albums.notYours')
  if (await isUsedByOthers(tx, { albumId: album.id, exceptId: viewer.id }))
    throw forbidden('albums.othersUse')
}
