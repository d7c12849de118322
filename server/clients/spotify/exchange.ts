import { z } from 'zod'
import { fetchText, UpstreamError } from '../../lib/http.ts'

const FORBIDDEN = 403
const TOO_MANY = 429

/** Too many calls: the service allows none for so many milliseconds. */
export class RateLimited extends UpstreamError {
  readonly restFor: number

  constructor(restFor: number) {
    super('refused', 'Spotify: too many calls', { code: TOO_MANY })
    this.restFor = restFor
  }
}

/** The app may not call at all, for a reason that only its owner can remove: wrong credentials, no Premium. */
export class AppRefused extends UpstreamError {
  constructor(cause: UpstreamError) {
    super('refused', cause.message, { ...(cause.code && { code: cause.code }), cause })
  }
}

/** Retry-After in milliseconds. It is given in seconds; absent or 0 it means a few of them. */
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

/** What the accounts service calls a failure ('invalid_grant'); its description changes too often to decide on. */
const grantFailure = z.object({ error: z.string() }).transform(({ error }) => error)

/** A call to the token endpoint that it refused, by its own name for that. */
export class GrantRefused extends UpstreamError {
  readonly error: string

  constructor(error: string, cause: UpstreamError) {
    super('refused', cause.message, { ...(cause.code && { code: cause.code }), cause })
    this.error = error
  }
}

/**
 * Makes one call within `timeout` milliseconds, the body included, and gives the answer's JSON. Throws an UpstreamError
 * for everything else; its `code` is the status, its message what the service said, be that JSON, plain text or HTML.
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
  // Errors about a token or a call come as JSON; plain text means that the service refuses this app or person altogether.
  if (status === FORBIDDEN && json === undefined) throw new AppRefused(error)
  const grant = grantFailure.safeParse(json).data
  if (failure === 'refused' && grant !== undefined) throw new GrantRefused(grant, error)
  throw error
}
