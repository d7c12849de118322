import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import type { ListedAlbum } from '../../shared/lists.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { DomainError, invalid } from '../lib/errors.ts'
import { countAll, kysely, rows, statement } from '../lib/sql.ts'
import type { LockedList } from './lock.ts'
import type { ListRow } from './merge.ts'

/** An album to write to a list; `note` undefined keeps the current note. */
export type WantedAlbum = { albumId: number; note: string | undefined }

/** Maximum number of concurrent album lookups for one list: the catalogue also serves other requests. */
const BATCH = 4
/** Maximum number of notes in one statement: a thousand full ones exceed the packet size limit of some databases. */
const NOTES_AT_ONCE = 200

const unknownAlbum = () => invalid('catalog.albumNotFound', 'albums')

/**
 * Resolves the albums of a request, each once, in the order of their first occurrence and with its note.
 * @throws invalid on 'albums' for an unknown one; unavailable
 */
export async function chooseAlbums(
  deps: Pick<Deps, 'db' | 'cache' | 'lastfm' | 'pictures' | 'now'>,
  requested: readonly ListedAlbum[],
): Promise<WantedAlbum[]> {
  await checkNumbers(
    deps,
    requested.map(numberOf).filter((id) => id !== null),
  )
  const refs = requested.filter(isNamed)
  const names = [...new Map(refs.map((ref) => [albumKey(ref), ref]))]
  const named = new Map<string, number>()
  for (let at = 0; at < names.length; at += BATCH) {
    const requested = names.slice(at, at + BATCH)
    const ids = await Promise.all(requested.map(([, ref]) => resolveNumber(deps, ref)))
    requested.forEach(([key], index) => named.set(key, ids[index]!))
  }
  const wanted = new Map<number, WantedAlbum>()
  for (const album of requested) {
    const albumId = isNamed(album) ? named.get(albumKey(album))! : numberOf(album)!
    const note = typeof album === 'number' ? undefined : album.note
    if (!wanted.has(albumId)) wanted.set(albumId, { albumId, note })
  }
  return [...wanted.values()]
}

const isNamed = (album: ListedAlbum): album is AlbumRef & { note?: string } =>
  typeof album === 'object' && 'artist' in album
const numberOf = (album: ListedAlbum): number | null =>
  typeof album === 'number' ? album : 'id' in album ? album.id : null

async function checkNumbers({ db }: Pick<Deps, 'db'>, numbers: number[]): Promise<void> {
  if (numbers.length === 0) return
  const wanted = [...new Set(numbers)]
  const [known] = await rows(db, kysely.selectFrom('Album').select(countAll).where('id', 'in', wanted))
  if (known!.count < wanted.length) throw unknownAlbum()
}

async function resolveNumber(deps: Parameters<typeof resolveAlbum>[0], ref: AlbumRef): Promise<number> {
  try {
    return (await resolveAlbum(deps, ref)).id
  } catch (error) {
    throw error instanceof DomainError && error.kind === 'notFound' ? unknownAlbum() : error
  }
}

const rowsOf = statement(({ listId }: { listId: number }) =>
  kysely.selectFrom('ListAlbum').select(['albumId', 'note']).where('listId', '=', listId).orderBy('position'),
)

/** Reads a list's albums with their notes, in the list's order. */
export const readRows = (tx: Tx, listId: number): Promise<ListRow[]> => rowsOf(tx, { listId })

/** Replaces a list's current albums (`before`) with the `wanted` ones, in that order. */
export async function writeRows(
  { tx, now }: Write,
  listId: LockedList,
  { before, wanted }: { before: readonly ListRow[]; wanted: readonly ListRow[] },
): Promise<void> {
  const kept = new Set(wanted.map(({ albumId }) => albumId))
  const notes = new Map(before.map(({ albumId, note }) => [albumId, note]))
  const gone = [...notes.keys()].filter((albumId) => !kept.has(albumId))
  if (gone.length > 0) {
    await tx.$executeRaw`DELETE FROM ListAlbum WHERE listId = ${listId} AND albumId IN (${Prisma.join(gone)})`
  }
  const places = wanted.map((row, position) => ({ ...row, position }))
  const isWritten = ({ albumId, note }: ListRow) => notes.get(albumId) !== note
  const written = places.filter(isWritten)
  for (let at = 0; at < written.length; at += NOTES_AT_ONCE) {
    const some = written
      .slice(at, at + NOTES_AT_ONCE)
      .map(({ albumId, position, note }) => Prisma.sql`(${listId}, ${albumId}, ${position}, ${note}, ${now})`)
    await tx.$executeRaw`
      INSERT INTO ListAlbum (listId, albumId, position, note, addedAt) VALUES ${Prisma.join(some)}
      ON DUPLICATE KEY UPDATE position = VALUES(position), note = VALUES(note)`
  }
  const moved = places
    .filter((row) => !isWritten(row) && before[row.position]?.albumId !== row.albumId)
    .map(({ albumId, position }) => Prisma.sql`(${listId}, ${albumId}, ${position})`)
  if (moved.length > 0) {
    await tx.$executeRaw`
      INSERT INTO ListAlbum (listId, albumId, position) VALUES ${Prisma.join(moved)}
      ON DUPLICATE KEY UPDATE position = VALUES(position)`
  }
}
