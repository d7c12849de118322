import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rowId } from '../../shared/page.ts'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import { drawings } from '../core/limits.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { DomainError } from '../lib/errors.ts'
import { catalogues } from '../lib/languages.ts'
import { makePreviews } from './previews.ts'

type Requested = { Params: { file: string }; Querystring: { v?: string } }
type Preview = { version: number; png: (spend: () => Promise<void>) => Promise<Buffer> }

const DAY = 24 * 60 * 60

/** The pictures that chats and networks show under a link to a list or a review. They show what everybody may see. */
export function previewRoutes(
  app: FastifyInstance,
  deps: Deps,
  callerOf: (request: IncomingMessage) => CallerAddress,
): void {
  const previews = makePreviews(deps)

  async function send(reply: FastifyReply, { version, png }: Preview, requested: string | undefined) {
    const { address, network } = callerOf(reply.request.raw)
    try {
      const picture = await png(() => deps.limit(drawings).take(network))
      // The address of another version answers with the newest picture, cached for minutes. A shared cache that we cannot purge shows
      // a removed picture for a day at most.
      const caching = requested === String(version) ? `max-age=${DAY}` : 'max-age=300'
      return reply.header('cache-control', `public, ${caching}`).type('image/png').send(picture)
    } catch (error) {
      if (!(error instanceof DomainError) || !['unavailable', 'tooMany'].includes(error.kind)) throw error
      const status = error.kind === 'tooMany' ? 429 : 503
      if (status === 429) {
        const detail = { procedure: 'preview', why: error.id }
        deps.audit.note({ event: 'throttle.reached', actor: null, address, detail })
      }
      return reply
        .code(status)
        .header('retry-after', String(error.retryAfter ?? 5))
        .send({ error: error.message })
    }
  }

  function serve(folder: string, find: (id: number) => Promise<Preview | null>) {
    app.get<Requested>(`/preview/${folder}/:file`, async ({ params, query }, reply) => {
      const [, digits] = /^(\d+)\.png$/.exec(params.file) ?? []
      const id = rowId.safeParse(Number(digits)).data
      const found = id === undefined ? null : await find(id)
      if (!found) return reply.code(404).send({ error: catalogues.default.notFound })
      return await send(reply, found, query.v)
    })
  }
  serve('list', previews.list)
  serve('review', previews.review)
  app.get(paths.preview(), (_, reply) => send(reply, { version: 0, png: previews.own }, undefined))
}
