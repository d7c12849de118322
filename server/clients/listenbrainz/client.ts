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

/** The client of ListenBrainz. */
export type ListenBrainz = {
  /**
   * Returns the 1,000 most heard release groups of a time, most heard first; null if the service has not computed them. Rows
   * without a release group are omitted. @throws UpstreamError, or the circuit breaker's error, if there is no usable answer
   */
  topGroups: (
    range: 'week' | 'month' | 'year' | 'all_time',
    signal?: AbortSignal,
  ) => Promise<ChartGroup[] | null>
}

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
const chart = z.object({ payload: z.object({ release_groups: z.array(z.unknown()) }) })

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
  return {
    async topGroups(range, signal) {
      const url = new URL(`${base.replace(/\/+$/, '')}/1/stats/sitewide/release-groups`)
      url.search = new URLSearchParams({ range, count: `${MOST}` }).toString()
      return await guard(async () => {
        const body = await fetchJson(url, { service, timeout: TIMEOUT, userAgent, signal })
        if (body === null) return null
        const { data } = chart.safeParse(body)
        if (!data) throw new UpstreamError('broken', `${service} answered without release groups`)
        return data.payload.release_groups.flatMap((each) => row.safeParse(each).data ?? [])
      })
    },
  }
}
