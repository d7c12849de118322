import { albums, artists } from '../catalog/catalog.ts'
import type { Rule } from '../service/rules.ts'
import { respond, suspended, type Call } from './methods.ts'
import { failure, type WireResponse } from './wire.ts'

type Json = Record<string, unknown>

/** Error responses of the service; the rule's `status` overrides theirs. */
const failures: Record<string, WireResponse> = {
  'rate-limit': failure(
    29,
    'Rate Limit Exceeded - This application has made too many requests in a short period.',
    200,
  ),
  'operation-failed': failure(
    8,
    'Operation failed - Most likely the backend service failed. Please try again.',
    500,
  ),
  offline: failure(11, 'Service Offline - This service is temporarily offline. Try again later.', 503),
  temporary: failure(16, 'There was a temporary error processing your request. Please try again.', 503),
  'bad-key': failure(10, 'Invalid API key - You must be granted a valid key by last.fm', 403),
  suspended,
}

/** Walks through a response and replaces each value by the result of `change`. */
function walk(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, walk(change(key, child), change)]),
  )
}

const lists = new Set(['album', 'artist', 'tag', 'track'])
const inLists = (body: Json, change: (rows: unknown[], key: string) => unknown): Json =>
  walk(body, (key, value) => (lists.has(key) && Array.isArray(value) ? change(value, key) : value)) as Json

const numbers = new Set([
  'listeners',
  'playcount',
  'duration',
  'rank',
  'total',
  'totalPages',
  'perPage',
  'page',
  'userplaycount',
  'opensearch:totalResults',
  'opensearch:startIndex',
  'opensearch:itemsPerPage',
])
const garbage = ['', 'NaN', '1,234', null, '-1', '12abc', [], {}]

const containers = new Set([
  'tags',
  'tracks',
  'similar',
  'albummatches',
  'artistmatches',
  'image',
  'bio',
  'wiki',
  'stats',
])

/** Mutations of a response that leave it well-formed. */
const mutations: Record<string, (body: Json) => Json> = {
  'old-container': ({ albums: rows, ...rest }) => (rows ? { topalbums: rows, ...rest } : rest),
  single: (body) => inLists(body, (rows) => (rows.length > 0 ? rows[0] : rows)),
  'empty-strings': (body) =>
    walk(
      inLists(body, () => ''),
      (key, value) => (containers.has(key) ? '' : value),
    ) as Json,
  'bad-numbers': (body) => {
    let place = 0
    return walk(body, (key, value) => (numbers.has(key) ? garbage[place++ % garbage.length] : value)) as Json
  },
  'null-rows': (body) =>
    inLists(body, (rows, key) => [
      null,
      ...(key === 'album' || key === 'artist'
        ? ['(null)', '[unknown]', ' '].map((name) => ({ ...(rows[0] as Json), name }))
        : []),
      ...rows,
    ]),
  duplicates: (body) => inLists(body, (rows) => rows.flatMap((row) => [row, row])),
  beyond: (body) =>
    walk(
      inLists(body, () => []),
      (key, value) =>
        key === 'total' || key === 'opensearch:totalResults'
          ? '1068391'
          : key === 'totalPages'
            ? '42736'
            : value,
    ) as Json,
  /** removes the cover, tags, tracks and text of every album and artist */
  bare: (body) => walk(body, (key, value) => (key === '#text' ? '' : key === 'tags' ? '' : value)) as Json,
}

/** Returns a different record than the requested one. */
function wrongName(call: Call): WireResponse {
  const { artist, album } = call.params
  const otherAlbum = albums.find((row) => row.artist !== artist && row.name !== album)!
  const someone = artists.find((row) => row.name !== artist)!
  return respond({
    ...call,
    params: {
      ...call.params,
      mbid: undefined,
      artist: album ? otherAlbum.artist : someone.name,
      album: otherAlbum.name,
    },
  })
}

/** Faults that end a call. */
export const ends = [
  'html',
  'cut-off',
  'empty',
  'hang',
  'reset',
  'body',
  'error',
  'not-found',
  'wrong-name',
  ...Object.keys(failures),
]
export const kinds = ['slow', 'dialect-a', 'dialect-b', 'double-decode', ...Object.keys(mutations), ...ends]

/** Returns the response to a call under the given rules; faults below HTTP are not handled here. */
export function misbehave(call: Call, rules: Rule[]): WireResponse {
  let effectiveCall = call
  for (const { fault } of rules) {
    if (fault === 'dialect-a' || fault === 'dialect-b')
      effectiveCall = { ...effectiveCall, dialect: fault === 'dialect-a' ? 'a' : 'b' }
    if (fault === 'double-decode') {
      const artist = decodeURIComponent((effectiveCall.params.artist ?? '').replace(/\+/g, ' '))
      effectiveCall = { ...effectiveCall, params: { ...effectiveCall.params, artist } }
    }
  }
  const end = rules.find(({ fault }) => ends.includes(fault))
  if (end?.fault === 'not-found') {
    const album = effectiveCall.params.method?.toLowerCase() === 'album.getinfo'
    return failure(
      6,
      album ? 'Album not found' : 'The artist you supplied could not be found',
      end.status ?? 404,
    )
  }
  if (end?.fault === 'error') return failure(end.code ?? 8, end.message ?? 'Error', end.status ?? 200)
  if (end && failures[end.fault])
    return { ...failures[end.fault]!, status: end.status ?? failures[end.fault]!.status }
  const response = end?.fault === 'wrong-name' ? wrongName(effectiveCall) : respond(effectiveCall)
  if ('error' in response.body) return response
  return rules.reduce(
    ({ status, body }, { fault }) => ({ status, body: mutations[fault]?.(body) ?? body }),
    response,
  )
}
