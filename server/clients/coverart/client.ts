import { makeGuard, type CallMeter, type Log } from '../../lib/http.ts'
import { fetchPicture } from '../pictureFetch.ts'

/** The client of the Cover Art Archive. */
export type CoverArt = {
  /**
   * Returns the front cover of a release group; null if the archive has none. @throws UpstreamError, or the circuit breaker's
   * error, if it cannot be fetched; the reason of an aborted signal
   */
  front: (
    groupId: string,
    options?: { size?: 250 | 500 | 1200; signal?: AbortSignal },
  ) => Promise<Buffer | null>
}

/** Creates a client of the archive, or of a stand-in. */
export function makeCoverArt({
  base,
  userAgent,
  log,
  meter,
}: {
  base: string
  userAgent: string
  log: Log
  meter?: CallMeter
}): CoverArt {
  const guard = makeGuard({
    name: 'The Cover Art Archive',
    log,
    concurrent: 4,
    queue: 100,
    retryAfter: 500,
    reopen: 5_000,
    meter,
  })
  const hosts = { base, domain: 'archive.org' }
  return {
    async front(groupId, { size = 500, signal } = {}) {
      const url = new URL(
        `${base.replace(/\/+$/, '')}/release-group/${encodeURIComponent(groupId)}/front-${size}`,
      )
      return await guard(() => fetchPicture(url, { hosts, userAgent, signal }))
    },
  }
}
