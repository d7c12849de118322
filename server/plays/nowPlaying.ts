import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { readVisible } from './visible.ts'

/** `duration` in seconds, null if the player did not send it. */
export type ReportedTrack = {
  artist: string
  track: string
  album: string | null
  duration: number | null
}

export type NowPlaying = { artist: string; track: string; album: string | null; since: string }

type PlayingDeps = Pick<Deps, 'redis' | 'prefix' | 'now' | 'log'>

const MINUTE = 60
const keyOf = ({ prefix }: Pick<Deps, 'prefix'>, userId: number) => `${prefix}playing:${userId}`

/** Does nothing while Redis is unreachable: what is playing is stored nowhere else. */
export async function setNowPlaying(
  deps: PlayingDeps,
  userId: number,
  { duration, ...track }: ReportedTrack,
): Promise<void> {
  const playing: NowPlaying = { ...track, since: deps.now().toISOString() }
  await deps.redis
    .set(keyOf(deps, userId), JSON.stringify(playing), {
      EX: Math.max(1, Math.round(duration ?? 4 * MINUTE)),
    })
    .catch(() => null)
}

export async function findNowPlaying(deps: PlayingDeps, userId: number): Promise<NowPlaying | null> {
  const text = await deps.redis.get(keyOf(deps, userId)).catch(() => null)
  return text === null ? null : (JSON.parse(text) as NowPlaying)
}

/** @throws notFound for a user who is hidden from the viewer; null also for a viewer who cannot see what is playing */
export const getNowPlaying = (
  deps: PlayingDeps & Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname }: { nickname: string },
): Promise<NowPlaying | null> =>
  readVisible(deps, { viewer, nickname, thing: 'nowPlaying', nothing: null }, (userId) =>
    findNowPlaying(deps, userId),
  )
