import { finished } from 'node:stream/promises'
import { bulkhead, BulkheadRejectedError } from 'cockatiel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import { sendError } from '../core/errors.ts'
import { exports, exportsAtOnce, keyOf } from '../core/limits.ts'
import type { Context, SignedIn } from '../core/trpc.ts'
import { tooMany, unauthorized } from '../lib/errors.ts'
import { keyedBulkhead } from '../lib/keyedBulkhead.ts'
import { exportName, makeExport } from './export/zip.ts'

export function accountRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  const room = bulkhead(exportsAtOnce.running, exportsAtOnce.waiting)
  // One download at a time per user, so that a slow client does not take the places of others.
  const roomOf = keyedBulkhead(1, 1)

  /** Resolves when the client has received the last byte or has disconnected. */
  async function send(viewer: SignedIn, reply: FastifyReply): Promise<void> {
    const { zip, done: completion } = makeExport(deps, viewer.id)
    const name = exportName(viewer.view.nickname, deps.now())
    void reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(zip)
    await finished(reply.raw).catch(() => {})
    zip.destroy()
    await completion
  }

  app.get(paths.exportZip(), async (request, reply) => {
    const context = await contextOf(request, reply)
    const { viewer } = context
    reply.header('cache-control', 'no-store')
    try {
      if (!viewer) throw unauthorized('auth.loginRequired')
      await deps.limit(exports).take(keyOf(viewer))
      await roomOf(keyOf(viewer), () => room.execute(() => send(viewer, reply)))
    } catch (error) {
      const isBusy = error instanceof BulkheadRejectedError
      return sendError(reply, isBusy ? tooMany('account.exportsBusy', 30) : error, context, 'export')
    }
    return reply
  })
  // URLs of earlier versions.
  for (const path of ['/account/export.json', '/account/logs.csv'])
    app.get(path, (_, reply) => reply.redirect(paths.exportZip(), 301))
}
