import type { AlbumDetails, AlbumRef, Track } from '../../shared/catalog.ts'
import { isPersonShownTo, NOBODY } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { findAlbum } from './albums.ts'
import { catalogAlbum, type AlbumDeps } from './details.ts'
import { tintOf } from './tint.ts'

const enteredData = statement(({ albumId, viewerId }: { albumId: number; viewerId: number }) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('User as u', (join) => join.onRef('u.id', '=', 'a.addedById').on(isPersonShownTo(viewerId)))
    .select(['a.artist', 'a.name', 'a.image', 'a.year', 'a.tracks', 'a.edited', 'a.isAdded', 'u.nickname'])
    .where('a.id', '=', albumId)
    .where('a.edited', '<>', ''),
)

const unknown = { listeners: null, playcount: null, url: null, tags: [], wiki: null }

/**
 * Returns an album that people have added or edited: what they entered, completed by the service. Null for any other album,
 * and while the database is unreachable.
 */
export async function findOwnAlbum(
  deps: AlbumDeps & Pick<Deps, 'db'>,
  viewer: { id: number } | null,
  ref: AlbumRef,
): Promise<AlbumDetails | null> {
  const row = await readEntered(deps, viewer, ref).catch((error: unknown) => {
    if (isDatabaseDown(error)) return null
    throw error
  })
  if (!row) return null
  const { artist, name, image, year, isAdded, nickname } = row
  const edited = new Set(row.edited.split(','))
  const service = await findAtService(deps, { artist, album: name })
  const tracks = edited.has('tracks') ? tracksOf(row.tracks) : (service?.tracks ?? [])
  const hasOwnImage = isAdded || edited.has('image') || !service
  const cover = hasOwnImage
    ? { image, tint: await tintOf(deps, image) }
    : { image: service.image, tint: service.tint }
  return { ...unknown, ...service, artist, name, year, ...cover, tracks, addedBy: nickname }
}

/** True if `findOwnAlbum` returns an album. */
export async function isEntered(deps: Pick<Deps, 'db'>, ref: AlbumRef): Promise<boolean> {
  try {
    return Boolean((await findAlbum(deps, ref))?.edited)
  } catch (error) {
    if (isDatabaseDown(error)) return false
    throw error
  }
}

async function readEntered(deps: Pick<Deps, 'db'>, viewer: { id: number } | null, ref: AlbumRef) {
  const album = await findAlbum(deps, ref)
  if (!album) return null
  const [row] = await enteredData(deps.db, { albumId: album.id, viewerId: viewer?.id ?? NOBODY })
  return row ?? null
}

/** Null if the service does not know the album, or cannot be asked. */
async function findAtService(deps: AlbumDeps, ref: AlbumRef): Promise<AlbumDetails | null> {
  try {
    return await catalogAlbum(deps, ref)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

const tracksOf = (tracks: string | null): Track[] =>
  (JSON.parse(tracks ?? '[]') as string[]).map((name, index) => ({
    position: index + 1,
    name,
    duration: null,
    featuredArtist: null,
  }))
