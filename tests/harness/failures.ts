import { TRPCClientError } from '@trpc/client'

/** Exit codes of the command line; scripts rely on these numbers. */
export const exitCodes = {
  done: 0,
  failed: 1,
  badInput: 2,
  notAllowed: 3,
  notFound: 4,
  unreachable: 5,
} as const

/** The exit code and the message (one line) of a failed call. */
export type Failure = { code: number; line: string }

/** The user's input is invalid. */
export class BadInput extends Error {}

/** An unexpected HTTP response outside of tRPC. */
export class Refused extends Error {
  readonly status: number
  readonly answer: unknown
  constructor(status: number, answer: unknown) {
    super(`It answered ${status}`)
    this.status = status
    this.answer = answer
  }
}

/** Returns the exit code and the message of an error. */
export function explain(error: unknown, url: string): Failure {
  const { code, line } = failureOf(error, url)
  // Texts of a server can contain control characters that a terminal would execute.
  return { code, line: line.replace(/[\s\p{Cc}]+/gu, ' ').trim() }
}

function failureOf(error: unknown, url: string): Failure {
  if (error instanceof BadInput) return { code: exitCodes.badInput, line: error.message }
  if (error instanceof Refused) return otherAnswer(error.status, error.answer, url)
  if (error instanceof TypeError && error.message === 'fetch failed')
    return unreachable(`${url} cannot be reached (${reasonOf(error)})`)
  if (!(error instanceof TRPCClientError)) return { code: exitCodes.failed, line: messageOf(error) }
  type Said = { httpStatus?: number; id?: string | null; fields?: Record<string, string> }
  const said = error.data as Said | null | undefined
  if (said) {
    const fields = Object.entries(said.fields ?? {})
    const lines = fields.map(([field, message]) => (field ? `${field}: ${message}` : message))
    const isOfToken = said.id?.startsWith('api.')
    const code = isOfToken ? exitCodes.failed : codeOf(said.httpStatus ?? 500)
    return { code, line: lines.join('; ') || error.message }
  }
  const { response, responseJSON } = (error.meta ?? {}) as { response?: Response; responseJSON?: unknown }
  if (response) return otherAnswer(response.status, responseJSON, url)
  if (error.cause instanceof SyntaxError) return unreachable(`${url} answers, but not as Plak does`)
  const reason = reasonOf(error)
  // `ws` only reports the status of a refused upgrade in its message.
  const status = Number(/^Unexpected server response: (\d+)$/.exec(reason)?.[1])
  return status ? otherAnswer(status, null, url) : unreachable(`${url} cannot be reached (${reason})`)
}

const unreachable = (line: string): Failure => ({ code: exitCodes.unreachable, line })

function codeOf(status: number): number {
  if (status === 401 || status === 403) return exitCodes.notAllowed
  if (status === 404) return exitCodes.notFound
  return [400, 413, 414, 415, 422, 431].includes(status) ? exitCodes.badInput : exitCodes.failed
}

/** Handles a response that is not from tRPC: from a check before it, a proxy, or another server. */
function otherAnswer(status: number, json: unknown, url: string): Failure {
  if ([502, 503, 504].includes(status)) return unreachable(`${url} is out of service (${status})`)
  if (status < 400 || status === 404 || status === 405) {
    return unreachable(`${url} is no Plak server (it answered ${status})`)
  }
  const text = (json as { error?: unknown } | null)?.error
  return { code: codeOf(status), line: typeof text === 'string' ? text : `${url} answered ${status}` }
}

/** Returns the innermost cause with a text: fetch and the WebSocket wrap it several times. */
function reasonOf(error: unknown): string {
  const { cause, error: inner, errors, code, reason } = error as Record<string, unknown>
  const deeper = cause ?? inner ?? (Array.isArray(errors) ? errors[0] : undefined)
  if (typeof code === 'string') return code
  if (typeof deeper === 'object' && deeper !== null) return reasonOf(deeper)
  if (typeof code === 'number') return typeof reason === 'string' && reason ? reason : `closed with ${code}`
  return messageOf(error)
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : String(error)
}
