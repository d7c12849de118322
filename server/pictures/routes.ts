import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pictureLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import type { Context } from '../core/trpc.ts'
import { addUploadRoute } from '../core/uploads.ts'
import { catalogues } from '../lib/languages.ts'
import { coverRules } from './decode.ts'
import { readPicture } from './store.ts'
import { uploadCover } from './uploads.ts'

const YEAR = 365 * 24 * 60 * 60

export function pictureRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  addUploadRoute(app, paths.coverFile(), {
    contextOf,
    name: 'cover',
    limit: pictureLimits.upload,
    tooLarge: () => coverRules.refusal('tooLarge'),
    take: ({ viewer, file }) => uploadCover(deps, viewer, file),
  })

  app.get<{ Params: { hash: string; file: string } }>('/pictures/:hash/:file', async ({ params }, reply) => {
    const [, digits] = /^(\d{2,4})\.webp$/.exec(params.file) ?? []
    const isAddress = digits !== undefined && /^[0-9a-f]{64}$/.test(params.hash)
    const picture = isAddress
      ? await readPicture(deps.db, { hash: params.hash, width: Number(digits) })
      : null
    return sendPicture(reply, picture)
  })
}

/** Lets readers of feeds and embedded cards show a picture on pages of other sites. */
export const openToSites = (reply: FastifyReply): FastifyReply =>
  reply.header('cross-origin-resource-policy', 'cross-origin')

/** The content of an address never changes, but the picture can be deleted and come back. */
export const sendPicture = (reply: FastifyReply, picture: Buffer | null): FastifyReply =>
  picture
    ? openToSites(reply)
        .header('cache-control', `public, max-age=${YEAR}, immutable`)
        .type('image/webp')
        .send(picture)
    : reply.code(404).header('cache-control', 'no-store').send({ error: catalogues.default.notFound })
