import type { Histories } from '../plays/histories.ts'
import { albumInfo, searchAlbums, topAlbumsOfArtist, topAlbumsOfTag } from './albums.ts'
import { artistInfo, searchArtists, topArtists } from './artists.ts'
import { recentTracks } from './recentTracks.ts'
import { failure, type WireResponse } from './wire.ts'

type Dialect = 'a' | 'b'

/** A call of the service: parameters decoded once, the base URL of pictures, and the format of album.getinfo. */
export type Call = {
  params: Record<string, string | undefined>
  base: string
  dialect: Dialect
  histories: Histories
}

const methods: Record<string, (call: Call) => WireResponse> = {
  'album.search': searchAlbums,
  'album.getinfo': albumInfo,
  'artist.search': searchArtists,
  'artist.getinfo': artistInfo,
  'artist.gettopalbums': topAlbumsOfArtist,
  'tag.gettopalbums': topAlbumsOfTag,
  'chart.gettopartists': topArtists,
  'user.getrecenttracks': recentTracks,
}

const badKeys = new Set(['bad', 'wrong', 'invalid'])

/** Checks the key first, then the method, as the service does. */
export function respond(call: Call): WireResponse {
  const key = call.params.api_key
  if (!key) return failure(6, 'Invalid parameters - Your request is missing a required parameter', 400)
  if (badKeys.has(key))
    return failure(10, 'Invalid API key - You must be granted a valid key by last.fm', 403)
  if (key === 'suspended') return suspended
  const method = methods[call.params.method?.toLowerCase() ?? '']
  return method ? method(call) : failure(3, 'Invalid Method - No method with that name in this package', 400)
}

export const suspended = failure(
  26,
  'API Key Suspended - This application is not allowed to make requests to the web services',
  403,
)
