import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { utcDay } from '../../shared/days.ts'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../deps.ts'
import { DomainError } from '../lib/errors.ts'
import { exports, keyOf } from '../limits.ts'
import type { Context, SignedIn } from '../trpc.ts'
import { exportJson, exportLogs } from './export.ts'

type Pieces = (deps: Deps, viewer: SignedIn) => AsyncGenerator<string>

/** Downloads for the signed-in person: everything that the product holds about them, and their logs as a table. */
export function accountRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  const download =
    (ending: string, type: string, pieces: Pieces) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { viewer, caller, texts } = await contextOf(request, reply)
      reply.header('cache-control', 'no-store')
      if (!viewer) return reply.code(401).send({ error: texts().auth.loginRequired })
      try {
        await deps.limit(exports).take(keyOf(viewer))
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const { id } = viewer
        deps.audit.note({ event: 'throttle.reached', actor: id, subject: id, address: caller.address })
        reply.header('retry-after', String(error.retryAfter ?? 1))
        return reply.code(429).send({ error: texts().account.tooManyExports })
      }
      const name = `plak-${viewer.view.nickname}-${utcDay(deps.now())}${ending}`
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(Readable.from(pieces(deps, viewer), { objectMode: true }))
    }
  app.get(paths.exportAll(), download('.json', 'application/json; charset=utf-8', exportJson))
  app.get(paths.exportLogs(), download('-logs.csv', 'text/csv; charset=utf-8', exportLogs))
}
