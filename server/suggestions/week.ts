import { sql } from 'kysely'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import { isVisible } from '../access/visibleTo.ts'
import { popularAlbums, type CatalogueDeps } from '../catalog/queries.ts'
import type { Deps } from '../core/deps.ts'
import { DomainError } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'

const ALBUMS = 6
const WEEK = 7 * 24 * 60 * 60_000

/** What came into feeds since then, and was not heard before. */
const heardSince = statement(({ since }: { since: Date }) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select(['a.artist', 'a.name', 'a.image', 'a.year'])
    .where('l.feedAt', '>=', since)
    .where('l.visibility', '=', 'everyone')
    .where('u.isPrivate', '=', false)
    .where(isVisible)
    .where((eb) => eb.or([eb('l.date', 'is', null), eb('l.date', '>=', since)]))
    .groupBy(['a.id', 'a.artist', 'a.name', 'a.image', 'a.year'])
    .orderBy(sql`COUNT(DISTINCT l.userId)`, 'desc')
    .orderBy('a.name')
    .limit(ALBUMS),
)

/** The albums that the most people have listened to, filled up with popular ones of the catalogue. */
export async function popularThisWeek(deps: CatalogueDeps & Pick<Deps, 'now'>): Promise<AlbumCard[]> {
  const albums = await heardSince(deps.db, { since: new Date(deps.now().getTime() - WEEK) })
  if (albums.length === ALBUMS) return albums
  const keys = new Set(albums.map(keyOf))
  const others = (await readPopular(deps)).filter((album) => !keys.has(keyOf(album)))
  return [...albums, ...others].slice(0, ALBUMS)
}

const keyOf = ({ artist, name }: AlbumCard) => albumKey({ artist, album: name })

/** The page is complete without the catalogue. */
async function readPopular(deps: CatalogueDeps): Promise<AlbumCard[]> {
  try {
    return (await popularAlbums(deps, { page: 1, chart: undefined })).albums
  } catch (error) {
    if (error instanceof DomainError) return []
    throw error
  }
}
