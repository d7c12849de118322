import type { AlbumType } from '../../../shared/albumTypes.ts'
import type { AlbumCard } from '../../../shared/catalog.ts'
import type { Deps } from '../../core/deps.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, rows } from '../../lib/sql.ts'
import { nameGroups } from '../groupAlbums.ts'

// Cards of release groups: under the names of our row of the album, if there is one.

export type GroupRow = {
  id: string
  artist: string
  title: string
  releaseDate: string | null
  type: AlbumType | null
  key: string
}

export const groupColumns = ['id', 'artist', 'title', 'releaseDate', 'type', 'key'] as const

const AT_ONCE = 500

/** Returns the cards of groups, in their order. */
export async function cardsOf({ db }: Pick<Deps, 'db'>, groups: readonly GroupRow[]): Promise<AlbumCard[]> {
  const cards: AlbumCard[] = []
  for (let from = 0; from < groups.length; from += AT_ONCE)
    cards.push(...(await someCards(db, groups.slice(from, from + AT_ONCE))))
  return cards
}

async function someCards(db: Tx, groups: readonly GroupRow[]): Promise<AlbumCard[]> {
  const ids = groups.map(({ id }) => id)
  const [albums, pictures, names] = await Promise.all([
    rows(
      db,
      kysely
        .selectFrom('AlbumLink as l')
        .innerJoin('Album as a', 'a.id', 'l.albumId')
        .select(['l.groupId', 'a.artist', 'a.name', 'a.image', 'a.year'])
        .where('l.groupId', 'in', ids)
        .where('l.state', '=', 'linked')
        .where('a.mergedIntoId', 'is', null)
        .orderBy('a.id', 'desc'),
    ),
    rows(db, kysely.selectFrom('ServicePicture').select(['id', 'image']).where('id', 'in', ids)),
    nameGroups(
      db,
      groups.map(({ key }) => key),
    ),
  ])
  // The earliest album of several editions.
  const albumOf = new Map(albums.map(({ groupId, ...album }) => [groupId, album]))
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const imageOf = new Map(pictures.map(({ id, image }) => [id, image]))
  return groups.map(({ id, artist, title, releaseDate }) => {
    const image = imageOf.get(id) ?? null
    const year = releaseDate === null ? null : Number(releaseDate.slice(0, 4))
    const album = albumOf.get(id)
    if (album) return { ...album, image: album.image ?? image, year: album.year ?? year }
    return { artist, name: nameOf.get(id) ?? title, image, year }
  })
}
