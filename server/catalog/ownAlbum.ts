import type { AlbumDetails, AlbumRef, ServiceAlbum } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { findAlbum } from './albums.ts'
import { catalogAlbum, missingReason, type AlbumDeps } from './details.ts'
import { tintOf } from './tint.ts'
import { tracksOf } from './tracks.ts'

const unknown = { listeners: null, playcount: null, url: null, tags: [], wiki: null }

type OwnAlbum = ServiceAlbum & Pick<AlbumDetails, 'withoutCatalogue'>

/**
 * Returns an album that people have added or edited: what they entered, completed by the service. Null for any other album,
 * and while the database is unreachable.
 */
export async function findOwnAlbum(
  deps: AlbumDeps & Pick<Deps, 'db'>,
  ref: AlbumRef,
): Promise<OwnAlbum | null> {
  const row = await readEdited(deps, ref).catch((error: unknown) => {
    if (isDatabaseDown(error)) return null
    throw error
  })
  if (!row) return null
  const { artist, name, image, year, isAdded } = row
  const edited = new Set(row.edited.split(','))
  const { service, withoutCatalogue } = await findAtService(deps, { artist, album: name })
  const isTracksOfService = !edited.has('tracks') && service !== null && service.tracks.length > 0
  const tracks = isTracksOfService ? service.tracks : tracksOf(row.tracks)
  const hasOwnImage = isAdded || edited.has('image') || !service
  const cover = hasOwnImage
    ? { image, tint: await tintOf(deps, image) }
    : { image: service.image, tint: service.tint }
  return {
    ...unknown,
    ...service,
    artist,
    name,
    year,
    ...cover,
    tracks,
    // That no service knows an added album is expected.
    ...(withoutCatalogue && !isAdded && { withoutCatalogue }),
  }
}

async function readEdited({ db }: Pick<Deps, 'db'>, ref: AlbumRef) {
  const album = await findAlbum({ db }, ref)
  return album?.edited ? await db.album.findUnique({ where: { id: album.id } }) : null
}

type Answer = { service: ServiceAlbum | null } & Pick<AlbumDetails, 'withoutCatalogue'>

async function findAtService(deps: AlbumDeps, ref: AlbumRef): Promise<Answer> {
  try {
    return { service: await catalogAlbum(deps, ref) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { service: null, withoutCatalogue: missingReason(error) ?? 'unavailable' }
  }
}
