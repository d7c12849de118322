import { readSegment, rowIdIn } from '../../shared/address.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'

export const RSS = 'application/rss+xml'

export type Format = 'xml' | 'json'
export const userFeeds = ['diary', 'reviews', 'lists'] as const
export type UserFeed = (typeof userFeeds)[number]

/** Subject of a feed. A feed's path is that of its page, with an ending. */
export type FeedName =
  | { kind: UserFeed; nickname: string }
  | { kind: 'list'; id: number }
  | { kind: 'album'; ref: AlbumRef }

export function homeOf(name: FeedName): string {
  if (name.kind === 'list') return paths.list(name.id)
  if (name.kind === 'album') return paths.album({ artist: name.ref.artist, name: name.ref.album })
  return paths.profile(name.nickname)
}

export const feedPath = (name: FeedName, format: Format): string =>
  'nickname' in name ? `${homeOf(name)}/${name.kind}.${format}` : `${homeOf(name)}.${format}`

/** Takes the path still encoded, because the ending is not part of the last name's encoding. Null if it cannot be a feed's. */
export function readFeedPath(path: string): { name: FeedName; format: Format } | null {
  const [, whole = '', ending] = /^\/(.+)\.(xml|json)$/.exec(path) ?? []
  const format: Format = ending === 'xml' ? 'xml' : 'json'
  const [page = '', ...segments] = whole.split('/').map(readSegment)
  const name = nameOf(page, segments)
  return name && { name, format }
}

function nameOf(page: string, segments: readonly string[]): FeedName | null {
  const [first = '', second = ''] = segments
  // No list has the id 0.
  if (page === 'list' && segments.length === 1) return { kind: 'list', id: rowIdIn(first) ?? 0 }
  if (segments.length !== 2 || first === '' || second === '') return null
  if (page === 'album') return { kind: 'album', ref: { artist: first, album: second } }
  const kind = userFeeds.find((each) => each === second)
  return page === 'profile' && kind ? { kind, nickname: first.trim().toLowerCase() } : null
}
