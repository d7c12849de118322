import type { AlbumRef } from '../../shared/catalog.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { insertRows, kysely, rows } from '../lib/sql.ts'
import { identityKey, type AlbumRow } from './albums.ts'
import { additionsOf, inOrder, splitAddition, type Homonym } from './homonyms.ts'
import { settleLink } from './linking/settle.ts'
import { writeAlbumWords } from './wordIndex.ts'

// Albums of stored release groups, and the names that tell those of one title apart.

type StoredGroup = Homonym & { artist: string; title: string; key: string }

const storedGroups = kysely
  .selectFrom('ReleaseGroup')
  .select(['id', 'artist', 'title', 'releaseDate', 'type', 'key'])

/** The album with the plain names of several groups, and its group. An album keeps its address, whatever is found later. */
async function readPlainAlbums(db: Tx, keys: readonly string[]) {
  return await rows(
    db,
    kysely
      .selectFrom('Album as a')
      .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
      .select(['a.key', 'l.groupId', 'l.state', 'l.isChosen'])
      .where('a.key', 'in', keys),
  )
}

/** Returns the names of stored release groups with these keys: the plain title, or with an addition if others have it, too. */
export async function nameGroups(
  db: Tx,
  keys: readonly string[],
): Promise<(StoredGroup & { name: string })[]> {
  if (keys.length === 0) return []
  const groups = await rows(db, storedGroups.where('key', 'in', [...new Set(keys)]))
  const plainAlbums = await readPlainAlbums(db, [...new Set(keys)])
  return [...new Set(keys)].flatMap((key) => {
    const homonyms = groups.filter((group) => group.key === key)
    const plain = plainAlbums.find((album) => album.key === key)
    const isOwner = homonyms.some(({ id }) => id === plain?.groupId)
    // An album that is not linked can be any of several groups, so none of them has its address. Nor has the only one, if the album
    // is another: it is linked to another group, or a moderator chose that it is none of the service's.
    const isOther = plain?.groupId || (plain?.state === 'none' && plain.isChosen)
    const isTaken = plain && !isOwner && (homonyms.length > 1 || isOther)
    const plainId = isOwner ? plain!.groupId : isTaken ? null : (inOrder(homonyms)[0]?.id ?? null)
    const additions = additionsOf(homonyms, plainId)
    return homonyms.map((group) => {
      const addition = additions.get(group.id)
      return { ...group, name: addition === undefined ? group.title : `${group.title} (${addition})` }
    })
  })
}

/** Finds the stored release group that has these names here. */
export async function findGroup(db: Tx, ref: AlbumRef): Promise<(StoredGroup & { name: string }) | null> {
  const key = identityKey(ref)
  const plain = splitAddition(ref.album)
  const keys = [key, ...(plain ? [identityKey({ artist: ref.artist, album: plain.title })] : [])]
  const groups = await nameGroups(db, keys)
  return groups.find(({ artist, name }) => identityKey({ artist, album: name }) === key) ?? null
}

/** Returns the album of a stored release group; creates it under the group's name here. @throws notFound */
export async function keepGroupAlbum(write: Write, groupId: string): Promise<AlbumRow> {
  const { tx, now } = write
  const linked = await rows(
    tx,
    kysely
      .selectFrom('AlbumLink as l')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['a.id', 'a.artist', 'a.name', 'a.image', 'a.year'])
      .where('l.groupId', '=', groupId)
      .where('a.mergedIntoId', 'is', null)
      // Editions that are albums of their own came later.
      .orderBy('a.id')
      .limit(1),
  )
  if (linked[0]) return linked[0]
  const [stored] = await rows(tx, storedGroups.where('id', '=', groupId))
  const group = stored && (await nameGroups(tx, [stored.key])).find(({ id }) => id === groupId)
  if (!group) throw notFound('catalog.albumNotFound', 'album')
  const { artist, name } = group
  const key = identityKey({ artist, album: name })
  const row = { key, artist, name, createdAt: now, updatedAt: now }
  await insertRows(tx, 'Album', [row], { orUpdate: ['key'] })
  const [album] = await rows(tx, kysely.selectFrom('Album').select('id').where('key', '=', key))
  await writeAlbumWords(tx, [album!.id])
  await settleLink(write, { albumId: album!.id, groupId, isChosen: false })
  const [created] = await rows(
    tx,
    kysely.selectFrom('Album').select(['id', 'artist', 'name', 'image', 'year']).where('id', '=', album!.id),
  )
  return created!
}
