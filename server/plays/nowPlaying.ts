import { cut } from '../../shared/cut.ts'
import { topics } from '../../shared/events.ts'
import { limits } from '../../shared/limits.ts'
import type { NowPlaying } from '../../shared/nowPlaying.ts'
import { isNarrowed, type Visibility } from '../../shared/visibility.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Db } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import { trackKey } from './keys.ts'
import { readVisible } from './visible.ts'

// The current track of each user is stored in Redis only, until it ends: a key for each user, and a sorted set of these users.

/** `duration` in seconds, null if the player did not send it. */
export type ReportedTrack = {
  artist: string
  track: string
  album: string | null
  duration: number | null
}

export type { NowPlaying }

/** `until` is its end, in milliseconds since 1970. */
export type CurrentTrack = NowPlaying & { until: number }

export type PlayingDeps = Pick<Deps, 'redis' | 'prefix' | 'now'>

/** In milliseconds. */
const SECOND = 1_000
const USUAL = 4 * 60 * SECOND
const LONGEST = 24 * 60 * 60 * SECOND

const keyOf = ({ prefix }: Pick<Deps, 'prefix'>, userId: number) => `${prefix}playing:${userId}`
const usersKey = ({ prefix }: Pick<Deps, 'prefix'>) => `${prefix}playing`

const levelOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('Scrobbling').select('nowPlaying').where('userId', '=', userId),
)

/** Notifies pages of those who can see what the user plays. */
async function announce(deps: WriteDeps, userId: number): Promise<void> {
  const [row] = await levelOf(deps.db, { userId })
  if (row) await announceTo(deps, userId, row.nowPlaying)
}

/** Notifies the pages of those who could see it before, and of those who can see it now. */
export const announceLevel = (
  deps: WriteDeps,
  userId: number,
  { from, to }: { from: Visibility; to: Visibility },
): Promise<void> =>
  from === to ? Promise.resolve() : announceTo(deps, userId, isNarrowed(from, to) ? from : to)

/** Notifies pages of those who see a level. */
const announceTo = (deps: WriteDeps, userId: number, level: Visibility): Promise<void> =>
  change(deps, async ({ emit }) =>
    emit(topics.playing(userId), { type: 'playing.changed' }, userId, { ownerId: userId, level }),
  )

const isSameTrack = (one: { artist: string; track: string }, other: { artist: string; track: string }) =>
  Buffer.from(trackKey(one)).equals(trackKey(other))

const shortened = ({ artist, track, album }: Omit<ReportedTrack, 'duration'>) => {
  const name = (text: string) => cut(text, limits.catalogName)
  return { artist: name(artist), track: name(track), album: album && name(album) }
}

/**
 * Stores what the user plays; reporting the same track again renews it. Does nothing while Redis is unreachable: it is stored
 * nowhere else.
 */
export async function setNowPlaying(
  deps: PlayingDeps & WriteDeps,
  userId: number,
  { duration, ...names }: ReportedTrack,
): Promise<void> {
  const now = deps.now()
  const track = shortened(names)
  const current = await findNowPlaying(deps, userId)
  const isRenewed = current !== null && isSameTrack(current, track)
  const lasts = duration ? Math.min(duration * SECOND, LONGEST) : USUAL
  const until = now.getTime() + Math.max(SECOND, Math.round(lasts))
  const playing: CurrentTrack = { ...track, since: isRenewed ? current.since : now.toISOString(), until }
  const stored = await deps.redis
    .multi()
    .set(keyOf(deps, userId), JSON.stringify(playing), { PX: until - now.getTime() })
    .zRemRangeByScore(usersKey(deps), 0, now.getTime())
    .zAdd(usersKey(deps), { score: until, value: String(userId) })
    .exec()
    .catch(() => null)
  if (stored) await announce(deps, userId)
}

/** Ends what is playing if one of these plays is of another track that began after it. */
export async function endNowPlaying(
  deps: PlayingDeps & WriteDeps,
  userId: number,
  plays: readonly { at: Date; artist: string; track: string }[],
): Promise<void> {
  const current = await findNowPlaying(deps, userId)
  if (!current) return
  const since = Date.parse(current.since)
  if (!plays.some((play) => play.at.getTime() > since && !isSameTrack(play, current))) return
  await endAnyPlaying(deps, userId)
}

export async function endAnyPlaying(deps: PlayingDeps & WriteDeps, userId: number): Promise<void> {
  await deleteTrack(deps, userId)
  await announce(deps, userId)
}

const deleteTrack = (deps: PlayingDeps, userId: number): Promise<unknown> =>
  deps.redis
    .multi()
    .del(keyOf(deps, userId))
    .zRem(usersKey(deps), String(userId))
    .exec()
    .catch(() => null)

/** Deletes the current track of users who are disabled or deleted by any process, the command line included. */
export function observeRemovedUsers(deps: PlayingDeps & Pick<Deps, 'bus'>): void {
  deps.bus.observe((_, event) => {
    if (event.type === 'user.disabled' || event.type === 'user.removed') void deleteTrack(deps, event.id)
  })
}

const readTrack = (text: string | null, now: Date): CurrentTrack | null => {
  const playing = text === null ? null : (JSON.parse(text) as CurrentTrack)
  return playing && playing.until > now.getTime() ? playing : null
}

async function findNowPlaying(deps: PlayingDeps, userId: number): Promise<CurrentTrack | null> {
  return readTrack(await deps.redis.get(keyOf(deps, userId)).catch(() => null), deps.now())
}

/** Maximum number of people who play something, for one feed. */
const MOST = 5_000

/** Returns the users who play something, those last whose track ends first. */
export async function usersPlaying(deps: PlayingDeps): Promise<number[]> {
  const members = await deps.redis
    .zRange(usersKey(deps), '+inf', `(${deps.now().getTime()}`, {
      BY: 'SCORE',
      REV: true,
      LIMIT: { offset: 0, count: MOST },
    })
    .catch(() => [])
  return members.map(Number)
}

export async function readTracks(
  deps: PlayingDeps,
  userIds: readonly number[],
): Promise<Map<number, CurrentTrack>> {
  if (userIds.length === 0) return new Map()
  const found = await deps.redis.mGet(userIds.map((id) => keyOf(deps, id))).catch(() => [])
  const now = deps.now()
  return new Map(
    found.flatMap((text, index) => {
      const track = readTrack(text, now)
      return track ? [[userIds[index]!, track] as const] : []
    }),
  )
}

/** @throws notFound for a user who is hidden from the viewer; null also for a viewer who cannot see what is playing */
export const getNowPlaying = (
  deps: PlayingDeps & { db: Db },
  viewer: Pick<SignedIn, 'id'> | null,
  { nickname }: { nickname: string },
): Promise<NowPlaying | null> =>
  readVisible(deps, { viewer, nickname, thing: 'nowPlaying', nothing: null }, async (userId) => {
    const current = await findNowPlaying(deps, userId)
    if (!current) return null
    const { until: _, ...playing } = current
    return playing
  })
