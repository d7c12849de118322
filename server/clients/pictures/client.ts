import { parseUrl } from '../../../shared/parseUrl.ts'
import { fetchBytes, makeGuard, UpstreamError, type CallMeter, type Log } from '../../lib/http.ts'

export type Pictures = {
  /**
   * Returns null for a URL on another host: users can write URLs too, and a server must not fetch arbitrary ones.
   * @throws UpstreamError if the picture cannot be fetched
   */
  fetch: (url: string) => Promise<Buffer | null>
}

const SERVICE = 'https://lastfm.freetls.fastly.net'
const TIMEOUT = 2_000
const MOST_BYTES = 2 * 1024 * 1024

export function makePictures({ base, log, meter }: { base: string; log: Log; meter?: CallMeter }): Pictures {
  const origins = new Set([SERVICE, new URL(base).origin])
  const guard = makeGuard({
    name: 'The host of the pictures',
    log,
    concurrent: 8,
    queue: 100,
    retryAfter: 200,
    reopen: 2_000,
    meter,
  })
  const headers = { accept: 'image/*', 'user-agent': 'Plak/0.1 (album diary; server)' }

  async function read(url: URL): Promise<Buffer> {
    const {
      status,
      headers: responseHeaders,
      bytes,
    } = await fetchBytes(url, TIMEOUT, { headers, mostBytes: MOST_BYTES })
    if (status >= 500) throw new UpstreamError('broken', `A picture was answered with ${status}`)
    if (status !== 200) throw new UpstreamError('refused', `A picture was answered with ${status}`)
    if (!responseHeaders.get('content-type')?.startsWith('image/'))
      throw new UpstreamError('refused', 'A picture is none')
    return bytes
  }

  return {
    async fetch(address) {
      const url = parseUrl(address)
      return url && origins.has(url.origin) ? await guard(() => read(url)) : null
    },
  }
}
