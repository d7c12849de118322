import { createHash } from 'node:crypto'
import { albumKey, type AlbumCard, type AlbumDetails, type AlbumRef } from '../../shared/catalog.ts'
import { messages } from '../../shared/messages.ts'
import type { Deps } from '../deps.ts'
import { DomainError, notFound } from '../lib/errors.ts'
import { catalogAlbum } from './details.ts'

const LONGEST_KEY = 700

/** The identity of an album in the Album table; one too long for the column ends in a hash of the whole. */
export function identityKey(ref: AlbumRef): string {
  const key = albumKey(ref)
  if (key.length <= LONGEST_KEY) return key
  const ending = '~' + createHash('sha256').update(key).digest('hex')
  return Array.from(key).slice(0, LONGEST_KEY - ending.length).join('') + ending
}

/** An album that somebody needed, by its row. */
export type AlbumRow = AlbumCard & { id: number }
type KnownRow = AlbumRow & { updatedAt: Date }

/** The row of that identity, as one indexed read; null when nobody ever needed the album. */
export async function findAlbum({ db }: Pick<Deps, 'db'>, ref: AlbumRef): Promise<KnownRow | null> {
  const rows = await db.$queryRaw<KnownRow[]>`
    SELECT id, artist, name, image, updatedAt FROM Album WHERE \`key\` = ${identityKey(ref)}`
  return rows[0] ?? null
}

/** How long a row is taken as it is, before the catalogue is asked whether the name or the picture changed. */
const ROW_IS_FRESH = 7 * 24 * 60 * 60_000

/**
 * The row of the album that a client named, under its canonical name; made when it is needed for the first
 * time. Throws `notFound` on the field 'album' for an album that the catalogue does not know, `unavailable`
 * when the catalogue cannot be asked about an album that has no row yet.
 */
export async function resolveAlbum(
  deps: Pick<Deps, 'db' | 'cache' | 'lastfm' | 'now'>,
  ref: AlbumRef,
): Promise<AlbumRow> {
  const known = await findAlbum(deps, ref)
  if (known && deps.now().getTime() - known.updatedAt.getTime() < ROW_IS_FRESH) return rowOf(known)
  try {
    return await keepAlbum(deps, await catalogAlbum(deps, ref))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // What was logged once stays loggable, whatever the catalogue says or does not say now.
    if (known) return rowOf(known)
    throw error.kind === 'notFound' ? notFound(messages.catalog.albumNotFound, 'album') : error
  }
}

const rowOf = ({ id, artist, name, image }: AlbumRow): AlbumRow => ({ id, artist, name, image })

/** Writes what the catalogue says of an album. Two processes that do so at once meet in the unique key. */
async function keepAlbum(deps: Pick<Deps, 'db' | 'now'>, album: AlbumDetails): Promise<AlbumRow> {
  const { artist, name, image } = album
  const ref = { artist, album: name }
  const now = deps.now()
  // A picture that was known is better than none: the catalogue loses one now and then.
  await deps.db.$executeRaw`
    INSERT INTO Album (\`key\`, artist, name, image, createdAt, updatedAt)
    VALUES (${identityKey(ref)}, ${artist}, ${name}, ${image}, ${now}, ${now})
    ON DUPLICATE KEY UPDATE
      artist = VALUES(artist), name = VALUES(name), image = COALESCE(VALUES(image), image),
      updatedAt = VALUES(updatedAt)`
  return rowOf((await findAlbum(deps, ref))!)
}
