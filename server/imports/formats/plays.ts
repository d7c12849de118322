import { albumKey, nameKey } from '../../../shared/albumKey.ts'
import { utcDay } from '../../../shared/days.ts'
import { limits } from '../../../shared/limits.ts'
import { joinCredits, withoutFeatured, type PlayedAlbum } from './credits.ts'
import { plain, type Draft, type Named } from './draft.ts'

const DAY = 24 * 60 * 60
const WEEK = 7 * DAY
/** number of different tracks within a week with which any album counts as heard */
export const ENOUGH = 5
/** minimum length of a play that counts, in milliseconds */
export const SHORTEST = 30_000
/** earlier times come from a player whose clock was never set */
const EARLIEST = Date.UTC(2002, 0, 1) / 1_000

/** `tracks`: number of different tracks within a week. */
export const isHeard = (tracks: number, total: number | null): boolean =>
  tracks >= ENOUGH || (total !== null && total > 0 && (total < 3 ? tracks >= total : tracks * 2 >= total))

/** `at` is in seconds; null if the file has no times. */
export type Play = Named & { track: string; at: number | null }

/** Stores only numbers per play, so that a million plays fit in memory. */
export function makePlays(now: Date, dayOf: (moment: Date) => string = utcDay) {
  const albums = new Map<string, PlayedAlbum>()
  const albumBySpelling = new Map<string, PlayedAlbum>()
  const titles = new Map<string, PlayedAlbum[]>()
  // Tolerates clocks that are up to a day ahead.
  const latest = now.getTime() / 1_000 + DAY

  function albumOf(names: Named): PlayedAlbum {
    const spelling = `${names.artist}\n${names.album}`
    const existing = albumBySpelling.get(spelling)
    if (existing) return existing
    const main = { ...names, artist: withoutFeatured(names.artist) }
    const key = albumKey(main)
    const album = albums.get(key) ?? createAlbum(main, key)
    albumBySpelling.set(spelling, album)
    return album
  }

  function createAlbum(names: Named, key: string): PlayedAlbum {
    const album: PlayedAlbum = { named: names, times: [], tracks: [] }
    const title = nameKey(names.album)
    const sameTitle = titles.get(title)
    if (sameTitle) sameTitle.push(album)
    else titles.set(title, [album])
    albums.set(key, album)
    return album
  }

  return {
    /** Ignores plays without an album or at an impossible time. */
    add({ artist, album, track, at }: Play): void {
      if (!artist || !album || !track || Math.max(artist.length, album.length) > limits.catalogName) return
      if (at !== null && !(at >= EARLIEST && at <= latest)) return
      const { times, tracks } = albumOf({ artist, album })
      times.push(at === null ? 0 : Math.floor(at))
      tracks.push(hashOf(track.toLowerCase()))
    },
    count: () => albums.size,
    /** Albums with too few tracks are decided when their number of tracks is known. */
    *drafts(): Generator<Draft> {
      for (const sameTitle of titles.values())
        for (const album of joinCredits(sameTitle)) yield draftOf(album)
    },
  }

  function draftOf({ named, times, tracks }: PlayedAlbum): Draft {
    const { most, at } = bestWeek(times, tracks)
    const [first, last] = times.reduce(
      ([from, to], time) => [Math.min(from, time), Math.max(to, time)],
      [Infinity, -Infinity],
    )
    const day = (seconds: number) => (seconds === 0 ? null : dayOf(new Date(seconds * 1_000)))
    const heard = { first: day(first), last: day(last), tracks: most, plays: times.length }
    return plain({ kind: 'listening', named, date: day(at), heard: most, content: { heard } })
  }
}

/** `at`: the time when `ENOUGH` was first reached, or else the maximum. */
function bestWeek(times: readonly number[], tracks: readonly number[]): { most: number; at: number } {
  const order = [...times.keys()].sort((one, other) => times[one]! - times[other]!)
  const counts = new Map<number, number>()
  let best = { most: 0, at: times[order[0]!]! }
  let from = 0
  for (const to of order) {
    counts.set(tracks[to]!, (counts.get(tracks[to]!) ?? 0) + 1)
    while (times[to]! - times[order[from]!]! >= WEEK) {
      const track = tracks[order[from++]!]!
      const count = counts.get(track)! - 1
      if (count === 0) counts.delete(track)
      else counts.set(track, count)
    }
    if (counts.size > best.most) best = { most: counts.size, at: best.most < ENOUGH ? times[to]! : best.at }
  }
  return best
}

/** FNV-1a hash; collisions between tracks of one album do not occur in practice. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
