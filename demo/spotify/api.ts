import { artists } from '../catalog/catalog.ts'
import { match } from '../catalog/fold.ts'
import { seeded } from '../covers/seeded.ts'
import type { ApiRoute } from './faults.ts'
import {
  followedBy,
  playlistsOf,
  releaseOf,
  topArtists,
  trackOf,
  type Account,
  type Saved,
} from './library.ts'
import { idPage, momentPage, offsetPage, type Listing } from './paging.ts'
import { entryObject, playlistObject } from './playlistWire.ts'
import { idOf } from './records.ts'
import {
  albumObject,
  artistObject,
  failure,
  ok,
  trackObject,
  userObject,
  type WireResponse,
  type Writing,
} from './wire.ts'

type ApiCall = Listing & {
  params: Record<string, string>
  account: Account
  scopes: readonly string[]
  saved: readonly Saved[]
  writing: Writing
  /** when the stand-in started: recently played tracks are older */
  begun: number
}

export type Endpoint = {
  route: ApiRoute
  path: string
  /** the required scope; null if any token of a user is enough */
  scope: string | null
  /** an app's own token is enough */
  isOpen?: boolean
  answer: (call: ApiCall) => WireResponse
}

export const endpoints: Endpoint[] = [
  {
    route: 'me',
    path: '/me',
    scope: null,
    answer: ({ account, scopes, writing }) => ok(userObject(account, scopes, writing)),
  },
  { route: 'albums', path: '/me/albums', scope: 'user-library-read', answer: savedAlbums },
  { route: 'tracks', path: '/me/tracks', scope: 'user-library-read', answer: savedTracks },
  {
    route: 'recently-played',
    path: '/me/player/recently-played',
    scope: 'user-read-recently-played',
    answer: recentlyPlayed,
  },
  { route: 'top-artists', path: '/me/top/artists', scope: 'user-top-read', answer: mostHeard },
  { route: 'following', path: '/me/following', scope: 'user-follow-read', answer: following },
  { route: 'playlists', path: '/me/playlists', scope: 'playlist-read-private', answer: playlists },
  { route: 'user-playlists', path: '/users/:user/playlists', scope: null, answer: playlistsByName },
  { route: 'playlist-items', path: '/playlists/:id/items', scope: null, answer: playlistItems },
  { route: 'playlist-tracks', path: '/playlists/:id/tracks', scope: null, answer: oldPlaylistItems },
  { route: 'album', path: '/albums/:id', scope: null, isOpen: true, answer: albumById },
  { route: 'track', path: '/tracks/:id', scope: null, isOpen: true, answer: trackById },
  { route: 'search', path: '/search', scope: null, isOpen: true, answer: search },
]

function savedAlbums(call: ApiCall): WireResponse {
  return offsetPage(call.saved, call, ({ addedAt, release }) => ({
    added_at: addedAt,
    album: albumObject(release, call.writing),
  }))
}

function savedTracks(call: ApiCall): WireResponse {
  const rows = call.saved.flatMap(({ addedAt, release }) =>
    release.tracks.slice(0, 2).map((_, place) => ({ addedAt, release, place })),
  )
  return offsetPage(rows, call, ({ addedAt, release, place }) => ({
    added_at: addedAt,
    track: trackObject(release, place, call.writing),
  }))
}

/** Returns the last fifty plays: the service reports no more. */
function recentlyPlayed(call: ApiCall): WireResponse {
  const chance = seeded(`plays of ${call.account.id}`)
  const pool = call.saved.filter(({ release }) => release.tracks.length > 0).slice(0, 40)
  let at = call.begun - 90_000
  const plays = Array.from({ length: pool.length > 0 ? 50 : 0 }, () => {
    const { release } = chance.pick(pool)
    const place = chance.whole(0, release.tracks.length - 1)
    const play = { at, release, place, isFromAlbum: chance.chance(0.4) }
    at -= chance.whole(150_000, 9_000_000)
    return play
  })
  return momentPage(plays, call, ({ release, place, isFromAlbum, ...play }) => {
    const track = trackObject(release, place, call.writing)
    const { uri, href, external_urls } = track.album
    const context = isFromAlbum ? { type: 'album', uri, href, external_urls } : null
    return { track, played_at: new Date(play.at).toISOString(), context }
  })
}

