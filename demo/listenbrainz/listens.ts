import { createHash } from 'node:crypto'
import type { History, PlayedTrack } from '../plays/histories.ts'
import type { Answer, Call } from '../service/handler.ts'

const USUAL = 25
const MOST = 1000

const failure = (code: number, error: string): Answer => ({ status: code, body: { code, error } })

/** A stable UUID, as the service has one for each artist and track that were sent to it. */
function msidOf({ artist, track }: PlayedTrack): string {
  const hex = createHash('md5').update(`${artist} ${track}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const listenOf = (play: PlayedTrack, user: string) => ({
  inserted_at: play.at + 4,
  listened_at: play.at,
  recording_msid: msidOf(play),
  track_metadata: {
    additional_info: {
      ...(play.duration !== undefined && { duration_ms: play.duration * 1000 }),
      recording_msid: msidOf(play),
      submission_client: 'navidrome',
    },
    artist_name: play.artist,
    mbid_mapping: null,
    ...(play.album !== undefined && { release_name: play.album }),
    track_name: play.track,
  },
  user_name: user,
})

/** Reads a whole number that is not negative; undefined if there is none. */
function readNumber(query: URLSearchParams, name: string): number | undefined | null {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  return /^\d+$/.test(text) ? Number(text) : null
}

/** The listens between two times, both excluded: the newest, or with `min_ts` alone the oldest of them; always newest first. */
export function listensOf({ query }: Call, user: string, history: History | null): Answer {
  if (!history) return failure(404, `Cannot find user: ${user}`)
  const [min, max, count = USUAL] = [
    readNumber(query, 'min_ts'),
    readNumber(query, 'max_ts'),
    readNumber(query, 'count'),
  ]
  if (min === null || max === null || count === null || count === 0)
    return failure(400, 'Timestamps and counts must be numbers.')
  if (min !== undefined && max !== undefined && min >= max)
    return failure(400, 'max_ts should be greater than min_ts')
  const { plays } = history
  const between = plays.filter(({ at }) => at > (min ?? 0) && at < (max ?? Infinity))
  const size = Math.min(count, MOST)
  const page = min !== undefined && max === undefined ? between.slice(-size) : between.slice(0, size)
  return {
    status: 200,
    body: {
      payload: {
        count: page.length,
        latest_listen_ts: plays[0]?.at ?? 0,
        listens: page.map((play) => listenOf(play, user)),
        oldest_listen_ts: plays.at(-1)?.at ?? 0,
        user_id: user,
      },
    },
  }
}
