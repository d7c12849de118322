import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { accountRoutes } from '../account/routes.ts'
import { googleRoutes } from '../auth/routes.ts'
import { queues } from '../background.ts'
import { answerWarmAlbums } from '../catalog/warm.ts'
import type { Deps } from '../core/deps.ts'
import { reasonOf, retryAfter } from '../core/trpc.ts'
import { importRoutes } from '../imports/routes.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { noteUndeclaredProxy, trackCallers, trustOf } from '../lib/callers.ts'
import { closeAnswered } from '../lib/closeAnswered.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { withDeadline } from '../lib/deadline.ts'
import { encoder } from '../live/stream.ts'
import { unsubscribeRoutes } from '../notifications/unsubscribe.ts'
import { appRouter, type AppRouter } from '../router.ts'
import { previewRoutes } from '../sharing/routes.ts'
import { answerLargeCalls, CALL_LIMIT } from './bodyLimits.ts'
import { makeContext } from './context.ts'
import { guard } from './csrf.ts'
import { serveMetrics } from './metrics.ts'
import { logRequests, makeRequestIds, noteFailure } from './requestLog.ts'
import { secureHeaders } from './securityHeaders.ts'
import { trackSockets } from './sockets.ts'
import { closeRefusedUpgrades, forgetUpgrades } from './upgrades.ts'
import { answerFailures } from './web/failures.ts'
import { serveWeb } from './web/serve.ts'

const KB = 1024
/** how long an upload or download may make no progress, in milliseconds */
const STALL = 30_000
/** how long a response may take to its first byte, in milliseconds; we promise thirty seconds */
const FIRST_BYTE = 25_000

const isHttp = (request: object): request is FastifyRequest => 'raw' in request

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url) !== null
  } catch {
    return false
  }
}

/** Time limits, and the interval between two looks for due mail, in milliseconds. */
type Options = { stall?: number; firstByte?: number; mailLook?: number }

/** Builds the app from its dependencies: plugins, tRPC over HTTP and WebSocket, and the web. The caller starts and closes it. */
export async function buildApp(
  deps: Deps,
  { stall = STALL, firstByte = FIRST_BYTE, mailLook }: Options = {},
): Promise<FastifyInstance> {
  const { settings } = deps
  const app = Fastify({
    loggerInstance: deps.log,
    trustProxy: trustOf(settings.TRUSTED_PROXIES),
    // Fastify's line per request contains less than our line per error, and costs more.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: makeRequestIds(settings.TRUSTED_PROXIES),
    bodyLimit: CALL_LIMIT,
    // The longest catalogue names exceed Node's default of 16 KB when they are percent-encoded in a URL.
    http: {
      maxHeaderSize: 32 * KB,
      headersTimeout: stall,
      connectionsCheckingInterval: Math.min(stall, 5_000),
    },
    // Closes idle connections. An active connection may be slow, but a request must arrive in bounded time.
    connectionTimeout: stall,
    requestTimeout: 10 * stall,
    routerOptions: { maxParamLength: 5_000 },
    forceCloseConnections: 'idle',
    // Requests that arrive while the process shuts down get normal responses.
    return503OnClosing: false,
    // A single '%' in a URL stands for itself.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : url.replaceAll('%', '%25')),
  })
  answerFailures(app)
  const callerOf = trackCallers(app, settings.TRUSTED_PROXIES, deps.log, (peer) =>
    noteUndeclaredProxy(deps.redis, deps.prefix, peer),
  )
  const sockets = trackSockets(deps, callerOf)

  closeAnswered(app)
  await app.register(cookie)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/html|application\/json)/,
    threshold: 1.5 * KB,
    // Brotli's default of 11 takes longer than the transfer time that it saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(websocket, {
    options: { maxPayload: 16 * KB, perMessageDeflate: false },
    preClose: (done) => {
      deps.health.leave()
      // A client that was asked to reconnect elsewhere can arrive before the port is closed. Without this its upgrade would be
      // refused on a connection that stays open; as a plain request the connection is closed.
      app.server.removeAllListeners('upgrade')
      sockets.drain().then(() => done(), done)
    },
  })
  logRequests(app, settings, (name) => Object.hasOwn(appRouter._def.procedures, name))
  app.addHook('preHandler', ({ ws }, reply, done) => {
    // A WebSocket has no response to wait for.
    if (ws) return done()
    const { raw } = reply
    const isMet = () => raw.headersSent || raw.destroyed
    withDeadline({ until: performance.now() + firstByte - reply.elapsedTime, isMet }, done)
  })
  secureHeaders(app, settings)
  closeRefusedUpgrades(app)
  guard(app, deps, callerOf)
  sockets.bound(app)
  answerWarmAlbums(app, deps)

  const { textsOf, requestContext, contextOf } = makeContext(app, deps, { sockets, callerOf })
  // Registered before tRPC's own listeners, so that every message of a socket is counted.
  app.websocketServer.on('connection', sockets.add)
  forgetUpgrades(app)
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router: appRouter,
    createContext: contextOf,
    maxBatchSize: 10,
    // The browser sends a query as POST if its input is too long for a URL.
    allowMethodOverride: true,
    experimental_encoder: encoder,
    responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
    keepAlive: { enabled: true, pingMs: 25_000, pongWaitMs: 10_000 },
    onError({ error, path, ctx, req }) {
      // A WebSocket's request is a plain IncomingMessage and has no line in the request log.
      if (isHttp(req)) noteFailure(req.raw, { code: error.code, status: getHTTPStatusCodeFromError(error) })
      const err = reasonOf(error) ?? error
      if (error.code !== 'INTERNAL_SERVER_ERROR' && !isDatabaseDown(err)) return
      const requestId = ctx?.requestId
      deps.log.error({ requestId, err, path }, 'a procedure failed')
    },
  }
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    useWSS: true,
    trpcOptions,
  } satisfies FastifyTRPCPluginOptions<AppRouter>)
  answerLargeCalls(app, { trpcOptions, contextOf: requestContext })

  googleRoutes(app, deps, requestContext)
  accountRoutes(app, deps, requestContext)
  importRoutes(app, deps, requestContext)
  previewRoutes(app, deps, callerOf)
  unsubscribeRoutes(app, deps, textsOf)

  app.get('/livez', () => ({ status: 'alive' }))
  app.get('/readyz', (_, reply) => {
    const readiness = deps.health.read()
    return reply
      .code(readiness.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness)
  })

  serveMetrics(app, deps, sockets)

  // Each development server on a machine needs its own reload port.
  const reloadPort = settings.PLAK_DEV ? 20_000 + (settings.PORT % 10_000) : null
  const { PUBLIC_URL: publicUrl, FOOTER_LINKS: footerLinks } = settings
  const web = { publicUrl, reloadPort, demo: settings.PLAK_DEMO === '1', footerLinks }
  await serveWeb(app, web, { contextOf: requestContext, textsOf, onPage: deps.metrics.page })

  const background = startSchedule(deps, queues(deps, mailLook))
  app.addHook('onClose', () => background.stop())

  return app
}
