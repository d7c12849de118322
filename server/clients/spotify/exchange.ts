import { z } from 'zod'
import { UpstreamError } from '../../lib/http.ts'

const MOST_BYTES = 4 * 1024 * 1024
const TOO_MANY = 429

/** Too many calls: the service wants to be left alone for so many milliseconds. */
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

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new UpstreamError('refused', 'The answer is too long')
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function send(url: URL, timeout: number, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) })
    return { status: response.status, text: await readText(response), retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('unreachable', `${url.host} could not be reached`, { cause: error })
  }
}

/** Both hosts' ways to say why: `{error: {message}}` and `{error, error_description}`. */
const reason = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string(), error_description: z.string().optional() }).transform((said) => said.error_description ?? said.error),
])

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Makes one call within `timeout` milliseconds, the body included, and gives the answer's JSON. Throws an UpstreamError
 * for everything else; its `code` is the status, its message what the service said, be that JSON, plain text or HTML.
 */
export async function exchange(url: URL, timeout: number, init: RequestInit): Promise<unknown> {
  const { status, text, retryAfter } = await send(url, timeout, init)
  const json = parseJson(text)
  if (status === TOO_MANY) throw new RateLimited(restOf(retryAfter))
  if (status >= 200 && status < 300 && json !== undefined) return json
  const said = reason.safeParse(json).data ?? text.trim().slice(0, 200)
  const failure = status >= 501 ? 'unreachable' : status === 500 || status < 300 ? 'broken' : 'refused'
  throw new UpstreamError(failure, `Spotify ${status}: ${said}`, { code: status })
}
