import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard, AlbumRef, ServiceAlbum } from '../../shared/catalog.ts'
import { topics } from '../../shared/events.ts'
import type { Deps } from '../core/deps.ts'
import { transaction, type Tx } from '../lib/db.ts'
import { DomainError, notFound } from '../lib/errors.ts'
import { insertRows, kysely, statement } from '../lib/sql.ts'
import { findAlias, hashOfIdentity, rememberAlias } from './aliases.ts'
import { catalogAlbum, type AlbumDeps } from './details.ts'
import { writeLastfmTags } from './genreRows.ts'
import { queueAlbums } from './linking/queue.ts'
import { writeAlbumWords } from './wordIndex.ts'

const LONGEST_KEY = 700

/** An identity that is too long for the column ends in a hash of the whole. */
export function identityKey(ref: AlbumRef): string {
  const key = albumKey(ref)
  if (key.length <= LONGEST_KEY) return key
  const ending = '~' + hashOfIdentity(key).toString('hex')
  return (
    Array.from(key)
      .slice(0, LONGEST_KEY - ending.length)
      .join('') + ending
  )
}

export type AlbumRow = AlbumCard & { id: number }
type KnownRow = AlbumRow & { key: string; edited: string; updatedAt: Date }
type NamedRow = KnownRow & { mergedIntoId: number | null }

/**
 * Finds the row by the album's own names or by names that the catalogue has corrected. Names of a merged album mean the one that
 * replaces it.
 */
export async function findAlbum({ db }: { db: Tx }, ref: AlbumRef): Promise<KnownRow | null> {
  const key = identityKey(ref)
  const row = await readRow({ db }, key)
  if (row) return row
  const corrected = await findAlias({ db }, key)
  return corrected === null ? null : await readRow({ db }, corrected)
}

async function readRow({ db }: { db: Tx }, key: string): Promise<KnownRow | null> {
  let [row] = await albumByKey(db, { key })
  while (row && row.mergedIntoId !== null) [row] = await albumById(db, { id: row.mergedIntoId })
  return row ?? null
}

const knownRows = kysely
  .selectFrom('Album')
  .select(['id', 'key', 'artist', 'name', 'image', 'year', 'edited', 'updatedAt', 'mergedIntoId'])
const albumByKey = statement(({ key }: { key: string }) => knownRows.where('key', '=', key))
const albumById = statement(({ id }: { id: number }) => knownRows.where('id', '=', id))

/**
 * Finds the row of these names even if it was merged. Aliases of a merged album belong to its row.
 */
export async function findNamed({ db }: { db: Tx }, ref: AlbumRef): Promise<NamedRow | null> {
  const key = identityKey(ref)
  const [row] = await albumByKey(db, { key })
  if (row) return row
  const corrected = await findAlias({ db }, key)
  return corrected === null ? null : ((await albumByKey(db, { key: corrected }))[0] ?? null)
}

/** Names that a person has entered can be others than the service's. */
const hasEnteredNames = ({ edited }: Pick<KnownRow, 'edited'>): boolean =>
  ['artist', 'name'].some((column) => edited.split(',').includes(column))

/** The names that the album of these names has since it was merged or renamed by a person; null if they are its own. */
export async function findNewNames(deps: Pick<Deps, 'db'>, ref: AlbumRef): Promise<AlbumRef | null> {
  const named = await findNamed(deps, ref)
  if (!named) return null
  if (named.mergedIntoId !== null) return namesUnless(ref, await findAlbum(deps, ref))
  return hasEnteredNames(named) ? namesUnless(ref, named) : null
}

/** The names of the album to whose address that of these names leads, for whatever reason; null if they are its own. */
export async function findAddress(deps: Pick<Deps, 'db'>, ref: AlbumRef): Promise<AlbumRef | null> {
  return namesUnless(ref, await findAlbum(deps, ref))
}

function namesUnless(ref: AlbumRef, row: AlbumCard | null): AlbumRef | null {
  const names = row && { artist: row.artist, album: row.name }
  return names && identityKey(names) !== identityKey(ref) ? names : null
}

export async function topicOfAlbum(deps: Pick<Deps, 'db'>, ref: AlbumRef): Promise<string> {
  const row = await findAlbum(deps, ref)
  return topicOfKey(row?.key ?? identityKey(ref))
}

