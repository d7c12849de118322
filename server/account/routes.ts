import { finished } from 'node:stream/promises'
import { bulkhead, BulkheadRejectedError } from 'cockatiel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import { exports, exportsAtOnce, keyOf } from '../core/limits.ts'
import type { Context, SignedIn } from '../core/trpc.ts'
import { DomainError } from '../lib/errors.ts'
import { keyedBulkhead } from '../lib/keyedBulkhead.ts'
import { exportName, makeExport } from './export.ts'

/** The download of everything that the product holds about the signed-in person. */
export function accountRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  const room = bulkhead(exportsAtOnce.running, exportsAtOnce.waiting)
  // Somebody who reads slowly must not take the places of the others.
  const roomOf = keyedBulkhead(1, 1)

  /** Sends the zip; ends when its last byte is taken, or its reader has gone. */
  async function send(viewer: SignedIn, reply: FastifyReply): Promise<void> {
    const { zip, done } = makeExport(deps, viewer.id)
    const name = exportName(viewer.view.nickname, deps.now())
    void reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(zip)
    await finished(reply.raw).catch(() => {})
    zip.destroy()
    await done
  }

  app.get(paths.exportZip(), async (request, reply) => {
    const { viewer, caller, texts } = await contextOf(request, reply)
    reply.header('cache-control', 'no-store')
    if (!viewer) return reply.code(401).send({ error: texts().auth.loginRequired })
    try {
      await deps.limit(exports).take(keyOf(viewer))
      await roomOf(keyOf(viewer), () => room.execute(() => send(viewer, reply)))
    } catch (error) {
      if (error instanceof BulkheadRejectedError)
        return reply.code(429).header('retry-after', '30').send({ error: texts().account.exportsBusy })
      if (!(error instanceof DomainError)) throw error
      const { id } = viewer
      const detail = { procedure: 'export', why: error.id }
      deps.audit.note({ event: 'throttle.reached', actor: id, subject: id, address: caller.address, detail })
      reply.header('retry-after', String(error.retryAfter ?? 1))
      return reply.code(429).send({ error: texts().account.tooManyExports })
    }
    return reply
  })
  // The addresses of earlier versions.
  for (const path of ['/account/export.json', '/account/logs.csv'])
    app.get(path, (_, reply) => reply.redirect(paths.exportZip(), 301))
}
