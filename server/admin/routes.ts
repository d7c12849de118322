import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import type { Context } from '../core/trpc.ts'
import { isAdmin } from '../users/roles.ts'
import { findBackup } from './backups.ts'
import { spendTicket } from './tickets.ts'

/**
 * Sends a backup to the administrator who has a ticket for it. A hook instead of a route: all others, and every other name, get
 * the response for an unknown page.
 */
export function adminRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  const prefix = paths.backupFile('')
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.startsWith(prefix)) return
    const name = nameIn(request.url.slice(prefix.length))
    const { viewer } = await contextOf(request, reply)
    if (name === null || !viewer || !(await isAdmin(deps.db, viewer))) return
    const file = await findBackup(name).catch(() => null)
    if (file === null || deps.settings.PLAK_DEMO || !(await spendTicket(deps, viewer, name))) return
    const { size } = await stat(file)
    await reply
      .type('application/gzip')
      .header('cache-control', 'no-store')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(createReadStream(file))
    return reply
  })
}

function nameIn(rest: string): string | null {
  try {
    return decodeURIComponent(rest.split('?')[0]!)
  } catch {
    return null
  }
}