export const topicOfKey = (key: string): string => topics.album(hashOfIdentity(key).toString('base64url'))

/** Age in milliseconds from which a row's name and picture are checked with the catalogue again. */
const ROW_IS_FRESH = 7 * 24 * 60 * 60_000

/** How long a change of an album waits for the album, in milliseconds, while it is being looked up. */
const PATIENCE = 10_000

type KeepDeps = AlbumDeps & Pick<Deps, 'db' | 'now'> & Partial<Pick<Deps, 'musicbrainz'>>

/**
 * Returns the row under its canonical name; creates it when it is first needed.
 * @throws notFound on the field 'album' if the catalogue does not know the album; unavailable if the
 * catalogue is unreachable and the album has no row
 */
export async function resolveAlbum(deps: KeepDeps, ref: AlbumRef): Promise<AlbumRow> {
  const existing = await findAlbum(deps, ref)
  const isEntered = existing && hasEnteredNames(existing)
  const isFresh = existing && deps.now().getTime() - existing.updatedAt.getTime() < ROW_IS_FRESH
  if (existing && (isEntered || isFresh)) return rowOf(existing)
  try {
    return await keepAlbum(deps, ref, await catalogAlbum(deps, ref, PATIENCE))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // An album with a row can be logged again, even if the catalogue no longer knows it.
    if (existing) return rowOf(existing)
    throw error.kind === 'notFound' ? notFound('catalog.albumNotFound', 'album') : error
  }
}

/** Maximum number of concurrent lookups for one request: the catalogue also serves others. */
const AT_ONCE = 4

/** @throws like resolveAlbum, with the index of the album that is not found in the field */
export async function resolveAlbums(
  deps: Parameters<typeof resolveAlbum>[0],
  refs: readonly AlbumRef[],
): Promise<AlbumRow[]> {
  const albums: AlbumRow[] = []
  while (albums.length < refs.length) {
    const start = albums.length
    const batch = refs.slice(start, start + AT_ONCE).map((ref, index) => resolveAt(deps, ref, start + index))
    albums.push(...(await Promise.all(batch)))
  }
  return albums
}

async function resolveAt(
  deps: Parameters<typeof resolveAlbum>[0],
  ref: AlbumRef,
  index: number,
): Promise<AlbumRow> {
  try {
    return await resolveAlbum(deps, ref)
  } catch (error) {
    const isUnknown = error instanceof DomainError && error.kind === 'notFound'
    throw isUnknown ? notFound('catalog.albumNotFound', `albums.${index}`) : error
  }
}

const rowOf = ({ id, artist, name, image, year }: AlbumRow): AlbumRow => ({ id, artist, name, image, year })

async function keepAlbum(deps: KeepDeps, requested: AlbumRef, album: ServiceAlbum): Promise<AlbumRow> {
  const { artist, name, image, year, tracks } = album
  const key = identityKey({ artist, album: name })
  const now = deps.now()
  const row = { key, artist, name, image, year, trackCount: tracks.length, createdAt: now, updatedAt: now }
  const named = await findNamed(deps, { artist, album: name })
  const isRenamed = named !== null && named.key !== key && hasEnteredNames(named)
  // The row of a merged album stays as it was, and so do names that a person has entered.
  if (named && (isRenamed || named.mergedIntoId !== null)) {
    await rememberAlias(deps, identityKey(requested), named.key)
    return rowOf((await findAlbum(deps, { artist, album: name }))!)
  }
  const edited = named?.key === key ? named.edited.split(',') : []
  const isEdited = (column: string) => edited.includes(column === 'trackCount' ? 'tracks' : column)
  // A known picture is kept when the new data has none: the catalogue sometimes loses one.
  const columns = ['artist', 'name', 'image', 'trackCount', 'updatedAt'] as const
  const orUpdate = columns.filter((column) => row[column] !== null && !isEdited(column))
  await insertRows(deps.db, 'Album', [row], { orUpdate })
  await queueAlbums(deps, [key])
  await rememberAlias(deps, identityKey(requested), key)
  const kept = (await readRow(deps, key))!
  await transaction(deps.db, (tx) => writeAlbumWords(tx, [kept.id]))
  // The genres of MusicBrainz count if it is asked.
  if (deps.musicbrainz === null && !deps.catalogue.isOwn) await writeLastfmTags(deps.db, kept.id, album.tags)
  return rowOf(kept)
}
