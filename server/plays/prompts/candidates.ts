import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { nameKey } from '../../../shared/albumKey.ts'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { makeDayIn, zoneOf } from '../../../shared/timeZones.ts'
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

/** Number of the newest plays of a user that are read: nobody hears more in these days. */
const MOST_PLAYS = 6_000
/** Albums of a user that are looked at, those with the most tracks first. */
const MOST_CANDIDATES = 500
/** Characters of a name that are read, so that a player cannot fill the memory. */
const NAME = 300

const beginningOf = <Text extends string | null>(column: string) =>
  sql<Text>`LEFT(${sql.ref(column)}, ${sql.lit(NAME)})`

type Since = { userIds: number[]; froms: Date[] }
const playsSince = statement(({ userIds, froms }: Since) => {
  const [first, ...others] = userIds.map((userId, index) => {
    const newest = kysely
      .selectFrom(byIndex('Play', 'p', 'Play_userId_at_id_idx'))
      .select(['p.userId', 'p.at', 'p.albumKey'])
      .select([
        beginningOf<string>('p.artist').as('artist'),
        beginningOf<string>('p.track').as('track'),
        beginningOf<string>('p.album').as('album'),
        beginningOf<string | null>('p.albumArtist').as('albumArtist'),
      ])
      .where('p.userId', '=', userId)
      .where('p.at', '>=', froms[index]!)
      .where('p.albumKey', 'is not', null)
      .orderBy('p.at', 'desc')
      .limit(MOST_PLAYS)
    return kysely.selectFrom(newest.as('newest')).selectAll()
  })
  return others.reduce((union, each) => union.unionAll(each), first!)
})
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
  const playsOf = byUser(plays)
  const days = new Map<number, CheckedDays>()
  for (const [index, { userId, timeZone }] of checks.entries()) {
    const dayOf = makeDayIn(zoneOf(timeZone))
    const from = dayOf(beginnings[index]!.since)
    days.set(userId, { candidates: group(playsOf.get(userId) ?? [], { dayOf, from }), from })
    // Requests are answered between users with many plays.
    await setImmediate()
  }
  return days
}

function byUser(plays: readonly Play[]): Map<number, Play[]> {
  const grouped = new Map<number, Play[]>()
  for (const play of plays) {
    const own = grouped.get(play.userId)
    if (own) own.push(play)
    else grouped.set(play.userId, [play])
  }
  return grouped
}

type Days = { dayOf: (moment: Date) => string; from: string }

function group(plays: readonly Play[], { dayOf, from }: Days): Candidate[] {
  const candidates = new Map<string, Candidate>()
  for (const { at, artist, track, album, albumArtist, albumKey } of plays) {
    const day = dayOf(at)
    if (day < from) continue
    const key = `${day} ${Buffer.from(albumKey!).toString('base64')}`
    const candidate = candidates.get(key) ?? {
      album: { artist: albumArtist ?? artist, album },
      day,
      tracks: new Set<string>(),
    }
    candidate.tracks.add(nameKey(track))
    candidates.set(key, candidate)
  }
  return [...candidates.values()].sort((a, b) => b.tracks.size - a.tracks.size).slice(0, MOST_CANDIDATES)
}
