import { z } from 'zod'
import { limits } from '../../../shared/limits.ts'
import type { SpotifyArtist, SpotifyPlay, SpotifyPlaylist, SpotifyTrack } from '../../../shared/spotify.ts'
import { UpstreamError } from '../../lib/http.ts'
import { artistNames, countOrNull, image, link, rows, textOrNull, totalOrNull } from './fields.ts'
import { nextOffset, readPages, type Get, type OnPage } from './pages.ts'

/** `linkId` identifies the account for linking; `id` is the one in playlists. */
export type SpotifyPerson = {
  id: string
  linkId: string
  name: string
  email: string | null
  product: string | null
  followers: number | null
  image: string | null
  url: string | null
}

/** If an album has several artists, the first one's name identifies it. */
export type SavedAlbum = { artist: string; name: string; image: string | null; addedAt: Date }

function read<Schema extends z.ZodType>(schema: Schema, body: unknown, thing: string): z.output<Schema> {
  const { data, error } = schema.safeParse(body)
  if (error) throw new UpstreamError('broken', `Spotify answered without ${thing}`, { cause: error })
  return data
}

const person = z
  .object({
    id: z.string().min(1).max(255),
    account_id: z.string().min(1).max(255).nullish().catch(null),
    display_name: textOrNull,
    email: textOrNull,
    product: textOrNull,
    followers: totalOrNull,
    images: image.nullish(),
    external_urls: link,
  })
  .transform(({ account_id, display_name, images, external_urls, ...account }): SpotifyPerson => ({
    ...account,
    linkId: account_id ?? account.id,
    name: display_name ?? account.id,
    image: images ?? null,
    url: external_urls,
  }))

export const readPerson = async (get: Get): Promise<SpotifyPerson> =>
  read(person, await get('/me'), 'a person')

const catalogName = z.string().trim().min(1).max(limits.catalogName)

const savedAlbum = z
  .object({
    added_at: z
      .string()
      .transform((text) => new Date(text))
      .refine((at) => at.getTime() > 0),
    album: z.object({
      name: catalogName,
      artists: z.tuple([z.object({ name: catalogName })], z.unknown()),
      images: image,
    }),
  })
  .transform(({ added_at: addedAt, album: { name, artists, images } }): SavedAlbum => ({
    artist: artists[0].name,
    name,
    image: images,
    addedAt,
  }))

/** Newest first. `skipped` counts rows with missing data (an album that was taken down). */
export async function readSavedAlbums(
  get: Get,
  onPage: OnPage,
): Promise<{ albums: SavedAlbum[]; total: number; skipped: number }> {
  const options = { most: limits.spotify.albums, onPage }
  let result = await readPages(get, '/me/albums', savedAlbum, options)
  // If an album was saved or removed during the read, the pages shifted, and an album between two pages would be missed.
  if (result.hasShifted) result = await readPages(get, '/me/albums', savedAlbum, options)
  // Albums that were not read would count as no longer saved.
  if (!result.isWhole)
    throw new UpstreamError('broken', 'Spotify told of more saved albums and did not give them')
  const { rows: albums, total, skipped } = result
  return { albums, total: total ?? albums.length, skipped }
}

const track = z
  .object({
    name: z.string(),
    artists: artistNames,
    album: z.object({ name: textOrNull, images: image.nullish() }).nullish().catch(null),
    duration_ms: countOrNull,
    external_urls: link,
  })
  .transform(({ name, artists, album, duration_ms, external_urls }): SpotifyTrack => ({
    name,
    artist: artists.join(', '),
    album: album?.name ?? null,
    image: album?.images ?? null,
    url: external_urls,
    duration: duration_ms === null ? null : Math.round(duration_ms / 1_000),
  }))

const plays = z.object({ items: rows(z.object({ track, played_at: z.iso.datetime() })) })

