import type { AlbumType } from '../../../shared/albumTypes.ts'
import type { AlbumCard } from '../../../shared/catalog.ts'
import type { Deps } from '../../core/deps.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, rows } from '../../lib/sql.ts'
import { nameGroups } from '../groupAlbums.ts'
import { findSurvivors } from '../survivors.ts'

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
    linkedAlbums(db, ids),
    rows(db, kysely.selectFrom('ServicePicture').select(['id', 'image']).where('id', 'in', ids)),
    nameGroups(
      db,
      groups.map(({ key }) => key),
    ),
  ])
  // The earliest album of several editions.
  const albumOf = new Map(albums.toReversed().map(({ groupId, ...album }) => [groupId, album]))
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const imageOf = new Map(pictures.map(({ id, image }) => [id, image]))
  return groups.map(({ id, artist, title, releaseDate }) => {
    const image = imageOf.get(id) ?? null
    const year = releaseDate === null ? null : Number(releaseDate.slice(0, 4))
    const album = albumOf.get(id)
    if (album) return underOwnNames(album, { image, year })
    return { artist, name: nameOf.get(id) ?? title, image, year }
  })
}

/** Returns the albums of groups, the earliest first. In place of a merged album, the one that replaces it comes last. */
async function linkedAlbums(
  db: Tx,
  groupIds: readonly string[],
): Promise<(Own & { groupId: string | null })[]> {
  const albums = kysely
    .selectFrom('Album as a')
    .select(['a.id', 'a.artist', 'a.name', 'a.image', 'a.year', 'a.edited', 'a.mergedIntoId'])
  const linked = await rows(
    db,
    albums
      .innerJoin('AlbumLink as l', 'l.albumId', 'a.id')
      .select('l.groupId')
      .where('l.groupId', 'in', groupIds)
      .where('l.state', '=', 'linked')
      .orderBy('a.id'),
  )
  const merged = linked.filter(({ mergedIntoId }) => mergedIntoId !== null)
  if (merged.length === 0) return linked
  const survivorOf = await findSurvivors(
    db,
    merged.map(({ id }) => id),
  )
  const survivors = await rows(
    db,
    albums.where(
      'a.id',
      'in',
      merged.map(({ id }) => survivorOf(id)),
    ),
  )
  const replaced = merged.flatMap(({ id, groupId }) =>
    survivors.filter((album) => album.id === survivorOf(id)).map((album) => ({ ...album, groupId })),
  )
  return [...linked.filter(({ mergedIntoId }) => mergedIntoId === null), ...replaced]
}

type Own = AlbumCard & { edited: string }

function underOwnNames(own: Own, service: Pick<AlbumCard, 'image' | 'year'>): AlbumCard {
  const { artist, name } = own
  const image = ownValue(own, 'image', service.image)
  return { artist, name, image, year: ownValue(own, 'year', service.year) }
}

/** Returns the value of our row, or the service's if the row has none. A value that a person removed stays away. */
export function ownValue<Row extends { edited: string }, Column extends keyof Row & string>(
  own: Row,
  column: Column,
  ofService: Row[Column],
): Row[Column] {
  const isEdited = own.edited.split(',').includes(column === 'year' ? 'releaseDate' : column)
  return isEdited ? own[column] : (own[column] ?? ofService)
}
