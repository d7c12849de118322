import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_NAME_HEADER, importLimits, TIME_ZONE_HEADER } from '../../shared/imports.ts'
import { paths } from '../../shared/paths.ts'
import { isTimeZone } from '../../shared/timeZones.ts'
import type { Deps } from '../core/deps.ts'
import type { Context } from '../core/trpc.ts'
import { withoutDeadline } from '../lib/deadline.ts'
import { DomainError, invalid, type ErrorKind } from '../lib/errors.ts'
import { restOf } from './rest.ts'
import { takeUpload } from './upload.ts'

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooMany: 429,
  unavailable: 503,
}

/** The file of an import, and the download of what was not written. */
export function importRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  const refuse = (error: unknown, { texts, viewer, caller }: Context, reply: FastifyReply) => {
    if (!(error instanceof DomainError)) throw error
    if (error.kind === 'tooMany') {
      const actor = viewer?.id ?? null
      const detail = { procedure: 'import', why: error.id }
      deps.audit.note({ event: 'throttle.reached', actor, subject: actor, address: caller.address, detail })
    }
    if (error.retryAfter) reply.header('retry-after', String(error.retryAfter))
    return reply.code(statuses[error.kind]).send({ error: error.say(texts()), id: error.id })
  }

  void app.register((scope, _, done) => {
    // The bytes go to disk as they come.
    scope.addContentTypeParser('application/octet-stream', { bodyLimit: Infinity }, (__, file, parsed) =>
      parsed(null, file),
    )
    scope.post<{ Body: Readable }>(paths.importFile(), async (request, reply) => {
      const context = await contextOf(request, reply)
      reply.header('cache-control', 'no-store')
      // What is refused is not read to its end.
      reply.header('connection', 'close')
      if (!context.viewer) return reply.code(401).send({ error: context.texts().auth.loginRequired })
      const { viewer } = context
      try {
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > importLimits.upload) throw invalid('imports.fileTooLarge')
        const fileName = fileNameIn(request.headers[FILE_NAME_HEADER])
        const timeZone = String(request.headers[TIME_ZONE_HEADER] ?? '')
        // Until a large file has arrived its answer is due for long.
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
        return refuse(error, context, reply)
      }
    })
    done()
  })

  app.get<{ Params: { id: string } }>('/account/import/:id/rest.csv', async (request, reply) => {
    const context = await contextOf(request, reply)
    reply.header('cache-control', 'no-store')
    const { viewer, texts } = context
    if (!viewer) return reply.code(401).send({ error: texts().auth.loginRequired })
    try {
      const { name, pieces } = await restOf(deps, viewer, Number(request.params.id), texts())
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return await reply.send(Readable.from(pieces, { objectMode: true }))
    } catch (error) {
      return refuse(error, context, reply)
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
