import { cut } from '../../../shared/cut.ts'
import { limits } from '../../../shared/limits.ts'
import { PLAYS_KEPT, type PlaySource } from '../../../shared/plays.ts'
import { change, type Write, type WriteDeps } from '../../core/change.ts'
import { insertRows, kysely, padded, statement, type Tables } from '../../lib/sql.ts'
import { lockScrobbling, noteContact } from '../../scrobbling/rows.ts'
import { albumKeyOf, trackKey } from '../keys.ts'
import { endNowPlaying, type PlayingDeps } from '../nowPlaying.ts'
import { afterPlays } from './effects.ts'

/** A play as a player or a service reports it: `at` is its start, `duration` in seconds. */
export type ReportedPlay = {
  at: Date
  artist: string
  track: string
  album?: string | null
  /** if it is another one than the track's */
  albumArtist?: string | null
  duration?: number | null
}

export type Origin = { source: PlaySource; client: string | null }

type Row = Tables['Play']
type NewPlay = Omit<Row, 'id'>

const DAY = 24 * 60 * 60_000
/** Two plays of a track within this time are one, in milliseconds. */
const SAME = 30_000
const CHUNK = 500
const LONGEST_TRACK = 2 ** 24 - 1
const nobodysKey = new Uint8Array(16)

export const keptSince = (now: Date): Date => new Date(now.getTime() - PLAYS_KEPT * DAY)

/**
 * Stores plays of a user, from any source. Skips plays that have expired. If a track is played twice within 30 seconds, the first
 * play stays, and missing fields are copied from the second one. Returns the number of new plays.
 */
export async function recordPlays(
  deps: WriteDeps & PlayingDeps,
  userId: number,
  reported: readonly ReportedPlay[],
  origin: Origin,
): Promise<{ added: number }> {
  const since = keptSince(deps.now())
  const plays = reported.filter(({ at }) => at > since).map((play) => rowOf(play, userId, origin))
  const result = await storePlays(deps, userId, plays, origin)
  await endNowPlaying(deps, userId, plays)
  return result
}

const storePlays = (
  deps: WriteDeps,
  userId: number,
  plays: readonly NewPlay[],
  origin: Origin,
): Promise<{ added: number }> =>
  change(deps, async (write) => {
    const scrobbling = await lockScrobbling(write.tx, userId)
    if (!scrobbling) return { added: 0 }
    await noteContact(write, scrobbling, origin.source)
    if (plays.length === 0) return { added: 0 }
    const { added, completed } = mergePlays(await readSimilar(write, plays), plays)
    for (const part of parts(added)) await insertRows(write.tx, 'Play', part)
    for (const part of parts(completed))
      await insertRows(write.tx, 'Play', part, { orUpdate: ['album', 'albumArtist', 'albumKey', 'duration'] })
    if (added.length + completed.length > 0) await afterPlays(write, userId, [...added, ...completed])
    return { added: added.length }
  })

function rowOf(play: ReportedPlay, userId: number, { source, client }: Origin): NewPlay {
  const name = (text: string) => cut(text, limits.catalogName)
  const [artist, track] = [name(play.artist), name(play.track)]
  const album = play.album ? name(play.album) : null
  const albumArtist = album !== null && play.albumArtist ? name(play.albumArtist) : null
  return {
    userId,
    at: play.at,
    artist,
    track,
    album,
    albumArtist: albumArtist === artist ? null : albumArtist,
    trackKey: trackKey({ artist, track }),
    albumKey: album === null ? null : albumKeyOf({ artist: albumArtist ?? artist, album }),
    duration: play.duration ? Math.min(Math.round(play.duration), LONGEST_TRACK) : null,
    source,
    client: client === null ? null : cut(client, limits.player),
  }
}

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK)
}

type Range = { userId: number; keys: Uint8Array[]; from: Date; to: Date }
const playsOfTracks = statement(({ userId, keys, from, to }: Range) =>
  kysely
    .selectFrom('Play')
    .selectAll()
    .where('userId', '=', userId)
    .where('trackKey', 'in', keys)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .orderBy('id'),
)

/** Plays of the same tracks in the time of the new ones. */
async function readSimilar({ tx }: Pick<Write, 'tx'>, plays: readonly NewPlay[]): Promise<Row[]> {
  const [{ userId }] = plays as [NewPlay]
  const times = plays.map(({ at }) => at.getTime())
  const [from, to] = [
    new Date(times.reduce((a, b) => Math.min(a, b)) - SAME),
    new Date(times.reduce((a, b) => Math.max(a, b)) + SAME),
  ]
  const keys = new Map(plays.map((play) => [nameOf(play), play.trackKey]))
  const rows: Row[] = []
  for (const part of parts([...keys.values()]))
    rows.push(...(await playsOfTracks(tx, { userId, keys: padded(part, nobodysKey), from, to })))
  return rows
}

const nameOf = ({ trackKey: key }: Pick<Row, 'trackKey'>): string => Buffer.from(key).toString('base64')

function mergePlays(
  stored: readonly Row[],
  plays: readonly NewPlay[],
): { added: NewPlay[]; completed: Row[] } {
  const byTrack = new Map<string, (Row | NewPlay)[]>()
  const put = (play: Row | NewPlay) => {
    const others = byTrack.get(nameOf(play))
    if (others) others.push(play)
    else byTrack.set(nameOf(play), [play])
  }
  for (const row of stored) put(row)
  const added: NewPlay[] = []
  const completed = new Set<Row>()
  for (const play of plays) {
    const first = byTrack
      .get(nameOf(play))
      ?.find(({ at }) => Math.abs(at.getTime() - play.at.getTime()) <= SAME)
    if (first) {
      if (complete(first, play) && 'id' in first) completed.add(first)
      continue
    }
    added.push(play)
    put(play)
  }
  return { added, completed: [...completed] }
}

/** Returns true if the second play knew something more. */
function complete(first: NewPlay, second: NewPlay): boolean {
  const lacksAlbum = first.album === null && second.album !== null
  if (lacksAlbum) {
    const { album, albumArtist, albumKey } = second
    Object.assign(first, { album, albumArtist, albumKey })
  }
  const lacksDuration = first.duration === null && second.duration !== null
  if (lacksDuration) first.duration = second.duration
  return lacksAlbum || lacksDuration
}
