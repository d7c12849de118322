import { findArtist } from '../catalog/catalog.ts'
import type { Account } from './library.ts'
import { edges, hasPicture, pictureId } from './portraits.ts'
import { idOf, trackId, type Release } from './records.ts'

export type WireResponse = { status: number; body: unknown; headers?: Record<string, string> }
export const ok = (body: unknown): WireResponse => ({ status: 200, body })
export const failure = (status: number, message: string, headers?: Record<string, string>): WireResponse => ({
  status,
  body: { error: { status, message } },
  headers,
})

/** Format for an app: the base URLs, and whether it gets the fields that other apps lost in 2026. */
export type Writing = { apiBase: string; picturesBase: string; extended: boolean }

const markets = (
  'AD AE AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CG CH CI CL CM CO CR CV CW CY CZ ' +
  'DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IS IT JM ' +
  'JO JP KE KG KH KI KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MN MO MR MT MU MV MW MX MY MZ ' +
  'NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RW SA SB SC SE SG SI SK SL SM SN SR ST SV SZ TD TG ' +
  'TH TJ TL TN TO TR TT TV TW TZ UA UG US UY UZ VC VE VN VU WS XK ZA ZM ZW'
).split(' ')

export const links = (apiBase: string, type: string, id: string) => ({
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

/** A full artist object: since 2026 most apps get no followers, genres and popularity. */
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

export const albumImages = ({ id, hasCover }: Release, { picturesBase }: Writing) =>
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
    ...links(writing.apiBase, 'track', trackId(release, place)),
    name,
    preview_url: null,
    track_number: place + 1,
    is_local: false,
  }
}

const upcOf = ({ id }: Release) => String(Buffer.from(id).readUIntBE(0, 6)).padStart(12, '0').slice(-12)

const TRACKS_SHOWN = 50

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

export const trackObject = (release: Release, place: number, writing: Writing) => ({
  ...simpleTrack(release, place, writing),
  album: simpleAlbum(release, writing),
  external_ids: { isrc: `XX${idOf('isrc', `${release.id} ${place}`).slice(0, 10).toUpperCase()}` },
  ...(writing.extended && { popularity: place }),
})

/** The current user; e-mail and subscription need scopes, and an app with extended access. */
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
    // In the recordings the small one is first.
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
