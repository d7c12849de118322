import { sql, type Expression } from 'kysely'
import { paths } from '../../shared/paths.ts'
import { isSeenBy } from '../access/visibleTo.ts'
import { catalogues } from '../lib/languages.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import { hashOf, stateColumns, stateOf } from './fingerprint.ts'
import { ITEMS, paragraphsOf, titleOf, type Author, type Item } from './item.ts'
import { idOfUser, openList, openUser, openUsers, type Id, type Nickname } from './owners.ts'

const texts = catalogues.en

const listsOf = (userId: number | Expression<number>) =>
  openUsers
    .innerJoin('List as l', 'l.userId', 'u.id')
    .where('l.userId', '=', userId)
    .where(isSeenBy('stranger'))
    .orderBy('l.createdAt', 'desc')
    .orderBy('l.id', 'desc')
    .limit(ITEMS)

const albumsOfList = kysely.selectFrom('ListAlbum as i').where('i.listId', '=', sql.ref<number>('l.id'))
const albumCount = albumsOfList.select(countAll).$asScalar().$notNull()
const firstCover = albumsOfList
  .innerJoin('Album as a', 'a.id', 'i.albumId')
  .select('a.image')
  .orderBy('i.position')
  .limit(1)
  .$asScalar()
const listColumns = ['l.id', 'l.name', 'l.description', 'l.createdAt', 'u.nickname', 'u.avatar'] as const
const listHash = hashOf([...listColumns, albumCount, firstCover]).as('hash')

export const lists = {
  find: statement((user: Nickname) =>
    openUser(user)
      .crossJoin(stateOf(listsOf(idOfUser(user)).select([listHash, 'l.updatedAt as changedAt'])).as('s'))
      .select(stateColumns),
  ),
  readRows: statement(({ id }: Id) =>
    listsOf(id)
      .select([...listColumns, listHash])
      .select([albumCount.as('albums'), firstCover.as('image')]),
  ),
}
type ListRow = Awaited<ReturnType<typeof lists.readRows>>[number]

export function itemOfList(row: ListRow): Item {
  const { id, name, description, createdAt, nickname, avatar, albums, image } = row
  return {
    id: `plak-list-${id}`,
    title: name,
    path: paths.list(id),
    at: createdAt,
    author: { nickname, avatar },
    cover: image === null ? null : { path: image, alt: name },
    text: paragraphsOf(description || texts.sharing.list(nickname, texts.catalog.albumCount(albums))),
  }
}

/** Albums that were added at once are in the order of the list. */
const entriesOf = ({ id }: Id) =>
  openUsers
    .innerJoin('List as l', 'l.userId', 'u.id')
    .innerJoin('ListAlbum as i', 'i.listId', 'l.id')
    .innerJoin('Album as a', 'a.id', 'i.albumId')
    .where('l.id', '=', id)
    .where(isSeenBy('stranger'))
    .orderBy('i.addedAt', 'desc')
    .orderBy('i.position')
    .limit(ITEMS)
const entryColumns = ['i.albumId', 'i.addedAt', 'i.note', 'a.artist', 'a.name', 'a.year', 'a.image'] as const
const entryHash = hashOf([...entryColumns, 'i.position']).as('hash')

export const listAlbums = {
  find: statement((list: Id) =>
    openList(list)
      .crossJoin(stateOf(entriesOf(list).select([entryHash, 'i.addedAt as changedAt'])).as('s'))
      .select(stateColumns),
  ),
  readRows: statement((list: Id) => entriesOf(list).select([...entryColumns, entryHash])),
}
type EntryRow = Awaited<ReturnType<typeof listAlbums.readRows>>[number]

export function itemOfEntry(row: EntryRow, { id, author }: { id: number; author: Author }): Item {
  const { albumId, addedAt, note, artist, name, year, image } = row
  const album = { artist, name, year, image }
  return {
    id: `plak-list-${id}-${albumId}`,
    title: titleOf(album),
    path: paths.album(album),
    at: addedAt,
    author,
    cover:
      image === null
        ? null
        : { path: image, alt: texts.catalog.coverOf(texts.catalog.albumBy(name, artist)) },
    text: paragraphsOf(note),
    album,
  }
}
