import { STATUS_CODES } from 'node:http'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import type { ErrorId } from '../../shared/texts.ts'
import { challengeOf, describeError, trpcErrorOf } from '../core/errors.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError, invalid, tooLarge, unavailable, wrongType } from '../lib/errors.ts'
import { catalogues } from '../lib/languages.ts'

// Errors as application/problem+json. Their texts are in English: cookies do not count, and programs decide by the id.

const texts = catalogues.default

type Refusal = { status: number; detail: string; id: ErrorId | 'error'; fields?: Record<string, string> }

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, detail, id, fields = {} }: Refusal,
): FastifyReply {
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    id,
    ...(Object.keys(fields).length > 0 && { fields }),
    requestId: request.id,
  }
  return reply.code(status).type('application/problem+json').send(JSON.stringify(problem))
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendRefusal(request, reply, { status: 404, detail: texts.api.notFound, id: 'api.notFound' })

export function sendProblem(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = known(thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown)
  const description = error && describeError(error, texts)
  if (!error || !description) {
    request.log.error({ err: thrown }, 'a request failed')
    return sendRefusal(request, reply, { status: 500, detail: texts.error, id: 'error' })
  }
  if (error instanceof DomainError) writeHeaders(reply, error)
  const status = error instanceof DomainError ? getHTTPStatusCodeFromError(trpcErrorOf(error)) : 400
  if (status >= 500) request.log.error({ err: thrown }, 'a request failed')
  const { text: detail, id, fields } = description
  return sendRefusal(request, reply, { status, detail, id: id ?? 'error', fields })
}

/** Null for errors that are our fault. */
function known(error: unknown): DomainError | ZodError | null {
  if (error instanceof DomainError || error instanceof ZodError) return error
  if (isDatabaseDown(error)) return unavailable('error', error)
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 500
  if (status === 413) return tooLarge('api.tooLarge')
  if (status === 415) return wrongType('api.json')
  return status < 500 ? invalid('invalidInput') : null
}

const RETRY_AFTER = 5

function writeHeaders(reply: FastifyReply, error: DomainError): void {
  const challenge = challengeOf(error)
  if (challenge) reply.header('www-authenticate', challenge)
  if (error.kind === 'tooMany' || error.kind === 'unavailable')
    reply.header('retry-after', String(error.retryAfter ?? RETRY_AFTER))
}
