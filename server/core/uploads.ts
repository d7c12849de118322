import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withoutDeadline } from '../lib/deadline.ts'
import { unauthorized, type DomainError } from '../lib/errors.ts'
import { sendError } from './errors.ts'
import type { Context, SignedIn } from './trpc.ts'

type UploadRequest = FastifyRequest<{ Body: Readable }>

type Upload = {
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>
  /** names the procedure in errors and in the log */
  name: string
  /** in bytes */
  limit: number
  tooLarge: () => DomainError
  take: (file: UploadedFile) => Promise<object>
}

/** `length` as announced, in bytes: 0 if it is not. */
type UploadedFile = { viewer: SignedIn; file: Readable; length: number; headers: UploadRequest['headers'] }

/** Adds the route of an upload by signed-in users. Its body is a stream, so that a file is never in memory as a whole. */
export function addUploadRoute(app: FastifyInstance, path: string, upload: Upload): void {
  void app.register((scope, _, done) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { bodyLimit: Infinity },
      (_request, file, parsed) => parsed(null, file),
    )
    scope.post<{ Body: Readable }>(path, (request, reply) => answerUpload(request, reply, upload))
    done()
  })
}

/** Answers with the result of `take`, or with its error. */
async function answerUpload(
  request: UploadRequest,
  reply: FastifyReply,
  { contextOf, name, limit, tooLarge, take }: Upload,
): Promise<FastifyReply> {
  const context = await contextOf(request, reply)
  reply.header('cache-control', 'no-store')
  // Close the connection instead of reading a rejected upload to its end.
  reply.header('connection', 'close')
  try {
    const { viewer } = context
    if (!viewer) throw unauthorized('auth.loginRequired')
    const { body, headers } = request
    const length = Number(headers['content-length'] ?? 0)
    if (length > limit) throw tooLarge()
    // Uploading a large file takes longer than the request deadline.
    return await reply.send(await withoutDeadline(() => take({ viewer, file: body, length, headers })))
  } catch (error) {
    return sendError(reply, error, context, name)
  }
}
