import type { AlbumCard, AlbumType } from '../../../shared/catalog.ts'
import type { Deps } from '../../core/deps.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, rows } from '../../lib/sql.ts'
import { additionsOf, inOrder } from '../homonyms.ts'

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

/**
 * Returns the title of each group. If several groups have the same names, the one whose album has the plain address keeps it, else
 * the earliest does; the others get their year in parentheses.
 */
export async function titlesOf(db: Tx, groups: readonly GroupRow[]): Promise<Map<string, string>> {
  const titles = new Map(groups.map(({ id, title }) => [id, title]))
  const keys = [...new Set(groups.map(({ key }) => key))]
  if (keys.length === 0) return titles
  const known = await rows(
    db,
    kysely.selectFrom('ReleaseGroup').select(groupColumns).where('key', 'in', keys),
  )
  const homonyms = new Map<string, GroupRow[]>()
  for (const group of new Map([...known, ...groups].map((each) => [each.id, each])).values())
    homonyms.set(group.key, [...(homonyms.get(group.key) ?? []), group])
  const several = [...homonyms].filter(([, each]) => each.length > 1)
  if (several.length === 0) return titles
  const plain = await rows(
    db,
    kysely
      .selectFrom('Album as a')
      .innerJoin('AlbumLink as l', 'l.albumId', 'a.id')
      .select(['a.key', 'l.groupId'])
      .where(
        'a.key',
        'in',
        several.map(([key]) => key),
      ),
  )
  for (const [key, each] of several) {
    const [earliest] = inOrder(each)
    const plainId = plain.find((album) => album.key === key)?.groupId ?? earliest!.id
    for (const [id, addition] of additionsOf(each, plainId)) {
      const title = titles.get(id)
      if (title !== undefined) titles.set(id, `${title} (${addition})`)
    }
  }
  return titles
}

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
  const [albums, pictures, titles] = await Promise.all([
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
    titlesOf(db, groups),
  ])
  // The earliest album of several editions.
  const albumOf = new Map(albums.map(({ groupId, ...album }) => [groupId, album]))
  const imageOf = new Map(pictures.map(({ id, image }) => [id, image]))
  return groups.map(({ id, artist, releaseDate }) => {
    const image = imageOf.get(id) ?? null
    const year = releaseDate === null ? null : Number(releaseDate.slice(0, 4))
    const album = albumOf.get(id)
    if (album) return { ...album, image: album.image ?? image, year: album.year ?? year }
    return { artist, name: titles.get(id)!, image, year }
  })
}
