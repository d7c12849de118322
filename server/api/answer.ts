import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Weak, because the answer may be compressed. Equal answers have equal ETags in every process. */
const etagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url')}"`

const withoutWeakness = (etag: string) => etag.trim().replace(/^W\//, '')

const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((known) => withoutWeakness(known) === withoutWeakness(etag)))

/** Sends JSON with its ETag, or 304 to a client that has it already. */
export function sendValidated(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = etagOf(text)
  reply.header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
