import { albumKey } from '../../../shared/albumKey.ts'
import { utcDay } from '../../../shared/days.ts'
import { plain, type Draft, type Named } from './draft.ts'

const WEEK = 7 * 24 * 60 * 60
/** so many tracks of an album within a week are enough, however long it is */
export const ENOUGH = 5
/** shorter plays, in milliseconds, do not count */
export const SHORTEST = 30_000
/** the clock of a player that was never set */
const EARLIEST = Date.UTC(2002, 0, 1) / 1_000

type Album = { named: Named; times: number[]; tracks: number[] }

/** Whether so many tracks within a week are an album heard; `of`: how many it has, null if unknown. */
export const isHeard = (tracks: number, of: number | null): boolean =>
  tracks >= ENOUGH || (of !== null && of > 0 && (of < 3 ? tracks >= of : tracks * 2 >= of))

/** Gathers plays into albums: numbers alone, so that a million of them fit. */
export function makePlays(now: Date) {
  const albums = new Map<string, Album>()
  const spelled = new Map<string, Album>()
  const latest = now.getTime() / 1_000

  function albumOf(named: Named): Album {
    const spelling = `${named.artist}\n${named.album}`
    const known = spelled.get(spelling)
    if (known) return known
    const key = albumKey(named)
    const album = albums.get(key) ?? { named, times: [], tracks: [] }
    albums.set(key, album)
    spelled.set(spelling, album)
    return album
  }

  return {
    /** Adds a play at a time in seconds; one without an album, or at an impossible time, is ignored. */
    add({ artist, album, track, at }: Named & { track: string; at: number }): void {
      if (!artist || !album || !track || !(at >= EARLIEST && at <= latest)) return
      const { times, tracks } = albumOf({ artist, album })
      times.push(Math.floor(at))
      tracks.push(hashOf(track.toLowerCase()))
    },
    count: () => albums.size,
    /** The albums that may have been heard: those with too few tracks wait until the number of tracks is known. */
    *drafts(): Generator<Draft> {
      for (const { named, times, tracks } of albums.values()) {
        const { most, at } = bestWeek(times, tracks)
        const [first, last] = times.reduce(
          ([from, to], time) => [Math.min(from, time), Math.max(to, time)],
          [Infinity, -Infinity],
        )
        const day = (seconds: number) => utcDay(new Date(seconds * 1_000))
        const heard = { first: day(first), last: day(last), tracks: most, plays: times.length }
        yield plain({ kind: 'listening', named, date: day(at), heard: most, content: { heard } })
      }
    },
  }
}

/** The most different tracks within a week, up to those that are enough, and when the last of them was played. */
function bestWeek(times: readonly number[], tracks: readonly number[]): { most: number; at: number } {
  const order = [...times.keys()].sort((one, other) => times[one]! - times[other]!)
  const counts = new Map<number, number>()
  let best = { most: 0, at: times[order[0]!]! }
  let from = 0
  for (const to of order) {
    counts.set(tracks[to]!, (counts.get(tracks[to]!) ?? 0) + 1)
    while (times[to]! - times[order[from]!]! >= WEEK) {
      const gone = tracks[order[from++]!]!
      const left = counts.get(gone)! - 1
      if (left === 0) counts.delete(gone)
      else counts.set(gone, left)
    }
    if (counts.size > best.most) best = { most: counts.size, at: times[to]! }
    if (best.most >= ENOUGH) break
  }
  return best
}

/** FNV-1a: two tracks of one album never meet in practice. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
