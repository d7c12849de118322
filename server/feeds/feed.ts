import type { Tx } from '../lib/db.ts'
import { catalogues } from '../lib/languages.ts'
import type { FeedName } from './addresses.ts'
import { fingerprintOf, type FeedState } from './fingerprint.ts'
import type { Author, Item } from './item.ts'
import { itemOfEntry, itemOfList, listAlbums, lists } from './listItems.ts'
import { diary, itemOfLog, reviewsBy, reviewsOf } from './logItems.ts'

/** Describes the feed itself. `changedAt` is when it was last edited, if that is known. */
export type Head = {
  name: FeedName
  id: number
  title: string
  description: string
  author: Author | null
  changedAt: Date | null
}

const texts = catalogues.en

export const headOfUser = (
  kind: 'diary' | 'reviews' | 'lists',
  { id, nickname, avatar }: { id: number } & Author,
): Head => ({
  name: { kind, nickname },
  id,
  title: texts.feeds[kind](nickname),
  description: texts.sharing.profile(nickname),
  author: { nickname, avatar },
  changedAt: null,
})

export const headOfList = (list: {
  id: number
  name: string
  description: string
  updatedAt: Date
  nickname: string
  avatar: string | null
}): Head => ({
  name: { kind: 'list', id: list.id },
  id: list.id,
  title: list.name,
  description: list.description || list.name,
  author: { nickname: list.nickname, avatar: list.avatar },
  changedAt: list.updatedAt,
})

/** The id is 0 for an album that nobody has used. */
export const headOfAlbum = (id: number, artist: string, album: string): Head => ({
  name: { kind: 'album', ref: { artist, album } },
  id,
  title: texts.feeds.ofAlbum(texts.catalog.albumBy(album, artist)),
  description: texts.sharing.album(album, artist),
  author: null,
  changedAt: null,
})

const sources = { diary, reviews: reviewsBy, lists, list: listAlbums, album: reviewsOf }

export async function readState(db: Tx, { name, id }: Head): Promise<FeedState> {
  const [state] = await sources[name.kind].readState(db, { id })
  return state!
}

/** The fingerprint is that of the items: they can be newer than a state that was read before. */
export async function readItems(db: Tx, head: Head): Promise<{ items: Item[]; fingerprint: string }> {
  const { name, id } = head
  if (name.kind === 'lists') {
    const rows = await lists.readRows(db, { id })
    return { items: rows.map(itemOfList), fingerprint: fingerprintOf(rows) }
  }
  if (name.kind === 'list') {
    const rows = await listAlbums.readRows(db, { id })
    const items = rows.map((row) => itemOfEntry(row, { id, author: head.author! }))
    return { items, fingerprint: fingerprintOf(rows) }
  }
  const rows = await sources[name.kind].readRows(db, { id })
  return { items: rows.map(itemOfLog), fingerprint: fingerprintOf(rows) }
}
