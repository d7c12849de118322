import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { headersOf, reasonOf } from '../core/trpc.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { encoder } from '../live/stream.ts'
import { appRouter, type AppRouter } from '../router.ts'
import { answerLargeCalls } from './bodyLimits.ts'
import { MAX_BATCH, type makeContext } from './context.ts'
import { noteFailure } from './requestLog.ts'

const isHttp = (request: object): request is FastifyRequest => 'raw' in request

export async function serveProcedures(
  app: FastifyInstance,
  { log }: Pick<Deps, 'log'>,
  { contextOf, callContext }: Pick<ReturnType<typeof makeContext>, 'contextOf' | 'callContext'>,
): Promise<void> {
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router: appRouter,
    createContext: contextOf,
    maxBatchSize: MAX_BATCH,
    // The browser sends a query as POST if its input is too long for a URL.
    allowMethodOverride: true,
    experimental_encoder: encoder,
    responseMeta: ({ errors }) => ({ headers: headersOf(errors) }),
    keepAlive: { enabled: true, pingMs: 25_000, pongWaitMs: 10_000 },
    onError({ error, path, ctx, req }) {
      // A WebSocket's request is a plain IncomingMessage and has no line in the request log.
      if (isHttp(req)) noteFailure(req.raw, { code: error.code, status: getHTTPStatusCodeFromError(error) })
      const err = reasonOf(error) ?? error
      if (error.code !== 'INTERNAL_SERVER_ERROR' && !isDatabaseDown(err)) return
      log.error({ requestId: ctx?.requestId, err, path }, 'a procedure failed')
    },
  }
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    useWSS: true,
    trpcOptions,
  } satisfies FastifyTRPCPluginOptions<AppRouter>)
  answerLargeCalls(app, { trpcOptions, contextOf: callContext })
}
