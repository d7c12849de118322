import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withoutDeadline } from '../lib/deadline.ts'
import { unauthorized, type DomainError } from '../lib/errors.ts'
import { sendError } from './errors.ts'
import type { Context, SignedIn } from './trpc.ts'

/** Bodies reach the routes of this scope as streams of any length; `answerUpload` limits it. */
export function streamBodies(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/octet-stream', { bodyLimit: Infinity }, (_, file, parsed) =>
    parsed(null, file),
  )
}

type Upload = {
  context: Context
  /** names the procedure in errors and in the log */
  path: string
  /** in bytes */
  limit: number
  tooLarge: () => DomainError
  /** `length` as announced, in bytes: 0 if it is not */
  take: (viewer: SignedIn, file: Readable, length: number) => Promise<object>
}

/** Answers with the result of `take`, or with its error. */
export async function answerUpload(
  request: FastifyRequest<{ Body: Readable }>,
  reply: FastifyReply,
  { context, path, limit, tooLarge, take }: Upload,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  // Close the connection instead of reading a rejected upload to its end.
  reply.header('connection', 'close')
  try {
    const { viewer } = context
    if (!viewer) throw unauthorized('auth.loginRequired')
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > limit) throw tooLarge()
    // Uploading a large file takes longer than the request deadline.
    return await reply.send(await withoutDeadline(() => take(viewer, request.body, length)))
  } catch (error) {
    return sendError(reply, error, context, path)
  }
}
