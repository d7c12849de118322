import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import type { ListedAlbum } from '../../shared/lists.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import type { SurvivorOf } from '../catalog/survivors.ts'
import type { Deps } from '../core/deps.ts'
import { DomainError, invalid } from '../lib/errors.ts'
import { countAll, kysely, rows } from '../lib/sql.ts'
import { joinNotes } from './write/moved.ts'

/** `note` undefined keeps the current note. */
export type WantedAlbum = { albumId: number; note: string | undefined }

/** Maximum number of concurrent album lookups for one list: the catalogue also serves other requests. */
const BATCH = 4

const unknownAlbum = () => invalid('catalog.albumNotFound', 'albums')

/** Returns each album once, in the order of first occurrence. @throws invalid on 'albums' for an unknown one; unavailable */
export async function chooseAlbums(
  deps: Pick<Deps, 'db' | 'cache' | 'catalogue' | 'pictures' | 'now'>,
  requested: readonly ListedAlbum[],
): Promise<WantedAlbum[]> {
  await checkNumbers(
    deps,
    requested.map(numberOf).filter((id) => id !== null),
  )
  const refs = requested.filter(isNamed)
  const names = [...new Map(refs.map((ref) => [albumKey(ref), ref]))]
  const idsByKey = new Map<string, number>()
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH)
    const ids = await Promise.all(batch.map(([, ref]) => resolveNumber(deps, ref)))
    batch.forEach(([key], index) => idsByKey.set(key, ids[index]!))
  }
  const albumsById = new Map<number, WantedAlbum>()
  for (const album of requested) {
    const albumId = isNamed(album) ? idsByKey.get(albumKey(album))! : numberOf(album)!
    const note = typeof album === 'number' ? undefined : album.note
    if (!albumsById.has(albumId)) albumsById.set(albumId, { albumId, note })
  }
  return [...albumsById.values()]
}

export const idsOf = (albums: readonly WantedAlbum[]): number[] => albums.map(({ albumId }) => albumId)

/** The numbers of merged albums mean those that replace them: one with two notes gets both, as in a merge. */
export function underSurvivors(albums: readonly WantedAlbum[], survivorOf: SurvivorOf): WantedAlbum[] {
  const notes = new Map<number, WantedAlbum['note'][]>()
  for (const { albumId, note } of albums) {
    const survivor = survivorOf(albumId)
    notes.set(survivor, [...(notes.get(survivor) ?? []), note])
  }
  return [...notes].map(([albumId, all]) => {
    const given = all.filter((note) => note !== undefined)
    return { albumId, note: given.length === all.length ? joinNotes(given) : undefined }
  })
}

const isNamed = (album: ListedAlbum): album is AlbumRef & { note?: string } =>
  typeof album === 'object' && 'artist' in album
const numberOf = (album: ListedAlbum): number | null =>
  typeof album === 'number' ? album : 'id' in album ? album.id : null

async function checkNumbers({ db }: Pick<Deps, 'db'>, numbers: number[]): Promise<void> {
  if (numbers.length === 0) return
  const ids = [...new Set(numbers)]
  const [row] = await rows(db, kysely.selectFrom('Album').select(countAll).where('id', 'in', ids))
  if (row!.count < ids.length) throw unknownAlbum()
}

async function resolveNumber(deps: Parameters<typeof resolveAlbum>[0], ref: AlbumRef): Promise<number> {
  try {
    return (await resolveAlbum(deps, ref)).id
  } catch (error) {
    throw error instanceof DomainError && error.kind === 'notFound' ? unknownAlbum() : error
  }
}
