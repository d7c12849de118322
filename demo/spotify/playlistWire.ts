import type { Entry, Playlist } from './library.ts'
import { idOf, type Release } from './records.ts'
import { albumImages, links, trackObject, type Writing } from './wire.ts'

/** A playlist in a list. Its entries are counted in `items`, and for apps with extended access also in `tracks`. */
export function playlistObject(playlist: Playlist, writing: Writing, isReadable: boolean) {
  const { id, name, description, owner, collaborative, entries } = playlist
  const ownLinks = links(writing.apiBase, 'playlist', id)
  const count = (path: string) => ({ href: `${ownLinks.href}/${path}`, total: entries.length })
  const covers = entries.flatMap(({ release }) => (release?.hasCover ? [release] : []))
  const unsized = (release: Release) => ({ ...albumImages(release, writing)[1]!, height: null, width: null })
  return {
    collaborative,
    description,
    ...ownLinks,
    // A cover that the service generated has no size; a playlist without entries has null instead of an array.
    images: entries.length === 0 ? null : covers.slice(0, 1).map(unsized),
    name,
    owner: { display_name: owner.name, ...links(writing.apiBase, 'user', owner.id) },
    primary_color: null,
    public: playlist.public,
    snapshot_id: 'AAAAAQ',
    ...((writing.extended || isReadable) && { items: count('items') }),
    ...(writing.extended && { tracks: count('tracks') }),
  }
}

/** A row of a playlist; the track is in `item`, and for apps with extended access also in `track`. */
export function entryObject({ addedAt, kind, release, track = 0 }: Entry, owner: string, writing: Writing) {
  const inner = release
    ? { ...trackObject(release, track, writing), track: true, episode: false }
    : odd[kind](writing)
  return {
    added_at: addedAt,
    added_by:
      kind === 'gone'
        ? { id: '', type: 'user', uri: 'spotify:user:' }
        : { ...links(writing.apiBase, 'user', owner) },
    is_local: kind === 'local',
    primary_color: null,
    item: inner,
    ...(writing.extended && { track: inner }),
    video_thumbnail: { url: null },
  }
}

const odd: Record<Entry['kind'], (writing: Writing) => object | null> = {
  track: () => null,
  gone: () => null,
  local: () => ({
    album: {
      album_type: null,
      artists: [],
      external_urls: {},
      href: null,
      id: null,
      images: [],
      name: '',
      type: 'album',
      uri: null,
    },
    artists: [
      { external_urls: {}, href: null, id: null, name: 'Somebody’s cousin', type: 'artist', uri: null },
    ],
    disc_number: 0,
    duration_ms: 120_000,
    explicit: false,
    episode: false,
    track: true,
    external_ids: {},
    external_urls: {},
    href: null,
    id: null,
    is_local: true,
    name: 'demo.mp3',
    preview_url: null,
    track_number: 0,
    type: 'track',
    uri: 'spotify:local:Somebody%E2%80%99s+cousin::demo.mp3:120',
  }),
  episode: ({ apiBase }) => ({
    ...links(apiBase, 'episode', idOf('episode', 'The Run-Out Groove')),
    name: 'The Run-Out Groove, 12: Labels',
    description: 'About the paper in the middle.',
    duration_ms: 2_400_000,
    explicit: false,
    episode: true,
    track: false,
    images: [],
    release_date: '2025-01-01',
    release_date_precision: 'day',
  }),
}
