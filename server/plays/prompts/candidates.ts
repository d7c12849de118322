import { nameKey } from '../../../shared/albumKey.ts'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { isTimeZone, makeDayIn } from '../../../shared/timeZones.ts'
import type { Db } from '../../lib/db.ts'
import { byIndex, kysely, statement } from '../../lib/sql.ts'
import { promptsSince, type Check } from './checks.ts'

/** Tracks of an album that were played on a day. */
export type Candidate = {
  album: AlbumRef
  day: string
  /** folded names */
  tracks: Set<string>
}

const DAY = 24 * 60 * 60_000

const playsSince = statement(({ userId, from }: { userId: number; from: Date }) =>
  kysely
    .selectFrom(byIndex('Play', 'p', 'Play_userId_at_id_idx'))
    .select(['p.at', 'p.artist', 'p.track', 'p.album', 'p.albumArtist', 'p.albumKey'])
    .where('p.userId', '=', userId)
    .where('p.at', '>=', from)
    .where('p.albumKey', 'is not', null),
)

/** Groups plays by album and day, from the day of `fromAt` on. Most different tracks first. */
export async function readCandidates(
  db: Db,
  { userId, fromAt, timeZone }: Check,
  now: Date,
): Promise<{ candidates: Candidate[]; from: string }> {
  const dayOf = makeDayIn(timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC')
  const since = new Date(Math.max(fromAt.getTime(), promptsSince(now).getTime()))
  const from = dayOf(since)
  // A day can begin up to 26 hours before a moment of it.
  const plays = await playsSince(db, { userId, from: new Date(since.getTime() - 2 * DAY) })
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
  return { candidates: [...candidates.values()].sort((a, b) => b.tracks.size - a.tracks.size), from }
}
