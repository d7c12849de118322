import { z } from 'zod'
import { makeGuard, UpstreamError, type CallMeter, type Log } from '../../lib/http.ts'
import { fetchJson } from '../jsonCall.ts'

/** A release group of a chart. */
type ChartGroup = {
  /** id of the release group */
  id: string
  title: string
  /** the whole credit as text */
  artist: string
  artistIds: string[]
  listens: number
}

export type Range = 'week' | 'month' | 'year' | 'all_time'

/** The client of ListenBrainz. */
export type ListenBrainz = {
  /**
   * Returns the 1,000 most heard release groups of a time, most heard first; null if the service has not computed them. Rows
   * without a release group are omitted. @throws UpstreamError, or the circuit breaker's error, if there is no usable answer
   */
  topGroups: (range: Range, signal?: AbortSignal) => Promise<ChartGroup[] | null>
  /** Returns the 1,000 most heard artists of a time in the same way. */
  topArtists: (range: Range, signal?: AbortSignal) => Promise<ChartArtist[] | null>
}

type ChartArtist = { id: string; name: string; listens: number }

/** The service computes charts of a thousand rows, which take it seconds to send. */
const MOST = 1_000
const TIMEOUT = 20_000

const row = z
  .object({
    release_group_mbid: z.string().regex(/^[\da-f-]{36}$/),
    release_group_name: z.string().trim().min(1),
    artist_name: z.string().trim().min(1),
    artist_mbids: z.array(z.string()).catch([]),
    listen_count: z.number().catch(0),
  })
  .transform((group): ChartGroup => ({
    id: group.release_group_mbid,
    title: group.release_group_name,
    artist: group.artist_name,
    artistIds: group.artist_mbids,
    listens: group.listen_count,
  }))
const artistRow = z
  .object({
    artist_mbid: z.string().regex(/^[\da-f-]{36}$/),
    artist_name: z.string().trim().min(1),
    listen_count: z.number().catch(0),
  })
  .transform((artist): ChartArtist => ({
    id: artist.artist_mbid,
    name: artist.artist_name,
    listens: artist.listen_count,
  }))
const chart = z.object({ payload: z.record(z.string(), z.unknown()) })

/** Creates a client of the service, or of a stand-in. */
export function makeListenBrainz({
  base,
  userAgent,
  log,
  meter,
}: {
  base: string
  userAgent: string
  log: Log
  meter?: CallMeter
}): ListenBrainz {
  const service = 'ListenBrainz'
  const guard = makeGuard({
    name: service,
    log,
    concurrent: 1,
    queue: 10,
    retryAfter: 2_000,
    reopen: 10_000,
    meter,
  })
  async function fetchChart(path: string, range: Range, signal?: AbortSignal): Promise<unknown[] | null> {
    const url = new URL(`${base.replace(/\/+$/, '')}/1/stats/sitewide/${path}`)
    url.search = new URLSearchParams({ range, count: `${MOST}` }).toString()
    return await guard(async () => {
      const body = await fetchJson(url, { service, timeout: TIMEOUT, userAgent, signal })
      if (body === null) return null
      const entries = chart.safeParse(body).data?.payload[path.replace('-', '_')]
      if (!Array.isArray(entries)) throw new UpstreamError('broken', `${service} answered without ${path}`)
      return entries
    })
  }
  return {
    async topGroups(range, signal) {
      const entries = await fetchChart('release-groups', range, signal)
      return entries && entries.flatMap((each) => row.safeParse(each).data ?? [])
    },

    async topArtists(range, signal) {
      const entries = await fetchChart('artists', range, signal)
      return entries && entries.flatMap((each) => artistRow.safeParse(each).data ?? [])
    },
  }
}
