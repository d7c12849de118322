import type { Candidate } from '../../shared/albums.ts'
import type { AlbumType } from '../../shared/albumTypes.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { Db, Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { splitAddition } from './homonyms.ts'
import { batches } from './imports.ts'
import { cardsOf, groupColumns, type GroupRow } from './keyless/cards.ts'
import { preferred } from './linking/ladder.ts'

// Names from elsewhere can mean each of several albums: our rows, and release groups that have no row yet.

type Facts = { year: number | null; releaseDate: string | null; type: AlbumType | null; isOfficial: boolean }

/** Either a row, or a release group without one. */
export type Namesake = Facts & ({ albumId: number; group: null } | { albumId: null; group: GroupRow })

type Group = GroupRow & { isOfficial: boolean }
type Album = Awaited<ReturnType<typeof readAlbums>>[number]

/**
 * Returns the albums that names can mean, for names that can mean more than one; earliest first. `ids` are the rows of these
 * names (`findIds`). A row that nobody has linked can be any of several groups, so it is none of their namesakes.
 */
export async function findNamesakes(
  db: Tx,
  keys: readonly string[],
  ids: ReadonlyMap<string, number>,
): Promise<Map<string, Namesake[]>> {
  const albumIds = keys.flatMap((key) => ids.get(key) ?? [])
  const albums = new Map((await readAlbums(db, albumIds)).map((album) => [album.id, album]))
  const names = [...new Set(keys)].map((key) => {
    const album = albums.get(ids.get(key) ?? 0) ?? null
    return { key, album, plainKey: album?.key ?? key, candidateIds: candidateIdsOf(album) }
  })
  const groups = await readGroups(db, names)
  const years = await readAlbumsWithYear(
    db,
    names.flatMap(({ album }) => album?.key ?? []),
  )
  const open = names
    .map((each) => ({ ...each, groups: groups(each), others: years.get(each.plainKey) ?? [] }))
    .filter((each) => each.groups.length > 1 || each.others.length > 0)
  const albumOf = await readAlbumsOfGroups(
    db,
    open.flatMap((each) => each.groups.map(({ id }) => id)),
  )
  const found = open.map((each) => [each.key, inOrder(namesakesOf(each, albumOf))] as const)
  return new Map(found.filter(([, namesakes]) => namesakes.length > 1))
}

type Open = { album: Album | null; groups: readonly Group[]; others: readonly Album[] }

function namesakesOf({ album, groups, others }: Open, albumOf: ReadonlyMap<string, Album>): Namesake[] {
  const ofGroups = groups.map((group) => {
    const linked = album?.groupId === group.id ? album : albumOf.get(group.id)
    return linked ? ofAlbum(linked) : ofGroup(group)
  })
  const ids = new Set(groups.map(({ id }) => id))
  const isOther = ({ groupId, year }: Album) =>
    groupId === null ? ofGroups.every((each) => each.year !== year) : !ids.has(groupId)
  const rest = others.filter(isOther).map(ofAlbum)
  if (!album || (album.groupId !== null && ids.has(album.groupId))) return [...ofGroups, ...rest]
  const isApart = album.groupId !== null || groups.length === 0 || (album.year !== null && isOther(album))
  if (isApart) return [ofAlbum(album), ...ofGroups, ...rest]
  // The row of this year is the group of this year, although it is not linked yet.
  return [
    ...ofGroups.map((each) =>
      each.albumId === null && album.year !== null && each.year === album.year ? ofAlbum(album) : each,
    ),
    ...rest,
  ]
}

const ofAlbum = ({ id, year, releaseDate, type }: Album): Namesake => ({
  albumId: id,
  group: null,
  year,
  releaseDate,
  type,
  isOfficial: true,
})

function ofGroup({ isOfficial, ...group }: Group): Namesake {
  const { releaseDate, type } = group
  const year = releaseDate === null ? null : Number(releaseDate.slice(0, 4))
  return { albumId: null, group, year, releaseDate, type, isOfficial }
}

const dateOf = ({ releaseDate, year }: Namesake): string =>
  releaseDate ?? (year === null ? '9999' : String(year))
const inOrder = (namesakes: readonly Namesake[]): Namesake[] =>
  namesakes.toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : 0))

/**
 * Decides between namesakes as the ladder does. Several are left if neither the year nor the kind of release decides; null if the
 * kind of release alone decides for something that has no row.
 */