export async function readPlays(get: Get): Promise<SpotifyPlay[]> {
  const { items } = read(plays, await get('/me/player/recently-played', { limit: '50' }), 'plays')
  return items
    .slice(0, limits.spotify.recentlyPlayed)
    .map((play) => ({ ...play.track, playedAt: play.played_at }))
}

const artist = z
  .object({ name: z.string().trim().min(1), images: image, external_urls: link })
  .transform(({ name, images, external_urls }): SpotifyArtist => ({
    name,
    image: images,
    url: external_urls,
  }))
const artists = z.object({ items: rows(artist), total: countOrNull })

export async function readTopArtists(get: Get): Promise<SpotifyArtist[]> {
  const body = await get('/me/top/artists', { limit: '50', time_range: 'long_term' })
  return read(artists, body, 'artists').items.slice(0, limits.spotify.topArtists)
}

/** Above a limit of 25 the service fails for some users. */
export async function readFollowedArtists(get: Get): Promise<{ total: number; items: SpotifyArtist[] }> {
  const body = await get('/me/following', { type: 'artist', limit: '25' })
  const { items, total } = read(z.object({ artists }), body, 'followed artists').artists
  return { total: total ?? items.length, items: items.slice(0, limits.spotify.followedArtists) }
}

const playlist = z.object({
  id: z.string().regex(/^[A-Za-z0-9]{1,64}$/),
  name: z.string(),
  description: textOrNull,
  images: image.nullish(),
  external_urls: link,
  owner: z.object({ id: z.string(), display_name: textOrNull }).nullish().catch(null),
  public: z.boolean().nullish().catch(null),
  collaborative: z.boolean().nullish().catch(null),
  items: totalOrNull,
  tracks: totalOrNull,
})

const playlistOf =
  (me: string) =>
  (row: z.output<typeof playlist>): SpotifyPlaylist => ({
    id: row.id,
    name: row.name,
    description: row.description,
    image: row.images ?? null,
    url: row.external_urls,
    owner: row.owner?.display_name ?? row.owner?.id ?? null,
    // The service sends the count under the new name, the old name, both, or not at all.
    tracks: row.items ?? row.tracks,
    isPublic: row.public === true,
    isOwn: row.owner?.id === me || row.collaborative === true,
  })

export async function readPlaylists(
  get: Get,
  me: string,
  onPage: OnPage,
): Promise<{ total: number; items: SpotifyPlaylist[] }> {
  const options = { most: limits.spotify.playlists, onPage }
  const { rows: playlists, total, isWhole } = await readPages(get, '/me/playlists', playlist, options)
  if (!isWhole) throw new UpstreamError('broken', 'Spotify told of more playlists and did not give them')
  const items = [...new Map(playlists.map((row) => [row.id, playlistOf(me)(row)])).values()]
  return { total: Math.max(total ?? 0, items.length), items }
}

const totalSchema = z.object({ total: z.number().int().min(0) })

export const readSavedCount = async (get: Get, kind: 'albums' | 'tracks'): Promise<number> =>
  read(totalSchema, await get(`/me/${kind}`, { limit: '1' }), 'a number').total

// A track that is no longer available is null. An app receives it under the new name, the old name, or both.
const entry = z
  .object({ item: track.nullish().catch(null), track: track.nullish().catch(null) })
  .transform((row) => row.item ?? row.track ?? null)
const tracksPage = z.object({
  items: rows(entry),
  total: countOrNull,
  next: z.string().nullish().catch(null),
})

/** Uses the new path or, for older apps, the old one. */
export async function readPlaylistTracks(get: Get, id: string, offset: number) {
  const query = { limit: `${limits.spotify.page}`, offset: `${offset}` }
  const body = await get(`/playlists/${id}/items`, query).catch((error: unknown) => {
    if (!(error instanceof UpstreamError) || ![403, 404].includes(error.code ?? 0)) throw error
    return get(`/playlists/${id}/tracks`, query)
  })
  const { items, total, next } = read(tracksPage, body, 'tracks')
  return { tracks: items.filter((row) => row !== null), total, next: nextOffset(next, offset) }
}
