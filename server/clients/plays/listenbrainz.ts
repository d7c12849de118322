import { z } from 'zod'
import type { Log } from '../../lib/http.ts'
import type { Redis } from '../../lib/redis.ts'
import { makePace } from '../pace.ts'
import {
  callService,
  NoPlays,
  PageFailed,
  LONGEST_TURN,
  PAUSES,
  playTime,
  PULL_SPACING,
  takeTurn,
  type PageRequest,
  type PlayService,
  type PulledPage,
  type PulledPlay,
} from './service.ts'

const PAGE = 1_000
/** Seconds by which the clock of a player can be fast. */
const AHEAD = 3_600

const duration = z.coerce.number().positive().nullable().catch(null)
const row = z
  .object({
    listened_at: playTime,
    track_metadata: z.object({
      artist_name: z.string().trim().min(1),
      track_name: z.string().trim().min(1),
      release_name: z.string().trim().nullish().catch(null),
      additional_info: z.object({ duration_ms: duration, duration }).partial().nullish().catch(null),
    }),
  })
  .transform(({ listened_at: at, track_metadata: { additional_info: info, ...track } }): PulledPlay => {
    const milliseconds = info?.duration_ms ?? (info?.duration ? info.duration * 1_000 : null)
    return {
      at,
      artist: track.artist_name,
      track: track.track_name,
      album: track.release_name || null,
      duration: milliseconds === null ? null : Math.round(milliseconds / 1_000),
    }
  })

const answer = z.object({ payload: z.object({ listens: z.array(z.unknown()) }) })

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1_000)

/** Both ends of a page are excluded, so the next one begins again with the second in which this one ended. */
function readPage(body: unknown, before: number): PulledPage {
  const { data } = answer.safeParse(body)
  if (!data) throw new PageFailed('ListenBrainz answered without listens')
  const plays = data.payload.listens.flatMap((each) => row.safeParse(each).data ?? [])
  const oldest = Math.min(...plays.map(({ at }) => secondsOf(at)))
  if (data.payload.listens.length < PAGE || plays.length === 0) return { plays, next: null }
  // A page whose listens are all of one second would be requested for ever.
  const next = oldest + 1 >= before ? oldest : oldest + 1
  return { plays, next: `${next}` }
}

type Options = {
  base: string
  userAgent: string
  redis: Redis
  log: Log
  prefix: string
  now: () => Date
  /** milliseconds between two calls */
  spacing?: number | undefined
  pauses?: readonly number[] | undefined
}

/** Creates the client of a person's listens. */
export function makeListenBrainzPlays(options: Options): PlayService {
  const { base, userAgent, redis, log, prefix, now, spacing = PULL_SPACING, pauses = PAUSES } = options
  const pace = makePace({
    redis,
    log,
    key: `${prefix}listenbrainz:pulls`,
    spacing,
    longest: Math.max(10 * spacing, LONGEST_TURN),
  })

  return {
    pauses,

    async fetchPage({ user, from, place, signal }: PageRequest) {
      const before = place === null ? secondsOf(now()) + AHEAD : Number(place)
      const after = Math.min(secondsOf(from), before - 1)
      const url = new URL(`${base.replace(/\/+$/, '')}/1/user/${encodeURIComponent(user)}/listens`)
      const range = { min_ts: `${after}`, max_ts: `${before}`, count: `${PAGE}` }
      url.search = new URLSearchParams(range).toString()
      await takeTurn(pace.turn)
      const { status, body, wait } = await callService(url, { userAgent, signal })
      if (status === 404) throw new NoPlays('unknownUser')
      if (status >= 400)
        throw new PageFailed(`ListenBrainz: status ${status}`, { wait, isTemporary: status >= 500 })
      return readPage(status === 204 ? { payload: { listens: [] } } : body, before)
    },
  }
}
