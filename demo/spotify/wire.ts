import { findArtist } from '../catalog/catalog.ts'
import type { Account, Entry, Playlist } from './library.ts'
import { edges, hasPicture, pictureId } from './portraits.ts'
import { idOf, type Release } from './records.ts'

/** An answer before it is written. */
export type Answer = { status: number; body: unknown; headers?: Record<string, string> }
export const ok = (body: unknown): Answer => ({ status: 200, body })
export const failure = (status: number, message: string, headers?: Record<string, string>): Answer => ({
  status,
  body: { error: { status, message } },
  headers,
})

/** How things are written for an app: where addresses lead, and whether it receives what the others lost in 2026. */
export type Writing = { apiBase: string; picturesBase: string; extended: boolean }

const markets = (
  'AD AE AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CG CH CI CL CM CO CR CV CW CY CZ ' +
  'DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IS IT JM ' +
  'JO JP KE KG KH KI KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MN MO MR MT MU MV MW MX MY MZ ' +
  'NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RW SA SB SC SE SG SI SK SL SM SN SR ST SV SZ TD TG ' +
  'TH TJ TL TN TO TR TT TV TW TZ UA UG US UY UZ VC VE VN VU WS XK ZA ZM ZW'
).split(' ')

const links = (apiBase: string, type: string, id: string) => ({
  external_urls: { spotify: `https://open.spotify.com/${type}/${id}` },
  href: `${apiBase}/${type}s/${id}`,
  id,
  type,
  uri: `spotify:${type}:${id}`,
})

const brief = (name: string, { apiBase }: Writing) => ({
  ...links(apiBase, 'artist', idOf('artist', name)),
  name,
})

/** An artist in full: since 2026 most apps get no followers, genres and popularity. */
export function artistObject(name: string, writing: Writing) {
  const artist = findArtist(name, false)
  const { picturesBase, extended } = writing
  return {
    ...brief(name, writing),
    images:
      artist && hasPicture(artist)
        ? edges.map((edge) => ({
            url: `${picturesBase}/artists/${pictureId(artist, edge)}.svg`,
            height: edge,
            width: edge,
          }))
        : [],
    ...(extended && {
      followers: { href: null, total: artist?.listeners ?? 12 },
      genres: artist?.tags ?? [],
      popularity: Math.min(100, Math.round(Math.log10(artist?.listeners ?? 1) * 14)),
    }),
  }
}

const albumImages = ({ id, hasCover }: Release, { picturesBase }: Writing) =>
  hasCover
    ? [640, 300, 64].map((edge) => ({
        url: `${picturesBase}/covers/spotify/${edge}/${id}.svg`,
        height: edge,
        width: edge,
      }))
    : []

function simpleAlbum(release: Release, writing: Writing) {
  const precision = { 4: 'year', 7: 'month', 10: 'day' }[release.date.length]
  return {
    album_type: release.kind,
    total_tracks: release.tracks.length,
    ...links(writing.apiBase, 'album', release.id),
    images: albumImages(release, writing),
    name: release.name,
    release_date: release.date,
    release_date_precision: precision,
    artists: release.artists.map((name) => brief(name, writing)),
    ...(writing.extended && { available_markets: markets }),
  }
}

function simpleTrack(release: Release, place: number, writing: Writing) {
  const { name, seconds } = release.tracks[place]!
  return {
    artists: release.artists.map((artist) => brief(artist, writing)),
    ...(writing.extended && { available_markets: markets }),
    disc_number: 1,
    duration_ms: (seconds ?? 200) * 1_000 + 613,
    explicit: false,
    ...links(writing.apiBase, 'track', idOf('track', `${release.id} ${place}`)),
    name,
    preview_url: null,
    track_number: place + 1,
    is_local: false,
  }
}

const upcOf = ({ id }: Release) => String(Buffer.from(id).readUIntBE(0, 6)).padStart(12, '0').slice(-12)

const TRACKS_SHOWN = 50

/** A saved album: the full object, with its first tracks. */
export function albumObject(release: Release, writing: Writing) {
  const href = `${writing.apiBase}/albums/${release.id}/tracks`
  const total = release.tracks.length
  return {
    ...simpleAlbum(release, writing),
    tracks: {
      href: `${href}?offset=0&limit=${TRACKS_SHOWN}`,
      limit: TRACKS_SHOWN,
      next: total > TRACKS_SHOWN ? `${href}?offset=${TRACKS_SHOWN}&limit=${TRACKS_SHOWN}` : null,
      offset: 0,
      previous: null,
      total,
      items: release.tracks.slice(0, TRACKS_SHOWN).map((_, place) => simpleTrack(release, place, writing)),
    },
    copyrights: [{ text: `${release.year} ${release.artists[0]}`, type: 'C' }],
    external_ids: { upc: upcOf(release) },
    genres: [],
    ...(writing.extended && { label: `${release.artists[0]} Records`, popularity: release.name.length % 80 }),
  }
}

/** A track in full, with its album. */
export const trackObject = (release: Release, place: number, writing: Writing) => ({
  ...simpleTrack(release, place, writing),
  album: simpleAlbum(release, writing),
  external_ids: { isrc: `XX${idOf('isrc', `${release.id} ${place}`).slice(0, 10).toUpperCase()}` },
  ...(writing.extended && { popularity: place }),
})

/** Whoever is logged in; the e-mail and the subscription need scopes, and an app that still receives them. */
export function userObject(
  account: Account,
  scopes: readonly string[],
  { apiBase, picturesBase, extended }: Writing,
) {
  const { id, name, portrait, product, country } = account
  const picture = (edge: number) => ({
    url: `${picturesBase}/avatars/${portrait}.svg`,
    height: edge,
    width: edge,
  })
  return {
    display_name: name,
    ...links(apiBase, 'user', id),
    account_id: idOf('account', id).slice(0, 10),
    // In the recordings the small one stands first.
    images: portrait ? [picture(64), picture(300)] : [],
    ...(extended && {
      followers: { href: null, total: name.length * 7 },
      ...(scopes.includes('user-read-email') && { email: `${id}@listeners.example` }),
      ...(scopes.includes('user-read-private') && {
        country,
        product,
        explicit_content: { filter_enabled: false, filter_locked: false },
      }),
    }),
  }
}

/** A playlist in a list. Its entries are counted under `items`, and for apps of before under `tracks` as well. */
export function playlistObject(playlist: Playlist, writing: Writing, isReadable: boolean) {
  const { id, name, description, owner, collaborative, entries } = playlist
  const own = links(writing.apiBase, 'playlist', id)
  const count = (path: string) => ({ href: `${own.href}/${path}`, total: entries.length })
  const covers = entries.flatMap(({ release }) => (release?.hasCover ? [release] : []))
  const unsized = (release: Release) => ({ ...albumImages(release, writing)[1]!, height: null, width: null })
  return {
    collaborative,
    description,
    ...own,
    // A cover that the service made of others has no size; a playlist without entries has no list of them at all.
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

/** A row of a playlist; the track stands under `item`, for apps of before under `track` as well. */
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
