import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_NAME_HEADER, TIME_ZONE_HEADER } from '../../shared/imports.ts'
import { importLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { isTimeZone } from '../../shared/timeZones.ts'
import type { Deps } from '../core/deps.ts'
import { sendError } from '../core/errors.ts'
import type { Context } from '../core/trpc.ts'
import { withoutDeadline } from '../lib/deadline.ts'
import { invalid, unauthorized } from '../lib/errors.ts'
import { restOf } from './rest.ts'
import { takeUpload } from './upload.ts'

export function importRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  void app.register((scope, _, done) => {
    // The body is streamed to disk.
    scope.addContentTypeParser('application/octet-stream', { bodyLimit: Infinity }, (__, file, parsed) =>
      parsed(null, file),
    )
    scope.post<{ Body: Readable }>(paths.importFile(), async (request, reply) => {
      const context = await contextOf(request, reply)
      reply.header('cache-control', 'no-store')
      // Close the connection instead of reading a rejected upload to its end.
      reply.header('connection', 'close')
      try {
        const { viewer } = context
        if (!viewer) throw unauthorized('auth.loginRequired')
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > importLimits.upload) throw invalid('imports.fileTooLarge')
        const fileName = fileNameIn(request.headers[FILE_NAME_HEADER])
        const timeZone = String(request.headers[TIME_ZONE_HEADER] ?? '')
        // Uploading a large file takes longer than the request deadline.
        const uploaded = await withoutDeadline(() =>
          takeUpload(deps, viewer, {
            fileName,
            file: request.body,
            length,
            settings: isTimeZone(timeZone) ? { timeZone } : {},
          }),
        )
        return await reply.send(uploaded)
      } catch (error) {
        return sendError(reply, error, context, 'import')
      }
    })
    done()
  })

  app.get<{ Params: { id: string } }>('/account/import/:id/rest.csv', async (request, reply) => {
    const context = await contextOf(request, reply)
    reply.header('cache-control', 'no-store')
    const { viewer, texts } = context
    try {
      if (!viewer) throw unauthorized('auth.loginRequired')
      const { name, pieces } = await restOf(deps, viewer, Number(request.params.id), texts())
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return await reply.send(Readable.from(pieces, { objectMode: true }))
    } catch (error) {
      return sendError(reply, error, context, 'import')
    }
  })
}

function fileNameIn(header: string | string[] | undefined): string {
  try {
    return decodeURIComponent(typeof header === 'string' ? header : '')
  } catch {
    return ''
  }
}
