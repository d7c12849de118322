import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pictureLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import { sendError } from '../core/errors.ts'
import type { Context } from '../core/trpc.ts'
import { withoutDeadline } from '../lib/deadline.ts'
import { invalid, unauthorized } from '../lib/errors.ts'
import { catalogues } from '../lib/languages.ts'
import { readPicture } from './store.ts'
import { uploadCover } from './uploads.ts'

const YEAR = 365 * 24 * 60 * 60

export function pictureRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  void app.register((scope, _, done) => {
    scope.addContentTypeParser('application/octet-stream', { bodyLimit: Infinity }, (__, file, parsed) =>
      parsed(null, file),
    )
    scope.post<{ Body: Readable }>(paths.coverFile(), async (request, reply) => {
      const context = await contextOf(request, reply)
      reply.header('cache-control', 'no-store')
      // Close the connection instead of reading a rejected upload to its end.
      reply.header('connection', 'close')
      try {
        const { viewer } = context
        if (!viewer) throw unauthorized('auth.loginRequired')
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > pictureLimits.upload) throw invalid('pictures.tooLarge', 'cover')
        return await reply.send(await withoutDeadline(() => uploadCover(deps, viewer, request.body)))
      } catch (error) {
        return sendError(reply, error, context, 'cover')
      }
    })
    done()
  })

  app.get<{ Params: { hash: string; file: string } }>('/pictures/:hash/:file', async ({ params }, reply) => {
    const [, digits] = /^(\d{2,4})\.webp$/.exec(params.file) ?? []
    const isAddress = digits !== undefined && /^[0-9a-f]{64}$/.test(params.hash)
    const picture = isAddress
      ? await readPicture(deps.db, { hash: params.hash, width: Number(digits) })
      : null
    if (!picture) return reply.code(404).send({ error: catalogues.default.notFound })
    // The address contains the hash of the content.
    return reply
      .header('cache-control', `public, max-age=${YEAR}, immutable`)
      .type('image/webp')
      .send(picture)
  })
}
