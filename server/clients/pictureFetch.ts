import { parseUrl } from '../../shared/parseUrl.ts'
import { fetchBytes, UpstreamError } from '../lib/http.ts'

const TIMEOUT = 15_000
const MOST_BYTES = 8 * 1024 * 1024
const MOST_REDIRECTS = 5

/** Hosts from which a service's pictures are fetched. A server must not fetch from any host that an answer names. */
export type PictureHosts = {
  /** the configured address of the service, whose host is allowed on any port */
  base: string
  /** a domain, allowed with its subdomains */
  domain: string
}

/** Returns the address to fetch for one that a service named; null if its host is not allowed. */
function allowed(url: URL, { base, domain }: PictureHosts): URL | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.hostname === new URL(base).hostname) return url
  const isOfDomain = url.hostname === domain || url.hostname.endsWith(`.${domain}`)
  if (!isOfDomain || url.port !== '') return null
  const secure = new URL(url)
  secure.protocol = 'https:'
  return secure
}

/**
 * Fetches a picture, across at most five redirects to allowed hosts. Returns null if it does not exist. @throws UpstreamError
 */
export async function fetchPicture(
  address: URL,
  { hosts, userAgent, signal }: { hosts: PictureHosts; userAgent: string; signal?: AbortSignal | undefined },
): Promise<Buffer | null> {
  const headers = { accept: 'image/*', 'user-agent': userAgent }
  let next = address
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const url = allowed(next, hosts)
    if (!url) throw new UpstreamError('refused', `A picture is at ${next.host}, which is not allowed`)
    const call = { headers, mostBytes: MOST_BYTES, redirect: 'manual' as const, ...(signal && { signal }) }
    const { status, bytes, headers: received } = await fetchBytes(url, TIMEOUT, call)
    const location = status >= 300 && status < 400 ? received.get('location') : null
    if (location === null) return pictureIn(status, received.get('content-type') ?? '', bytes)
    const target = parseUrl(location, url)
    if (!target) throw new UpstreamError('broken', 'A picture was redirected to nowhere')
    next = target
  }
  throw new UpstreamError('refused', 'A picture was redirected too often')
}

function pictureIn(status: number, type: string, bytes: Buffer): Buffer | null {
  if (status === 404 || status === 410) return null
  if (status !== 200) {
    const isTemporary = status >= 500 || status === 429
    throw new UpstreamError(isTemporary ? 'broken' : 'refused', `A picture was answered with ${status}`)
  }
  if (!type.startsWith('image/')) throw new UpstreamError('broken', `A picture was answered with ${type}`)
  return bytes
}
