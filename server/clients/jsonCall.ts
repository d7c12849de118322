import { fetchText, UpstreamError } from '../lib/http.ts'

/** Returns the JSON at an address; null if the answer is empty (204). @throws UpstreamError */
export async function fetchJson(
  url: URL,
  {
    service,
    timeout,
    userAgent,
    signal,
  }: { service: string; timeout: number; userAgent: string; signal?: AbortSignal | undefined },
): Promise<unknown> {
  const headers = { accept: 'application/json', 'user-agent': userAgent }
  const { status, text } = await fetchText(url, timeout, { headers, ...(signal && { signal }) })
  if (status === 204) return null
  if (status !== 200) {
    const failure = status >= 500 || status === 429 ? 'broken' : 'refused'
    const message = `${service} ${status}: ${text.trim().slice(0, 200)}`
    throw new UpstreamError(failure, message, { code: status })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UpstreamError('broken', `${service} sent no JSON`, { cause })
  }
}