function mostHeard(call: ApiCall): WireResponse {
  const range = call.query.time_range ?? 'medium_term'
  if (!['long_term', 'medium_term', 'short_term'].includes(range)) return failure(400, 'Invalid time range')
  const names = topArtists(call.saved).slice(0, { long_term: 50, medium_term: 34, short_term: 12 }[range])
  const extra = { time_range: range }
  return offsetPage(names, call, (name) => artistObject(name, call.writing), { extra })
}

function following(call: ApiCall): WireResponse {
  if (call.query.type !== 'artist') return failure(400, 'Invalid type')
  const write = (name: string) => artistObject(name, call.writing)
  const page = idPage(followedBy(call.saved), call, (name) => idOf('artist', name), write)
  return page.status === 200 ? ok({ artists: page.body }) : page
}

const mayRead = (
  { account }: ApiCall,
  { owner, collaborative }: { owner: { id: string }; collaborative: boolean },
) => owner.id === account.id || collaborative

/** For apps with extended access, the links of this list contain the user's id. */
function playlists(call: ApiCall): WireResponse {
  const rows = playlistsOf(call.account.id).filter(
    ({ collaborative }) => !collaborative || call.scopes.includes('playlist-read-collaborative'),
  )
  const { apiBase, extended } = call.writing
  const href = extended ? `${apiBase}/users/${call.account.id}/playlists` : call.href
  return offsetPage(rows, { ...call, href }, (row) => playlistObject(row, call.writing, mayRead(call, row)))
}

function playlistsByName(call: ApiCall): WireResponse {
  if (!call.writing.extended) return failure(403, 'Forbidden')
  return call.params.user === call.account.id ? playlists(call) : failure(404, 'Not found.')
}

function playlistItems(call: ApiCall): WireResponse {
  const playlist = playlistsOf(call.account.id).find(({ id }) => id === call.params.id)
  if (!playlist) return failure(404, 'Resource not found')
  if (!mayRead(call, playlist) && !call.writing.extended) return failure(403, 'Forbidden')
  const isPrivate = playlist.public === false
  if (isPrivate && !call.scopes.includes('playlist-read-private'))
    return failure(403, 'Insufficient client scope')
  const paging = call.writing.extended ? { usual: 100, most: 100 } : { usual: 20, most: 50 }
  return offsetPage(
    playlist.entries,
    call,
    (entry) => entryObject(entry, playlist.owner.id, call.writing),
    paging,
  )
}

/** The old name: apps of 2026 cannot use it any more. */
function oldPlaylistItems(call: ApiCall): WireResponse {
  return call.writing.extended ? playlistItems(call) : failure(403, 'Forbidden')
}

function albumById({ params, writing }: ApiCall): WireResponse {
  const release = releaseOf(params.id!)
  return release ? ok(albumObject(release, writing)) : failure(404, 'Resource not found')
}

function trackById({ params, writing }: ApiCall): WireResponse {
  const track = trackOf(params.id!)
  return track ? ok(trackObject(track.release, track.place, writing)) : failure(404, 'Resource not found')
}

function search(call: ApiCall): WireResponse {
  const { q, type } = call.query
  if (!q) return failure(400, 'No search query')
  if (type !== 'artist') return failure(400, 'Bad search type field')
  const matches = match(
    artists,
    q,
    ({ name }) => name,
    ({ aliases }) => aliases.join(' '),
  )
  const paging = { usual: 5, most: 10, farthest: 1_000, extra: { query: q, type } }
  const page = offsetPage(matches, call, ({ name }) => artistObject(name, call.writing), paging)
  return page.status === 200 ? ok({ artists: page.body }) : page
}
