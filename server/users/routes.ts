import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pictureLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import type { Context } from '../core/trpc.ts'
import { answerUpload, streamBodies } from '../core/uploads.ts'
import { sendPicture } from '../pictures/routes.ts'
import { avatarRules, readAvatar, uploadAvatar } from './picture.ts'

export function userRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  void app.register((scope, _, done) => {
    streamBodies(scope)
    scope.post<{ Body: Readable }>(paths.avatarFile(), async (request, reply) =>
      answerUpload(request, reply, {
        context: await contextOf(request, reply),
        path: 'picture',
        limit: pictureLimits.upload,
        tooLarge: () => avatarRules.refusal('tooLarge'),
        take: (viewer, file) => uploadAvatar(deps, viewer, file),
      }),
    )
    done()
  })

  app.get<{ Params: { file: string } }>('/pictures/:file', async ({ params }, reply) => {
    const [, hash, width] = /^([0-9a-f]{32})-(96|192|512)\.webp$/.exec(params.file) ?? []
    const picture = hash ? await readAvatar(deps.db, { hash, width: Number(width) }) : null
    return sendPicture(reply, picture)
  })
}
