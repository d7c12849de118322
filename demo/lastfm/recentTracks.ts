import { findAlbum, findArtist } from '../catalog/catalog.ts'
import type { PlayedTrack } from '../plays/histories.ts'
import type { Call } from './methods.ts'
import { missingParameter, pageOf } from './paging.ts'
import { collapse, failure, images, siteUrl, type WireResponse } from './wire.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const twoDigits = (value: number) => String(value).padStart(2, '0')

function dateOf(at: number): string {
  const date = new Date(at * 1000)
  const day = `${twoDigits(date.getUTCDate())} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  return `${day}, ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

function trackOf({ artist, track, album = '' }: Omit<PlayedTrack, 'at'>, base: string) {
  const known = findAlbum(artist, album, false)
  return {
    artist: { mbid: findArtist(artist, false)?.mbid ?? '', '#text': artist },
    streamable: '0',
    image: images(base, known?.hasCover ? known.id : null, 4, true),
    mbid: '',
    album: { mbid: known?.mbid ?? '', '#text': album },
    name: track,
    url: siteUrl(artist, '_', track),
  }
}

/** user.getRecentTracks, newest first. The current track has no date and is on every page, in addition to its tracks. */
export function recentTracks({ params, base, histories }: Call): WireResponse {
  const user = params.user?.trim()
  if (!user) return missingParameter
  const history = histories.of('lastfm', user)
  if (!history) return failure(6, 'User not found', 404)
  if (history.isPrivate) return failure(17, 'Login: User required to be logged in', 403)
  const [from, to] = [Number(params.from ?? 0), Number(params.to ?? Infinity)]
  const plays = history.plays.filter(({ at }) => at >= from && at <= to)
  const page = pageOf(plays, params, 50)
  if (!page.items) return page
  const rows = page.items.map((play) => ({
    ...trackOf(play, base),
    date: { uts: String(play.at), '#text': dateOf(play.at) },
  }))
  const current = history.nowPlaying
    ? [{ ...trackOf(history.nowPlaying, base), '@attr': { nowplaying: 'true' } }]
    : []
  const track = rows.length + current.length === 0 ? [] : collapse([...current, ...rows])
  return { status: 200, body: { recenttracks: { track, '@attr': { user, ...page.attributes } } } }
}
