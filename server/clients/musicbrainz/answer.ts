import { z } from 'zod'
import { UpstreamError, type UpstreamFailure } from '../../lib/http.ts'

/**
 * Why the service sent no usable answer: `tooOften` is our rate limit, `busy` its own load, `broken` any other failure of it;
 * `refused` is a request that it does not accept, and would not accept the next time.
 */
type Reason = 'tooOften' | 'busy' | 'broken' | 'refused' | 'unreachable'

const failures: Record<Reason, UpstreamFailure> = {
  tooOften: 'broken',
  busy: 'broken',
  broken: 'broken',
  refused: 'refused',
  unreachable: 'unreachable',
}

export class MusicBrainzError extends UpstreamError {
  readonly reason: Reason
  /** how long the service asks us to wait, in milliseconds; it sends 0 when it does not know */
  readonly retryAfter: number

  constructor(
    reason: Reason,
    message: string,
    { status, retryAfter = 0, cause }: { status?: number; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(failures[reason], message, { ...(status && { code: status }), cause })
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

type Answer = { status: number; text: string; headers: Headers }

const errorBody = z.object({ error: z.string() })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A 503 or 429. Only the text tells the service's own load from our rate limit; without one of both texts, it is ours. */
function overload({ status, headers }: Answer, message: string): MusicBrainzError {
  const seconds = Number(headers.get('retry-after') ?? 0)
  const retryAfter = seconds > 0 ? seconds * 1_000 : 0
  const reason = status === 503 && /currently busy/i.test(message) ? 'busy' : 'tooOften'
  return new MusicBrainzError(reason, message, { status, retryAfter })
}

/**
 * Reads an answer: its JSON, the id to which a redirect leads, or null if the service knows no such thing.
 * @throws MusicBrainzError
 */
export function readAnswer(answer: Answer): { body: unknown } | { movedTo: string } | null {
  const { status, text, headers } = answer
  const json = jsonOf(text)
  const error = errorBody.safeParse(json).data?.error
  const message = `MusicBrainz ${status}: ${error ?? text.trim().slice(0, 200)}`
  if (status >= 300 && status < 400) {
    const [movedTo] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i.exec(headers.get('location') ?? '') ?? []
    if (movedTo) return { movedTo: movedTo.toLowerCase() }
  }
  if (status === 503 || status === 429) throw overload(answer, message)
  if (status >= 200 && status < 300 && typeof json === 'object' && json !== null && error === undefined)
    return { body: json }
  // Without a body of the service's own, a 404 only says that MUSICBRAINZ_BASE is wrong.
  if (status === 404 && error !== undefined) return null
  // The service answers 403 to clients that it blocks, whatever they ask.
  const isRefused = status >= 400 && status < 500 && status !== 403 && status !== 404
  throw new MusicBrainzError(isRefused ? 'refused' : 'broken', message, { status })
}
