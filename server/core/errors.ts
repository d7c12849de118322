import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyReply } from 'fastify'
import { ZodError } from 'zod'
import type { ErrorId, Texts } from '../../shared/texts.ts'
import { DomainError, type ErrorKind } from '../lib/errors.ts'
import type { Audit } from './audit.ts'

// The only translation of domain errors: into tRPC's code, an HTTP status, the caller's text, and a line of the audit trail.

const codes: Record<ErrorKind, TRPCError['code']> = {
  invalid: 'BAD_REQUEST',
  tooLarge: 'PAYLOAD_TOO_LARGE',
  wrongType: 'UNSUPPORTED_MEDIA_TYPE',
  unreadable: 'UNPROCESSABLE_CONTENT',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  notFound: 'NOT_FOUND',
  conflict: 'CONFLICT',
  tooMany: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
}

export const trpcErrorOf = (error: DomainError): TRPCError =>
  new TRPCError({ code: codes[error.kind], message: error.message, cause: error })

export type Description = {
  text: string
  /** the same in every language; null for errors of tRPC itself */
  id: ErrorId | null
  /** the first error of each invalid input */
  fields: Record<string, string>
}

/**
 * Returns null for an error that is neither a domain error nor invalid input. Validation messages are in the
 * default language: schemas are built once, at startup. The browser has them in the chosen language and
 * validates with the same schema before it sends anything.
 */
export function describeError(error: unknown, texts: Texts): Description | null {
  if (error instanceof DomainError) {
    const text = error.say(texts)
    return { text, id: error.id, fields: error.field ? { [error.field]: text } : {} }
  }
  if (!(error instanceof ZodError)) return null
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[path.join('.')] ??= message
  return { text: error.issues[0]?.message ?? texts.invalidInput, id: 'invalidInput', fields }
}

const recordedEvents: Partial<Record<ErrorKind, 'throttle.reached' | 'access.refused'>> = {
  tooMany: 'throttle.reached',
  forbidden: 'access.refused',
}

/** Returns the header `WWW-Authenticate` of a refusal of a bearer token, or of a request that needs one; else null. */
export function challengeOf({ id }: DomainError): string | null {
  if (id === 'api.token') return 'Bearer error="invalid_token"'
  if (id === 'api.scope') return 'Bearer error="insufficient_scope"'
  return id === 'auth.loginRequired' ? 'Bearer' : null
}

type Refused = {
  deps: { audit: Pick<Audit, 'note'> }
  viewer: { id: number } | null
  caller: { address: string }
}

export function recordRefusal(
  { kind, id: errorId }: DomainError,
  { deps, viewer, caller }: Refused,
  procedure: string,
): void {
  const event = recordedEvents[kind]
  if (!event) return
  const actor = viewer?.id ?? null
  deps.audit.note({ event, actor, address: caller.address, detail: { procedure, why: errorId } })
}

/** default of Retry-After, in seconds */
const RETRY_AFTER = 5

/** @throws any error other than a domain error, for the app's error handler */
export function sendError(
  reply: FastifyReply,
  error: unknown,
  { texts, ...refused }: Refused & { texts: () => Texts },
  procedure: string,
): FastifyReply {
  if (!(error instanceof DomainError)) throw error
  recordRefusal(error, refused, procedure)
  if (error.kind === 'tooMany' || error.kind === 'unavailable')
    reply.header('retry-after', String(error.retryAfter ?? RETRY_AFTER))
  const status = getHTTPStatusCodeFromError(trpcErrorOf(error))
  return reply.code(status).send({ error: error.say(texts()), id: error.id })
}
