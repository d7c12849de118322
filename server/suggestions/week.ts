import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import { popularAlbums, type CatalogueDeps } from '../catalog/queries.ts'
import type { Deps } from '../core/deps.ts'
import { DomainError } from '../lib/errors.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { readWeek } from './popular.ts'

const ALBUMS = 6

const cardsOf = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('Album')
    .select(['id', 'artist', 'name', 'image', 'year'])
    .where('id', 'in', ids)
    .where('mergedIntoId', 'is', null),
)

/** The albums to which the most people have listened, filled up from 'Trending Albums'. */
export async function popularThisWeek(deps: CatalogueDeps & Pick<Deps, 'now'>): Promise<AlbumCard[]> {
  const ids = (await readWeek(deps.db, deps.now())).slice(0, 2 * ALBUMS)
  const cards = new Map((await cardsOf(deps.db, { ids: padded(ids) })).map(({ id, ...card }) => [id, card]))
  const heard = ids.flatMap((id) => cards.get(id) ?? []).slice(0, ALBUMS)
  if (heard.length === ALBUMS) return heard
  const keys = new Set(heard.map(keyOf))
  const others = (await readTrending(deps)).filter((album) => !keys.has(keyOf(album)))
  return [...heard, ...others].slice(0, ALBUMS)
}

const keyOf = ({ artist, name }: AlbumCard) => albumKey({ artist, album: name })

/** Without the catalogue, what people here have heard is enough. */
async function readTrending(deps: CatalogueDeps): Promise<AlbumCard[]> {
  try {
    return (await popularAlbums(deps, { page: 1, chart: 'trending' })).albums
  } catch (error) {
    if (error instanceof DomainError) return []
    throw error
  }
}
