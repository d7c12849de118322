import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_NAME_HEADER, TIME_ZONE_HEADER } from '../../shared/imports.ts'
import { importLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { isTimeZone } from '../../shared/timeZones.ts'
import type { Deps } from '../core/deps.ts'
import { sendError } from '../core/errors.ts'
import type { Context } from '../core/trpc.ts'
import { addUploadRoute } from '../core/uploads.ts'
import { invalid, unauthorized } from '../lib/errors.ts'
import { restOf } from './rest.ts'
import { takeUpload } from './upload.ts'

export function importRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  addUploadRoute(app, paths.importFile(), {
    contextOf,
    name: 'import',
    limit: importLimits.upload,
    tooLarge: () => invalid('imports.fileTooLarge'),
    take({ viewer, file, length, headers }) {
      const fileName = fileNameIn(headers[FILE_NAME_HEADER])
      const timeZone = String(headers[TIME_ZONE_HEADER] ?? '')
      const settings = isTimeZone(timeZone) ? { timeZone } : {}
      return takeUpload(deps, viewer, { fileName, file, length, settings })
    },
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
