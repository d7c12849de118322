import { rowIdIn } from '../../shared/address.ts'
import type { PageMatch } from '../../shared/pages.ts'
import type { Context } from '../core/trpc.ts'
import { feedPath, userFeeds } from './addresses.ts'
import { findOpenList, findOpenUser } from './owners.ts'

export type FeedLink = { title: string; path: string }

/** The feeds of a page's subject, for programs that look for them in its head; none if the subject is not for everyone. */
export async function findFeedLinks(
  { deps: { db }, texts }: Pick<Context, 'deps' | 'texts'>,
  match: PageMatch | null,
): Promise<FeedLink[]> {
  if (match?.name === 'album') {
    const { artist, album } = match.params
    const title = texts().feeds.ofAlbum(texts().catalog.albumBy(album, artist))
    return [{ title, path: feedPath({ kind: 'album', ref: match.params }, 'xml') }]
  }
  if (match?.name === 'list') {
    const id = rowIdIn(match.params.id)
    const list = id === null ? null : await findOpenList(db, id)
    return list ? [{ title: list.name, path: feedPath({ kind: 'list', id: list.id }, 'xml') }] : []
  }
  if (match?.name !== 'profile') return []
  const user = await findOpenUser(db, match.params.nickname.trim().toLowerCase())
  return userFeeds.flatMap((kind) => {
    if (!user) return []
    const { nickname } = user
    return [{ title: texts().feeds[kind](nickname), path: feedPath({ kind, nickname }, 'xml') }]
  })
}
