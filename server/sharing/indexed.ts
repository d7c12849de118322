import { paths } from '../../shared/paths.ts'
import { isSeenBy, isVisible } from '../access/visibleTo.ts'
import type { Db } from '../lib/db.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'

// The albums, artists, people and lists whose pages search engines can index.

/** `changedAt` is null if it is not known. */
export type IndexedPage = { path: string; changedAt: Date | null }
export type ReadPages = (db: Db) => Promise<IndexedPage[]>

/** Takes the next rows whose pages fit into `room`. `next` is null if these are the last ones. */
export type Walk = (db: Db, room: number) => Promise<{ read: ReadPages; count: number; next: Walk | null }>

type Cursor = string | number
/** Rows from `from` (inclusive) to `to` (exclusive; null: to the last one). */
type Stretch<At extends Cursor> = { from: At; to: At | null; limit: number }
type Rows<At extends Cursor> = {
  /** maximum number of pages of a row */
  pages: number
  /** precedes every row */
  start: At
  /** the row that is `skip` rows after `from` */
  find: (db: Db, place: { from: At; skip: number }) => Promise<{ at: At }[]>
  count: (db: Db, place: { from: At }) => Promise<{ count: number }[]>
  read: (db: Db, stretch: Stretch<At>) => Promise<IndexedPage[]>
}

const walk =
  <At extends Cursor>(rows: Rows<At>, from = rows.start): Walk =>
  async (db, room) => {
    const limit = Math.floor(room / rows.pages)
    const [following] = await rows.find(db, { from, skip: limit })
    const read: ReadPages = (onDb) => rows.read(onDb, { from, to: following?.at ?? null, limit })
    if (following) return { read, count: room, next: walk(rows, following.at) }
    const [last] = await rows.count(db, { from })
    return { read, count: last!.count * rows.pages, next: null }
  }

const albumsFrom = ({ from }: { from: string }) => kysely.selectFrom('Album').where('key', '>=', from)

const albumAfter = statement(({ from, skip }: { from: string; skip: number }) =>
  albumsFrom({ from }).select('key as at').orderBy('key').limit(1).offset(skip),
)
const countAlbums = statement((place: { from: string }) => albumsFrom(place).select(countAll))
const albumsAmong = statement(({ from, to, limit }: Stretch<string>) =>
  albumsFrom({ from })
    .select(['key', 'artist', 'name'])
    .where('mergedIntoId', 'is', null)
    .$if(to !== null, (query) => query.where('key', '<', to!))
    .orderBy('key')
    .limit(limit),
)
const albumBefore = statement(({ from }: { from: string }) =>
  kysely
    .selectFrom('Album')
    .select('key')
    .where('key', '<', from)
    .where('mergedIntoId', 'is', null)
    .orderBy('key', 'desc')
    .limit(1),
)

/** An album's key begins with that of its artist (shared/albumKey.ts). */
const artistKey = (key: string) => key.slice(0, key.indexOf('-'))

/** An artist comes with their first album. In the order of keys, albums of an artist are neighbours. */
async function readAlbums(db: Db, stretch: Stretch<string>): Promise<IndexedPage[]> {
  const [previous] = await albumBefore(db, { from: stretch.from })
  let artist = previous ? artistKey(previous.key) : null
  return (await albumsAmong(db, stretch)).flatMap((album) => {
    const isFirst = artistKey(album.key) !== artist
    artist = artistKey(album.key)
    const found = isFirst ? [paths.artist(album.artist), paths.album(album)] : [paths.album(album)]
    return found.map((path) => ({ path, changedAt: null }))
  })
}

const peopleFrom = ({ from }: { from: number }) =>
  kysely.selectFrom('User as u').where('u.id', '>=', from).where(isVisible).where('u.isPrivate', '=', false)
const personAfter = statement(({ from, skip }: { from: number; skip: number }) =>
  peopleFrom({ from }).select('u.id as at').orderBy('u.id').limit(1).offset(skip),
)
const countPeople = statement((place: { from: number }) => peopleFrom(place).select(countAll))
const peopleAmong = statement(({ from, to, limit }: Stretch<number>) =>
  peopleFrom({ from })
    .select('u.nickname')
    .$if(to !== null, (query) => query.where('u.id', '<', to!))
    .orderBy('u.id')
    .limit(limit),
)

const listsFrom = ({ from }: { from: number }) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .where('l.id', '>=', from)
    .where(isSeenBy('stranger'))
    .where(isVisible)
    .where('u.isPrivate', '=', false)
const listAfter = statement(({ from, skip }: { from: number; skip: number }) =>
  listsFrom({ from }).select('l.id as at').orderBy('l.id').limit(1).offset(skip),
)
const countLists = statement((place: { from: number }) => listsFrom(place).select(countAll))
const listsAmong = statement(({ from, to, limit }: Stretch<number>) =>
  listsFrom({ from })
    .select(['l.id', 'l.updatedAt'])
    .$if(to !== null, (query) => query.where('l.id', '<', to!))
    .orderBy('l.id')
    .limit(limit),
)

export const indexedPages: readonly Walk[] = [
  walk({ pages: 2, start: '', find: albumAfter, count: countAlbums, read: readAlbums }),
  walk({
    pages: 1,
    start: 0,
    find: personAfter,
    count: countPeople,
    read: async (db, stretch) =>
      (await peopleAmong(db, stretch)).map(({ nickname }) => ({
        path: paths.profile(nickname),
        changedAt: null,
      })),
  }),
  walk({
    pages: 1,
    start: 0,
    find: listAfter,
    count: countLists,
    read: async (db, stretch) =>
      (await listsAmong(db, stretch)).map(({ id, updatedAt }) => ({
        path: paths.list(id),
        changedAt: updatedAt,
      })),
  }),
]
