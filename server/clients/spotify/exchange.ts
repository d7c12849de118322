import { z } from 'zod'
import { fetchText, UpstreamError } from '../../lib/http.ts'

const FORBIDDEN = 403
const TOO_MANY = 429

/** The service accepts no calls for `restFor` milliseconds. */
export class RateLimited extends UpstreamError {
  readonly restFor: number

  constructor(restFor: number) {
    super('refused', 'Spotify: too many calls', { code: TOO_MANY })
    this.restFor = restFor
  }
}

/** A reason that only the app's owner can fix: wrong credentials, no Premium. */
export class AppRefused extends UpstreamError {
  constructor(cause: UpstreamError) {
    super('refused', cause.message, { ...(cause.code && { code: cause.code }), cause })
  }
}

/** Returns milliseconds; a few seconds if the header is absent or 0. */
function restOf(header: string | null): number {
  const seconds = Number(header ?? '')
  return (Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : 5) * 1_000
}

/** The error formats of both hosts: `{error: {message}}` and `{error, error_description}`. */
const reason = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z
    .object({ error: z.string(), error_description: z.string().optional() })
    .transform((body) => body.error_description ?? body.error),
])

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Error name of the accounts service ('invalid_grant'); its description changes too often to rely on. */
const grantFailure = z.object({ error: z.string() }).transform(({ error }) => error)

export class GrantRefused extends UpstreamError {
  readonly error: string

  constructor(error: string, cause: UpstreamError) {
    super('refused', cause.message, { ...(cause.code && { code: cause.code }), cause })
    this.error = error
  }
}

export function urlOf(base: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  url.search = new URLSearchParams(query).toString()
  return url
}

/**
 * `timeout` is in milliseconds and includes the body.
 * @throws UpstreamError if the service returns an error or no JSON; its `code` is the status, its message the service's text
 * (JSON, plain text or HTML)
 */
export async function exchange(
  url: URL,
  timeout: number,
  init: Parameters<typeof fetchText>[2],
): Promise<unknown> {
  const { status, text, headers } = await fetchText(url, timeout, init)
  const json = parseJson(text)
  if (status === TOO_MANY) throw new RateLimited(restOf(headers.get('retry-after')))
  if (status >= 200 && status < 300 && json !== undefined) return json
  const detail = reason.safeParse(json).data ?? text.trim().slice(0, 200)
  const failure = status >= 501 ? 'unreachable' : status === 500 || status < 300 ? 'broken' : 'refused'
  const error = new UpstreamError(failure, `Spotify ${status}: ${detail}`, { code: status })
  // Errors about a token or a call are JSON; plain text means that the service rejects this app or user entirely.
  if (status === FORBIDDEN && json === undefined) throw new AppRefused(error)
  const grant = grantFailure.safeParse(json).data
  if (failure === 'refused' && grant !== undefined) throw new GrantRefused(grant, error)
  throw error
}
