import { TRPCClientError } from '@trpc/client'

/** How the command line ends; scripts rely on these numbers. */
export const exitCodes = {
  done: 0,
  failed: 1,
  badInput: 2,
  notAllowed: 3,
  notFound: 4,
  unreachable: 5,
} as const

/** Why a call failed: its exit code and one line for people. */
export type Failure = { code: number; line: string }

/** What a person gave cannot be understood. */
export class BadInput extends Error {}

/** An answer other than the wished one, outside of tRPC. */
export class Refused extends Error {
  readonly status: number
  readonly answer: unknown
  constructor(status: number, answer: unknown) {
    super(`It answered ${status}`)
    this.status = status
    this.answer = answer
  }
}

/** What went wrong, as an exit code and one line. */
export function explain(error: unknown, url: string): Failure {
  const { code, line } = failureOf(error, url)
  // Texts of a server may hold anything, also what a terminal would obey.
  return { code, line: line.replace(/[\s\p{Cc}]+/gu, ' ').trim() }
}

function failureOf(error: unknown, url: string): Failure {
  if (error instanceof BadInput) return { code: exitCodes.badInput, line: error.message }
  if (error instanceof Refused) return otherAnswer(error.status, error.answer, url)
  if (error instanceof TypeError && error.message === 'fetch failed')
    return unreachable(`${url} cannot be reached (${reasonOf(error)})`)
  if (!(error instanceof TRPCClientError)) return { code: exitCodes.failed, line: messageOf(error) }
  const said = error.data as { httpStatus?: number; fields?: Record<string, string> } | null | undefined
  if (said) {
    const fields = Object.entries(said.fields ?? {})
    const lines = fields.map(([field, message]) => (field ? `${field}: ${message}` : message))
    return { code: codeOf(said.httpStatus ?? 500), line: lines.join('; ') || error.message }
  }
  const { response, responseJSON } = (error.meta ?? {}) as { response?: Response; responseJSON?: unknown }
  if (response) return otherAnswer(response.status, responseJSON, url)
  if (error.cause instanceof SyntaxError) return unreachable(`${url} answers, but not as Plak does`)
  const reason = reasonOf(error)
  // `ws` tells the status of a refused upgrade only in words.
  const status = Number(/^Unexpected server response: (\d+)$/.exec(reason)?.[1])
  return status ? otherAnswer(status, null, url) : unreachable(`${url} cannot be reached (${reason})`)
}

const unreachable = (line: string): Failure => ({ code: exitCodes.unreachable, line })

function codeOf(status: number): number {
  if (status === 401 || status === 403) return exitCodes.notAllowed
  if (status === 404) return exitCodes.notFound
  return [400, 413, 414, 415, 422, 431].includes(status) ? exitCodes.badInput : exitCodes.failed
}

/** An answer that is not tRPC's: of the gate before it, of a proxy, or of somebody else's server. */
function otherAnswer(status: number, json: unknown, url: string): Failure {
  if ([502, 503, 504].includes(status)) return unreachable(`${url} is out of service (${status})`)
  if (status < 400 || status === 404 || status === 405) {
    return unreachable(`${url} is no Plak server (it answered ${status})`)
  }
  const text = (json as { error?: unknown } | null)?.error
  return { code: codeOf(status), line: typeof text === 'string' ? text : `${url} answered ${status}` }
}

/** The innermost cause that says something: fetch and the WebSocket wrap it several times. */
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
