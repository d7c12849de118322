import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { byIndex, countAll, kysely, statement } from '../../lib/sql.ts'
import type { Scrobbler } from '../credentials.ts'
import { trackKey } from '../keys.ts'
import { getNowPlaying } from '../nowPlaying.ts'
import { readVisible } from '../visible.ts'
import type { ProtocolDeps } from './answer.ts'
import { ListenBrainzError } from './listens.ts'

type Wanted = { nickname: string; query: URLSearchParams }

const [LISTENS, MOST_LISTENS] = [25, 1_000]

/** An id of the track in the shape of the reference server's ids. */
export function msidOf(key: Uint8Array): string {
  const hex = Buffer.from(key).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Window = { userId: number; after: Date | null; before: Date | null; limit: number }
/** The newest plays before a time, or the oldest ones after a time. */
const playsIn = statement(({ userId, after, before, limit }: Window) => {
  const order = after !== null && before === null ? 'asc' : 'desc'
  return kysely
    .selectFrom(byIndex('Play', 'p', 'Play_userId_at_id_idx'))
    .select(['p.id', 'p.at', 'p.artist', 'p.track', 'p.album', 'p.trackKey', 'p.duration', 'p.client'])
    .where('p.userId', '=', userId)
    .$if(after !== null, (query) => query.where('p.at', '>', after!))
    .$if(before !== null, (query) => query.where('p.at', '<', before!))
    .orderBy('p.at', order)
    .orderBy('p.id', order)
    .limit(sql<number>`${limit}`)
})

const extentOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('Play')
    .select((eb) => [eb.fn.max('at').as('latest'), eb.fn.min('at').as('oldest')])
    .where('userId', '=', userId),
)

const countOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('Play').select(countAll).where('userId', '=', userId),
)

const visiblePlays = { thing: 'plays' as const }

/** A reader who cannot see the plays gets what a user without plays has. @throws notFound */
export async function readListens(
  deps: ProtocolDeps,
  reader: Scrobbler | null,
  { nickname, query }: Wanted,
): Promise<object> {
  const window = windowIn(query)
  const nothing = { count: 0, listens: [] as object[], latest_listen_ts: 0, oldest_listen_ts: 0 }
  const page = await readVisible(
    deps,
    { viewer: reader, nickname, ...visiblePlays, nothing },
    async (userId) => {
      const isOwn = reader?.id === userId
      const [rows, [extent]] = await Promise.all([
        playsIn(deps.db, { userId, ...window }),
        extentOf(deps.db, { userId }),
      ])
      const listens = rows
        .toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
        .map((row) => listenOf(row, { nickname, isOwn }))
      return {
        count: listens.length,
        listens,
        latest_listen_ts: secondsOf(extent?.latest),
        oldest_listen_ts: secondsOf(extent?.oldest),
      }
    },
  )
  return { ...page, user_id: nickname }
}

export const readListenCount = async (
  { db }: { db: Db },
  reader: Scrobbler | null,
  { nickname }: Wanted,
): Promise<object> => ({
  count: await readVisible(
    { db },
    { viewer: reader, nickname, ...visiblePlays, nothing: 0 },
    async (userId) => (await countOf(db, { userId }))[0]?.count ?? 0,
  ),
})

/** @throws notFound */
export async function readPlaying(
  deps: ProtocolDeps,
  reader: Scrobbler | null,
  { nickname }: Wanted,
): Promise<object> {
  const playing = await getNowPlaying(deps, reader, { nickname })
  const listens = playing ? [{ playing_now: true, track_metadata: metadataOf(playing) }] : []
  return { count: listens.length, listens, playing_now: true, user_id: nickname }
}

type Track = { artist: string; track: string; album: string | null }
const metadataOf = ({ artist, track, album }: Track, info: object = {}) => ({
  artist_name: artist,
  track_name: track,
  ...(album !== null && { release_name: album }),
  additional_info: { ...info, recording_msid: msidOf(trackKey({ artist, track })) },
})

type Row = Awaited<ReturnType<typeof playsIn>>[number]
function listenOf(row: Row, { nickname, isOwn }: { nickname: string; isOwn: boolean }): object {
  const at = secondsOf(row.at)
  const info = {
    ...(row.duration !== null && { duration: row.duration }),
    ...(isOwn && row.client !== null && { submission_client: row.client }),
  }
  return {
    inserted_at: at,
    listened_at: at,
    recording_msid: msidOf(row.trackKey),
    track_metadata: metadataOf(row, info),
    user_name: nickname,
  }
}

const secondsOf = (at: Date | null | undefined): number => (at ? Math.floor(at.getTime() / 1_000) : 0)

function windowIn(query: URLSearchParams): Omit<Window, 'userId'> {
  const [before, after] = [secondsIn(query, 'max_ts'), secondsIn(query, 'min_ts')]
  if (before !== null && after !== null && before < after)
    throw new ListenBrainzError(400, 'max_ts should be greater than min_ts')
  const count = wholeIn(query, 'count') ?? LISTENS
  const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))
  return { after: dateOf(after), before: dateOf(before), limit: Math.min(Math.max(1, count), MOST_LISTENS) }
}

/** Times far in the future mean the same as none. */
const LAST = 10 ** 10
const secondsIn = (query: URLSearchParams, name: string): number | null => {
  const seconds = wholeIn(query, name)
  return seconds === null ? null : Math.min(seconds, LAST)
}

function wholeIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (!text) return null
  if (!/^\d{1,15}$/.test(text)) throw new ListenBrainzError(400, `'${name}' should be a non-negative integer`)
  return Number(text)
}
