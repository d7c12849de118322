import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** What Vite calls a hashed file; what it was compressed to is asked for by its own name. */
const name = /^(?!.*\.(?:br|gz)$)[\w-][\w.-]*$/

/**
 * The hashed files of the build that runs, at /assets/, and those of the builds in `builds` (scripts/builds.mjs): a page that
 * was opened before an upgrade, or on another machine, asks for its own. Needs fastifyStatic.
 */
export function serveAssets(app: FastifyInstance, current: string, builds: string): void {
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params
    const folder = name.test(file) ? await folderOf(file) : null
    return folder ? reply.sendFile(file, folder) : reply.callNotFound()
  })

  async function folderOf(file: string): Promise<string | null> {
    if (await exists(join(current, file))) return current
    // Read each time: another machine may have put its build there.
    const others = await readdir(builds).catch(() => [])
    for (const other of others) {
      if (await exists(join(builds, other, file))) return join(builds, other)
    }
    return null
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
