import { isNickname } from '../../shared/users.ts'
import type { Tx } from '../lib/db.ts'
import { catalogues } from '../lib/languages.ts'
import type { FeedName, UserFeed } from './addresses.ts'
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

const headOfUser = (kind: UserFeed, { id, nickname, avatar }: { id: number } & Author): Head => ({
  name: { kind, nickname },
  id,
  title: texts.feeds[kind](nickname),
  description: texts.sharing.profile(nickname),
  author: { nickname, avatar },
  changedAt: null,
})

const headOfList = (list: {
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

const ofUsers = { diary, reviews: reviewsBy, lists }

/** A feed as it is at this moment, without its items. */
export type Current = { head: Head; state: FeedState }

export async function findUserFeed(db: Tx, kind: UserFeed, nickname: string): Promise<Current | null> {
  const [user] = isNickname(nickname) ? await ofUsers[kind].find(db, { nickname }) : []
  return user ? { head: headOfUser(kind, user), state: stateIn(user) } : null
}

export async function findListFeed(db: Tx, id: number): Promise<Current | null> {
  const [list] = await listAlbums.find(db, { id })
  return list ? { head: headOfList(list), state: stateIn(list) } : null
}

export async function readAlbumFeed(db: Tx, head: Head): Promise<Current> {
  const [state] = await reviewsOf.readState(db, { id: head.id })
  return { head, state: state! }
}

const stateIn = ({ fingerprint, changedAt }: FeedState): FeedState => ({ fingerprint, changedAt })

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
  const source = name.kind === 'album' ? reviewsOf : ofUsers[name.kind]
  const rows = await source.readRows(db, { id })
  return { items: rows.map(itemOfLog), fingerprint: fingerprintOf(rows) }
}
