import { nameKey } from '../../../shared/albumKey.ts'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { isTimeZone, makeDayIn } from '../../../shared/timeZones.ts'
import type { Db } from '../../lib/db.ts'
import { byIndex, kysely, padded, statement } from '../../lib/sql.ts'
import { promptsSince, type Check } from './checks.ts'

/** Tracks of an album that were played on a day. */
export type Candidate = {
  album: AlbumRef
  day: string
  /** folded names */
  tracks: Set<string>
}

const DAY = 24 * 60 * 60_000

type Since = { userIds: number[]; froms: Date[] }
const playsSince = statement(({ userIds, froms }: Since) =>
  kysely
    .selectFrom(byIndex('Play', 'p', 'Play_userId_at_id_idx'))
    .select(['p.userId', 'p.at', 'p.artist', 'p.track', 'p.album', 'p.albumArtist', 'p.albumKey'])
    .where((eb) =>
      eb.or(
        userIds.map((userId, index) =>
          eb.and([eb('p.userId', '=', userId), eb('p.at', '>=', froms[index]!)]),
        ),
      ),
    )
    .where('p.albumKey', 'is not', null),
)
type Play = Awaited<ReturnType<typeof playsSince>>[number]

/** Candidates of one check, and the first of their days. */
type CheckedDays = { candidates: Candidate[]; from: string }

/** Groups the plays of each check by album and day, from the day of `fromAt` on. Most different tracks first. */
export async function readCandidates(
  db: Db,
  checks: readonly Check[],
  now: Date,
): Promise<Map<number, CheckedDays>> {
  const beginnings = checks.map(({ userId, fromAt }) => ({
    userId,
    since: new Date(Math.max(fromAt.getTime(), promptsSince(now).getTime())),
  }))
  const all = padded(beginnings, { userId: 0, since: now })
  const plays = await playsSince(db, {
    userIds: all.map(({ userId }) => userId),
    // A day can begin up to 26 hours before a moment of it.
    froms: all.map(({ since }) => new Date(since.getTime() - 2 * DAY)),
  })
  return new Map(
    checks.map(({ userId, timeZone }, index) => {
      const dayOf = makeDayIn(timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC')
      const from = dayOf(beginnings[index]!.since)
      const own = plays.filter((play) => play.userId === userId)
      return [userId, { candidates: group(own, { dayOf, from }), from }]
    }),
  )
}

type Days = { dayOf: (moment: Date) => string; from: string }

function group(plays: readonly Play[], { dayOf, from }: Days): Candidate[] {
  const candidates = new Map<string, Candidate>()
  for (const { at, artist, track, album, albumArtist, albumKey } of plays) {
    const day = dayOf(at)
    if (day < from) continue
    const key = `${day} ${Buffer.from(albumKey!).toString('base64')}`
    const candidate = candidates.get(key) ?? {
      album: { artist: albumArtist ?? artist, album: album! },
      day,
      tracks: new Set<string>(),
    }
    candidate.tracks.add(nameKey(track))
    candidates.set(key, candidate)
  }
  return [...candidates.values()].sort((a, b) => b.tracks.size - a.tracks.size)
}
