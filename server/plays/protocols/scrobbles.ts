import { utcDay } from '../../../shared/days.ts'
import type { Db } from '../../lib/db.ts'
import { countAll, kysely, statement } from '../../lib/sql.ts'
import type { ScrobbleProblem } from '../../scrobbling/rows.ts'
import type { Scrobbler } from '../credentials.ts'
import { findNew, isAhead, keptSince, type ReportedPlay } from '../write/record.ts'
import type { ProtocolDeps } from './answer.ts'
import type { IgnoredCode, Outcome } from './lastfmAnswers.ts'

// Tracks of Last.fm's protocols, and which of them are ignored.

export const MOST_SCROBBLES = 50
const MOST_OF_DAY = 3_000
const DAY = 24 * 60 * 60_000
const LONGEST = 24 * 24 * 60 * 60
/** Later times are no dates. */
const LAST_SECOND = 8.64e12

export type SentTrack = {
  artist: string
  track: string
  album: string
  albumArtist: string
  /** as sent; omitted for what is playing */
  timestamp?: string
  duration: string
}

/** Reads `artist`, or `artist[0]`, `artist[1]` …. Returns null if a required parameter is missing, or for too many tracks. */
export function readTracks(
  given: ReadonlyMap<string, string>,
  { isTimed }: { isTimed: boolean },
): SentTrack[] | null {
  const byIndex = new Map<number, Map<string, string>>()
  for (const [key, value] of given) {
    const [, name, index] = /^(\w+)(?:\[(\d{1,4})\])?$/.exec(key) ?? []
    if (!name || !fields.has(name)) continue
    const number = index === undefined ? -1 : Number(index)
    const track = byIndex.get(number) ?? new Map<string, string>()
    byIndex.set(number, track.set(name, value))
  }
  if (byIndex.size === 0 || byIndex.size > MOST_SCROBBLES) return null
  const tracks = [...byIndex].toSorted(([a], [b]) => a - b).map(([, track]) => trackOf(track, isTimed))
  return tracks.every((track) => track !== null) ? tracks : null
}

const fields = new Set(['artist', 'track', 'timestamp', 'album', 'albumArtist', 'duration'])

function trackOf(sent: ReadonlyMap<string, string>, isTimed: boolean): SentTrack | null {
  const [artist, track, timestamp] = [sent.get('artist'), sent.get('track'), sent.get('timestamp')]
  if (artist === undefined || track === undefined) return null
  if (isTimed && !/^\s*-?\d{1,15}\s*$/.test(timestamp ?? '')) return null
  return {
    artist,
    track,
    album: sent.get('album') ?? '',
    albumArtist: sent.get('albumArtist') ?? '',
    duration: sent.get('duration') ?? '',
    ...(isTimed && { timestamp: timestamp!.trim() }),
  }
}

const timeOf = ({ timestamp }: SentTrack): Date =>
  new Date(Math.min(Math.max(Number(timestamp ?? 0), -LAST_SECOND), LAST_SECOND) * 1_000)

export function playOf(sent: SentTrack): ReportedPlay {
  const seconds = Number(sent.duration)
  return {
    at: timeOf(sent),
    artist: sent.artist.trim(),
    track: sent.track.trim(),
    album: sent.album.trim() || null,
    albumArtist: sent.albumArtist.trim() || null,
    duration: seconds > 0 && seconds <= LONGEST ? seconds : null,
  }
}

export const outcomeOf = (sent: SentTrack, now?: Date): Outcome => {
  const { duration: _, ...track } = sent
  return { ...track, ignored: ignoredCodeOf(sent, now) }
}

/** Only names are judged without `now`. */
function ignoredCodeOf(sent: SentTrack, now?: Date): IgnoredCode {
  if (sent.artist.trim() === '') return 1
  if (sent.track.trim() === '') return 2
  if (!now) return 0
  const at = timeOf(sent)
  if (at <= keptSince(now)) return 3
  return isAhead(at, now) ? 4 : 0
}

const playsOn = statement(({ userId, from, to }: { userId: number; from: Date; to: Date }) =>
  kysely
    .selectFrom('Play')
    .select(countAll)
    .where('userId', '=', userId)
    .where('at', '>=', from)
    .where('at', '<', to),
)

/** An ignored scrobble does not hinder the others. A play that is stored already does not count towards the limit of a day. */
export async function judgeScrobbles(
  { db, now }: Pick<ProtocolDeps, 'now'> & { db: Db },
  { id }: Scrobbler,
  tracks: readonly SentTrack[],
): Promise<Outcome[]> {
  const judged = tracks.map((track) => ({ track, outcome: outcomeOf(track, now()) }))
  const dayOf = ({ track }: { track: SentTrack }) => utcDay(timeOf(track))
  const accepted = judged.filter(({ outcome }) => outcome.ignored === 0)
  for (const day of new Set(accepted.map(dayOf))) {
    const sent = accepted.filter((each) => dayOf(each) === day)
    let left = await leftOn(db, id, day)
    if (left >= sent.length) continue
    const isNew = await findNew(
      db,
      id,
      sent.map(({ track }) => playOf(track)),
    )
    for (const [index, { outcome }] of sent.entries()) {
      if (!isNew[index]) continue
      if (left <= 0) outcome.ignored = 5
      left--
    }
  }
  return judged.map(({ outcome }) => outcome)
}

async function leftOn(db: Db, userId: number, day: string): Promise<number> {
  const from = new Date(day)
  const [row] = await playsOn(db, { userId, from, to: new Date(from.getTime() + DAY) })
  return MOST_OF_DAY - (row?.count ?? 0)
}

const problems: Partial<Record<IgnoredCode, ScrobbleProblem>> = { 3: 'tooOld', 4: 'tooNew', 5: 'tooMany' }

/** Returns the reason for ignored scrobbles, if the owner can do something about it. */
export const problemOf = (outcomes: readonly Outcome[]): ScrobbleProblem | undefined =>
  outcomes.map(({ ignored }) => problems[ignored]).find((problem) => problem !== undefined)
