import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { texts } from '../shared/texts.ts'
import { accountRoutes } from './account/routes.ts'
import { googleRoutes } from './auth/routes.ts'
import { answerWarmAlbums } from './catalog/warm.ts'
import { makeContext } from './context.ts'
import type { Deps } from './deps.ts'
import { guard } from './gate.ts'
import { secureHeaders } from './headers.ts'
import { trackSockets } from './live/sockets.ts'
import { encoder } from './live/stream.ts'
import { closeRefusedUpgrades, forgetUpgrades } from './live/upgrades.ts'
import { appRouter, type AppRouter } from './router.ts'
import { previewRoutes } from './sharing/routes.ts'
import { serveWeb } from './web/serve.ts'

const KB = 1024

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url) !== null
  } catch {
    return false
  }
}

/** Puts the product together on its deps: plugins, tRPC over HTTP and WebSocket, the web. The caller listens and closes. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { settings } = deps
  const app = Fastify({
    loggerInstance: deps.log,
    // One line for each request says less than the errors alone, and costs more.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 100 * KB,
    // The longest names that the catalogue knows, percent-encoded in an address, outgrow Node's own 16 KB.
    http: { maxHeaderSize: 32 * KB },
    routerOptions: { maxParamLength: 5_000 },
    forceCloseConnections: 'idle',
    // What still comes while the process leaves is answered like everything else.
    return503OnClosing: false,
    // A lone '%' in an address that a person typed means itself.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : url.replaceAll('%', '%25')),
  })
  const sockets = trackSockets(deps.bus)
  let draining = false

  await app.register(cookie)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/html|application\/json)/,
    threshold: 1.5 * KB,
    // Eleven, the usual one, takes longer than the way of what it saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(websocket, {
    options: { maxPayload: 16 * KB, perMessageDeflate: false },
    preClose: (done) => {
      draining = true
      // A client that was told to come back elsewhere is quicker than the closing of the port. Without this its upgrade
      // would be refused on a connection that nobody closes; as a plain request it is closed.
      app.server.removeAllListeners('upgrade')
      sockets.drain().then(() => done(), done)
    },
  })
  secureHeaders(app, settings)
  closeRefusedUpgrades(app)
  guard(app, settings.PUBLIC_URL)
  answerWarmAlbums(app, deps)

  const { textsOf, requestContext, contextOf } = makeContext(app, deps, sockets)
  // Before tRPC's own listeners, so that no message of a socket goes uncounted.
  app.websocketServer.on('connection', sockets.add)
  forgetUpgrades(app)
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    useWSS: true,
    trpcOptions: {
      router: appRouter,
      createContext: contextOf,
      maxBatchSize: 10,
      // A query whose input outgrows an address comes as POST.
      allowMethodOverride: true,
      experimental_encoder: encoder,
      keepAlive: { enabled: true, pingMs: 25_000, pongWaitMs: 10_000 },
      onError({ error, path }) {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          deps.log.error({ err: error.cause ?? error, path }, 'a procedure failed')
      },
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>)

  googleRoutes(app, deps, requestContext)
  accountRoutes(app, deps, requestContext)
  previewRoutes(app, deps)

  app.get('/livez', () => ({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' })
    try {
      await deps.db.$queryRaw`SELECT 1`
      return { status: 'ready', redis: deps.redis.isReady ? 'up' : 'down' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'database out of reach' })
    }
  })

  // Two products in development on one machine must not take each other's reload.
  const reloadPort = settings.PLAK_DEV ? 20_000 + (settings.PORT % 10_000) : null
  const { PUBLIC_URL: publicUrl, FOOTER_LINKS: footerLinks } = settings
  const web = { publicUrl, reloadPort, demo: settings.PLAK_DEMO === '1', footerLinks }
  await serveWeb(app, web, { contextOf: requestContext, textsOf })

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'a request failed')
    return reply.code(status).send({ error: status >= 500 ? texts.error : error.message })
  })
  return app
}
