import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rowId } from '../../shared/page.ts'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import { sendError } from '../core/errors.ts'
import { drawings } from '../core/limits.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { catalogues } from '../lib/languages.ts'
import { openToSites } from '../pictures/routes.ts'
import { embedRoutes } from './embeds.ts'
import { makePreviews, type Preview } from './previews.ts'
import { securityTxtRoute } from './securityTxt.ts'
import { sitemapRoutes } from './sitemap.ts'

type Requested = { Params: { file: string }; Querystring: { v?: string } }

const DAY = 24 * 60 * 60

type CallerOf = (request: IncomingMessage) => CallerAddress

export function sharingRoutes(app: FastifyInstance, deps: Deps, callerOf: CallerOf): void {
  previewRoutes(app, deps, callerOf)
  embedRoutes(app, deps, callerOf)
  sitemapRoutes(app, deps)
  securityTxtRoute(app, deps)
}

function previewRoutes(app: FastifyInstance, deps: Deps, callerOf: CallerOf): void {
  const previews = makePreviews(deps)

  async function send(reply: FastifyReply, { version, png }: Preview, requested: string | undefined) {
    const caller = callerOf(reply.request.raw)
    try {
      const picture = await png(() => deps.limit(drawings).take(caller.network))
      // A URL with another version returns the newest image, cached for minutes. Shared caches, which we cannot purge, show a
      // removed image for a day at most.
      const caching = requested === String(version) ? `max-age=${DAY}` : 'max-age=300'
      return openToSites(reply).header('cache-control', `public, ${caching}`).type('image/png').send(picture)
    } catch (error) {
      const texts = () => catalogues.default
      return sendError(reply, error, { deps, viewer: null, caller, texts }, 'preview')
    }
  }

  function serve(folder: string, find: (id: number) => Promise<Preview | null>) {
    app.get<Requested>(`/preview/${folder}/:file`, async ({ params, query }, reply) => {
      const [, digits] = /^(\d+)\.png$/.exec(params.file) ?? []
      const id = rowId.safeParse(Number(digits)).data
      const preview = id === undefined ? null : await find(id)
      if (!preview) return reply.code(404).send({ error: catalogues.default.notFound })
      return await send(reply, preview, query.v)
    })
  }
  serve('list', previews.list)
  serve('review', previews.review)
  app.get<Requested>('/preview/year/:file', async ({ params, query }, reply) => {
    const [, nickname, year] = /^(\w+)-(\d{4})\.png$/.exec(params.file) ?? []
    const preview = nickname === undefined ? null : await previews.year(nickname, Number(year))
    if (!preview) return reply.code(404).send({ error: catalogues.default.notFound })
    return await send(reply, preview, query.v)
  })
  app.get(paths.preview(), (_, reply) => send(reply, { version: 0, png: previews.own }, undefined))
}
