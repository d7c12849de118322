import { cut } from '../../../shared/cut.ts'
import { limits } from '../../../shared/limits.ts'
import { PLAYS_KEPT, type PlaySource } from '../../../shared/plays.ts'
import { change, type WriteDeps } from '../../core/change.ts'
import { batchedOn } from '../../lib/batch.ts'
import type { Db, Tx } from '../../lib/db.ts'
import { byIndex, insertRows, kysely, padded, statement, type Tables } from '../../lib/sql.ts'
import { lockScrobblings, noteContacts } from '../../scrobbling/rows.ts'
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

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** Two plays of a track within this time are one, in milliseconds. */
const SAME = 30_000
const CHUNK = 500
/** tracks for one statement that looks for duplicates */
const RANGES = 128
/** Reports of more plays have a transaction of their own. */
const FEW = 50
const LONGEST_TRACK = 2 ** 24 - 1
const nobodys: Range = { userId: 0, trackKey: new Uint8Array(16), from: new Date(0), to: new Date(0) }

export const keptSince = (now: Date): Date => new Date(now.getTime() - PLAYS_KEPT * DAY)

/** True for a play that a wrong clock has put into the future. */
export const isAhead = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + HOUR

/**
 * Stores plays of a user, from any source. Skips plays that have expired, or that are more than an hour ahead. If a track is
 * played twice within 30 seconds, the first play stays, and missing fields are copied from the second one. Returns the number of
 * new plays.
 */
export async function recordPlays(
  deps: WriteDeps & PlayingDeps,
  userId: number,
  reported: readonly ReportedPlay[],
  origin: Origin,
): Promise<{ added: number }> {
  const now = deps.now()
  const since = keptSince(now)
  const plays = reported
    .filter(({ at }) => at > since && !isAhead(at, now))
    .map((play) => rowOf(play, userId, origin))
  const report = { userId, plays, isPlayer: origin.source === 'lastfm' || origin.source === 'listenbrainz' }
  const added =
    plays.length > FEW ? (await storeReports(deps, [report]))[0]! : await storeReport(deps, report)
  await endNowPlaying(deps, userId, plays)
  return { added }
}

/** Tells of each play whether it would be stored: true unless it is stored already, or comes twice. */
export async function findNew(db: Db, userId: number, reported: readonly ReportedPlay[]): Promise<boolean[]> {
  const plays = reported.map((play) => rowOf(play, userId, { source: 'lastfm', client: null }))
  const { added } = mergePlays(await readSimilar(db, plays), plays)
  const isAdded = new Set(added)
  return plays.map((play) => isAdded.has(play))
}

type Report = { userId: number; plays: readonly NewPlay[]; isPlayer: boolean }

/** Players of many users who send a few plays at once share a transaction. */
const storeReport = batchedOn((deps: WriteDeps, reports: Report[]) => storeReports(deps, reports))

/** Returns the number of new plays of each report. */
const storeReports = (deps: WriteDeps, reports: readonly Report[]): Promise<number[]> =>
  change(deps, async (write) => {
    const contacts = await lockScrobblings(
      write.tx,
      reports.map(({ userId }) => userId),
    )
    const known = reports.filter(({ userId }) => contacts.has(userId))
    const players = new Set(known.flatMap(({ userId, isPlayer }) => (isPlayer ? userId : [])))
    await noteContacts(
      write,
      [...players].map((userId) => contacts.get(userId)!),
    )
    const plays = known.flatMap((report) => report.plays)
    const { added, completed } = mergePlays(await readSimilar(write.tx, plays), plays)
    for (const part of parts(added, CHUNK)) await insertRows(write.tx, 'Play', part)
    for (const part of parts(completed, CHUNK))
      await insertRows(write.tx, 'Play', part, { orUpdate: ['album', 'albumArtist', 'albumKey', 'duration'] })
    await afterPlays(write, [...added, ...completed])
    const isAdded = new Set(added)
    return reports.map((report) => report.plays.filter((play) => isAdded.has(play)).length)
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

function* parts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** A track of a user, and the time in which its plays are wanted. */
type Range = { userId: number; trackKey: Uint8Array; from: Date; to: Date }
type Ranges = { [Name in keyof Range as `${Name}s`]: Range[Name][] }
const playsWithin = statement(({ userIds, trackKeys, froms, tos }: Ranges) =>
  kysely
    .selectFrom(byIndex('Play', 'p', 'Play_userId_trackKey_at_idx'))
    .selectAll('p')
    .where((eb) =>
      eb.or(
        userIds.map((userId, index) =>
          eb.and([
            eb('p.userId', '=', userId),
            eb('p.trackKey', '=', trackKeys[index]!),
            eb('p.at', '>=', froms[index]!),
            eb('p.at', '<=', tos[index]!),
          ]),
        ),
      ),
    )
    .orderBy('p.id'),
)

/** Plays of the same tracks in the time of the new ones. */
async function readSimilar(db: Db | Tx, plays: readonly NewPlay[]): Promise<Row[]> {
  const ranges = new Map<string, Range>()
  for (const play of plays) {
    const [from, to] = [new Date(play.at.getTime() - SAME), new Date(play.at.getTime() + SAME)]
    const range = ranges.get(nameOf(play))
    if (!range) ranges.set(nameOf(play), { userId: play.userId, trackKey: play.trackKey, from, to })
    else {
      if (from < range.from) range.from = from
      if (to > range.to) range.to = to
    }
  }
  const found: Row[] = []
  for (const part of parts([...ranges.values()], RANGES)) {
    const all = padded(part, nobodys)
    const wanted = {
      userIds: all.map(({ userId }) => userId),
      trackKeys: all.map(({ trackKey }) => trackKey),
      froms: all.map(({ from }) => from),
      tos: all.map(({ to }) => to),
    }
    found.push(...(await playsWithin(db, wanted)))
  }
  return found
}

const nameOf = ({ userId, trackKey: key }: Pick<Row, 'userId' | 'trackKey'>): string =>
  `${userId} ${Buffer.from(key).toString('base64')}`

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
