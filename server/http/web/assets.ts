import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Names of Vite's hashed files; excludes the compressed variants, which are not requested by name. */
const name = /^(?!.*\.(?:br|gz)$)[\w-][\w.-]*$/

/**
 * Serves the files of other builds, too (scripts/builds.mjs): a page opened before an upgrade, or on another machine, requests
 * the files of its own build. Requires fastifyStatic.
 */
export function serveAssets(app: FastifyInstance, current: string, builds: string): void {
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params
    const folder = name.test(file) ? await folderOf(file) : null
    return folder ? reply.sendFile(file, folder) : reply.callNotFound()
  })

  async function folderOf(file: string): Promise<string | null> {
    if (await exists(join(current, file))) return current
    // Read on each request: another machine may have added its build.
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
