import { fastifyRequestHandler, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Context } from '../core/trpc.ts'
import type { AppRouter } from '../router.ts'

/** What a call may bring along that is not named here. */
export const CALL_LIMIT = 100 * 1024
/** A thousand albums with full notes, in letters of three bytes, with their names. */
const LIST_LIMIT = 8 * 1024 * 1024
/** The procedures that take a whole list. */
const LARGE = ['lists.create', 'lists.save']

type Options = {
  trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions']
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>
}

/**
 * Lets the calls that take a whole list be larger than all others. This holds for single calls (a batch of several stays small)
 * of signed-in callers: the large body of a visitor is not read.
 */
export function answerLargeCalls(app: FastifyInstance, { trpcOptions, contextOf }: Options): void {
  void app.register((scope, _, done) => {
    // As in tRPC's own plugin: the handler reads the text.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (__, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('preParsing', async (request, reply) => {
      const isSmall = Number(request.headers['content-length'] ?? Infinity) <= CALL_LIMIT
      if (isSmall || (await contextOf(request, reply)).viewer) return
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
