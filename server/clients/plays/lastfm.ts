import { z } from 'zod'
import type { Log } from '../../lib/http.ts'
import type { Redis } from '../../lib/redis.ts'
import { isTemporaryCode } from '../lastfm/answer.ts'
import { paceOfKey } from '../lastfm/calls.ts'
import { asArray, record, text, toNum } from '../lastfm/fields.ts'
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
} from './service.ts'

const PAGE = 200
/** Error codes of the service: an unknown name, and plays that only their owner sees. */
const UNKNOWN = 6
const PRIVATE = 17

const row = z
  .object({
    name: z.string().trim().min(1),
    artist: z.union([z.object({ '#text': z.string() }), z.object({ name: z.string() })]),
    album: z.object({ '#text': text }).catch({ '#text': '' }),
    date: z.object({ uts: playTime }),
  })
  .transform(({ name, artist, album, date }) => ({
    at: date.uts,
    artist: ('#text' in artist ? artist['#text'] : artist.name).trim(),
    track: name,
    album: album['#text'].trim() || null,
    duration: null,
  }))
  .refine(({ artist }) => artist !== '')

/** Omits the current track, which has no date, and everything that cannot be read. */
function readPage(body: unknown, page: number): PulledPage {
  const recent = record.parse(body).recenttracks
  if (typeof recent !== 'object' || recent === null) throw new PageFailed('Last.fm answered without tracks')
  const { track, '@attr': attributes } = recent as Record<string, unknown>
  const rows = asArray(track)
  const plays = rows.flatMap((each) => row.safeParse(each).data ?? [])
  const pages = toNum(record.parse(attributes).totalPages)
  const hasNext = plays.length > 0 && (pages === null ? rows.length >= PAGE : page < pages)
  return { plays, next: hasNext ? `${page + 1}` : null }
}

type Options = {
  base: string
  apiKey: string
  userAgent: string
  redis: Redis
  log: Log
  prefix: string
  /** milliseconds between two calls */
  spacing?: number | undefined
  pauses?: readonly number[] | undefined
}

/** Creates the client of `user.getRecentTracks`. It takes its turns with the catalogue's calls, and at most one a second. */
export function makeLastfmPlays(options: Options): PlayService {
  const { base, apiKey, userAgent, redis, log, prefix, spacing = PULL_SPACING, pauses = PAUSES } = options
  const ofKey = paceOfKey(options)
  const ownPace = makePace({
    redis,
    log,
    key: `${prefix}lastfm:pulls`,
    spacing,
    longest: Math.max(10 * spacing, LONGEST_TURN),
  })

  return {
    pauses,

    async fetchPage({ user, from, place, signal }: PageRequest) {
      const page = Number(place ?? 1)
      const url = new URL(base)
      url.search = new URLSearchParams({
        method: 'user.getRecentTracks',
        user,
        from: `${Math.floor(from.getTime() / 1_000)}`,
        limit: `${PAGE}`,
        page: `${page}`,
        api_key: apiKey,
        format: 'json',
      }).toString()
      await takeTurn(ownPace.turn)
      await takeTurn(ofKey.turn)
      const { status, body, wait } = await callService(url, { userAgent, signal })
      const code = toNum(record.parse(body).error)
      const isTemporary = isTemporaryCode(code) || status >= 500
      if (code === PRIVATE && !isTemporary) throw new NoPlays('privatePlays')
      if ((code === UNKNOWN || status === 404) && !isTemporary) throw new NoPlays('unknownUser')
      if (code !== null || status >= 400) {
        throw new PageFailed(`Last.fm: status ${status}, error ${code}`, { wait, isTemporary })
      }
      return readPage(body, page)
    },
  }
}
