import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pictureLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import type { Context } from '../core/trpc.ts'
import { addUploadRoute } from '../core/uploads.ts'
import { sendPicture } from '../pictures/routes.ts'
import { avatarRules, readAvatar, uploadAvatar } from './picture.ts'

export function userRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  addUploadRoute(app, paths.avatarFile(), {
    contextOf,
    name: 'picture',
    limit: pictureLimits.upload,
    tooLarge: () => avatarRules.refusal('tooLarge'),
    take: ({ viewer, file }) => uploadAvatar(deps, viewer, file),
  })

  app.get<{ Params: { file: string } }>('/pictures/:file', async ({ params }, reply) => {
    const [, hash, width] = /^([0-9a-f]{32})-(96|192|512)\.webp$/.exec(params.file) ?? []
    const picture = hash ? await readAvatar(deps.db, { hash, width: Number(width) }) : null
    return sendPicture(reply, picture)
  })
}