export function decideNamesake(
  namesakes: readonly Namesake[],
  { year, albumId }: { year: number | null; albumId: number | undefined },
): Namesake[] | null {
  const preference = (each: Namesake) => ({ ...each, isSingle: each.type === 'single' })
  const likely = preferred(namesakes, null, preference)
  const isRow = namesakes.some((each) => each.albumId !== null && each.albumId === albumId)
  if (likely.length === 1 && !isRow) return null
  return year === null ? likely : preferred(namesakes, year, preference)
}

/** Cards of namesakes, in their order; those without a row with the id of their group (`keepGroupAlbum`). */
export async function cardsOfNamesakes(
  db: Db,
  namesakes: readonly Namesake[],
): Promise<(AlbumCard & { groupId?: string })[]> {
  const ids = namesakes.flatMap(({ albumId }) => albumId ?? [])
  const albums = await db.album.findMany({
    where: { id: { in: ids } },
    select: { id: true, artist: true, name: true, image: true, year: true },
  })
  const albumOf = new Map(albums.map(({ id, ...album }) => [id, album]))
  const groups = namesakes.flatMap(({ group }) => group ?? [])
  const cards = await cardsOf({ db }, groups)
  const cardOf = new Map(groups.map(({ id }, index) => [id, cards[index]!]))
  return namesakes.flatMap(({ albumId, group }) =>
    group ? { ...cardOf.get(group.id)!, groupId: group.id } : (albumOf.get(albumId) ?? []),
  )
}

const candidateIdsOf = (album: Album | null): string[] =>
  album?.candidates ? (JSON.parse(album.candidates) as Candidate[]).map(({ id }) => id) : []

const albumsWithLinks = kysely
  .selectFrom('Album as a')
  .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
  .select(['a.id', 'a.key', 'a.name', 'a.year', 'a.releaseDate', 'a.type', 'l.groupId', 'l.candidates'])
  .where('a.mergedIntoId', 'is', null)

async function readAlbums(db: Tx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return await rows(db, albumsWithLinks.where('a.id', 'in', [...new Set(ids)]))
}

type Names = { plainKey: string; candidateIds: readonly string[] }

/** Returns a function that returns the groups of the same names, and those that the row of the names can be. */
async function readGroups(db: Tx, names: readonly Names[]): Promise<(names: Names) => Group[]> {
  const groups = kysely.selectFrom('ReleaseGroup').select([...groupColumns, 'isOfficial'])
  const byId = new Map<string, Group>()
  const keys = [...new Set(names.map(({ plainKey }) => plainKey))]
  const ids = [...new Set(names.flatMap(({ candidateIds }) => candidateIds))]
  const read = async (query: typeof groups) => {
    for (const { isOfficial, ...group } of await rows(db, query))
      byId.set(group.id, { ...group, isOfficial: Boolean(isOfficial) })
  }
  for (const batch of batches(keys)) await read(groups.where('key', 'in', batch))
  for (const batch of batches(ids)) await read(groups.where('id', 'in', batch))
  const byKey = new Map<string, Group[]>()
  for (const group of byId.values()) byKey.set(group.key, [...(byKey.get(group.key) ?? []), group])
  return ({ plainKey, candidateIds }) => [
    ...new Set([...(byKey.get(plainKey) ?? []), ...candidateIds.flatMap((id) => byId.get(id) ?? [])]),
  ]
}

/** Returns the albums whose names are those of another album and their year: 'Peter Gabriel (1980)'. */
async function readAlbumsWithYear(db: Tx, keys: readonly string[]): Promise<Map<string, Album[]>> {
  const found = new Map<string, Album[]>()
  for (const batch of batches([...new Set(keys)])) {
    const albums = await rows(
      db,
      albumsWithLinks
        .where('a.year', 'is not', null)
        .where((eb) =>
          eb.or(batch.map((key) => eb.and([eb('a.key', '>=', `${key}_1`), eb('a.key', '<', `${key}_3`)]))),
        ),
    )
    for (const album of albums) {
      const [, year] = /^(\d{4})(?:-\d\d)?$/.exec(splitAddition(album.name)?.addition ?? '') ?? []
      const key = album.key.replace(/_\d{4}(?:_\d\d)?$/, '')
      if (year && Number(year) === album.year) found.set(key, [...(found.get(key) ?? []), album])
    }
  }
  return found
}

/** The earliest album of several editions. */
async function readAlbumsOfGroups(db: Tx, groupIds: readonly string[]): Promise<Map<string, Album>> {
  const albumOf = new Map<string, Album>()
  for (const batch of batches([...new Set(groupIds)])) {
    const albums = await rows(
      db,
      albumsWithLinks.where('l.groupId', 'in', batch).where('l.state', '=', 'linked').orderBy('a.id', 'desc'),
    )
    for (const album of albums) albumOf.set(album.groupId!, album)
  }
  return albumOf
}
