import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpointAt } from '../../../shared/pages.ts'
import { preferencesOf } from '../../../shared/preferences.ts'
import { isDatabaseDown } from '../../lib/db.ts'
import { catalogues } from '../../lib/languages.ts'
import { rootAttributes } from './head.ts'
import { failurePage } from './unavailable.ts'

/**
 * Call it before any registration: routes registered earlier keep Fastify's default handler, which sends the error's own message.
 */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = statusOf(error)
    if (status < 500) return reply.code(status).send({ error: error.message })
    request.log.error({ err: error }, 'a request failed')
    const isAway = status === 503
    if (isAway) reply.header('retry-after', '5')
    withoutDownload(reply).code(status).header('cache-control', 'no-store')
    const preferences = preferencesOf(app.parseCookie(request.headers.cookie ?? ''))
    const texts = catalogues[preferences.language]
    const { id: requestId } = request
    if (!isForReading(request)) return reply.send({ error: texts.error, requestId })
    const root = rootAttributes(preferences)
    return reply.type('text/html; charset=utf-8').send(failurePage(texts, { root, requestId, isAway }))
  })
}

export const statusOf = (error: unknown): number =>
  isDatabaseDown(error) ? 503 : ((error as Partial<FastifyError> | null)?.statusCode ?? 500)

/** A stream that fails has already set the file name of the download on the raw response. */
function withoutDownload(reply: FastifyReply): FastifyReply {
  reply.raw.removeHeader('content-disposition')
  return reply.removeHeader('content-disposition')
}

function isForReading({ url, headers }: FastifyRequest): boolean {
  const audience = endpointAt(url)
  return audience === undefined || (audience === 'people' && /text\/html/.test(headers.accept ?? ''))
}
