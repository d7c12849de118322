import { fastifyRequestHandler, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sendError } from '../core/errors.ts'
import type { Context } from '../core/trpc.ts'
import type { AppRouter } from '../router.ts'

export const CALL_LIMIT = 100 * 1024
/** Fits a thousand albums with their names and full notes, in characters of three bytes. */
const LIST_LIMIT = 8 * 1024 * 1024
const LARGE = ['lists.create', 'lists.save']

export const bodyLimitOf = (procedures: readonly string[]): number =>
  procedures.some((name) => LARGE.includes(name)) ? LIST_LIMIT : CALL_LIMIT

type Options = {
  trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions']
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>
}

/** Applies only to single calls (a batch keeps the small limit) of signed-in callers: a visitor's large body is not read. */
const nameIn = (url: string) => url.slice('/trpc/'.length).split('?', 1)[0]!

export function answerLargeCalls(app: FastifyInstance, { trpcOptions, contextOf }: Options): void {
  void app.register((scope, _, done) => {
    // As in tRPC's own plugin, the handler parses the text.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (__, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('preParsing', async (request, reply) => {
      const isSmall = Number(request.headers['content-length'] ?? Infinity) <= CALL_LIMIT
      if (isSmall) return
      const { viewer, viewerError, tokenError, ...caller } = await contextOf(request, reply)
      if (viewer) return
      if (tokenError) return sendError(reply, tokenError, { ...caller, viewer }, nameIn(request.url))
      if (viewerError) throw viewerError
      throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    })
    for (const path of LARGE) {
      scope.post(`/trpc/${path}`, { bodyLimit: LIST_LIMIT }, (req, res) =>
        fastifyRequestHandler({ ...trpcOptions, req, res, path } as Parameters<
          typeof fastifyRequestHandler
        >[0]),
      )
    }
    done()
  })
}
