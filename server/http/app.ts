import type { FastifyInstance, FastifyRequest } from 'fastify'
import { preferencesOf } from '../../shared/preferences.ts'
import { accountRoutes } from '../account/routes.ts'
import { adminRoutes } from '../admin/routes.ts'
import { apiPageRoute, apiRoutes } from '../api/routes.ts'
import { trackStreams } from '../api/streams.ts'
import { googleRoutes } from '../auth/routes.ts'
import { queues } from '../background.ts'
import { answerWarmAlbums } from '../catalog/warm.ts'
import type { Deps } from '../core/deps.ts'
import { feedRoutes } from '../feeds/routes.ts'
import { importRoutes } from '../imports/routes.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { noteUndeclaredProxy, trackCallers } from '../lib/callers.ts'
import { closeAnswered } from '../lib/closeAnswered.ts'
import { catalogueOf } from '../lib/settings.ts'
import { unsubscribeRoutes } from '../notifications/delivery/unsubscribe.ts'
import { pictureRoutes } from '../pictures/routes.ts'
import { scrobbleRoutes } from '../plays/protocols/routes.ts'
import { appRouter } from '../router.ts'
import { sharingRoutes } from '../sharing/routes.ts'
import { userRoutes } from '../users/routes.ts'
import { bodyLimitOf } from './bodyLimits.ts'
import { makeContext } from './context.ts'
import { guard } from './csrf.ts'
import { limitResponses, makeFastify, registerPlugins } from './fastify.ts'
import { serveMetrics } from './metrics.ts'
import { logRequests } from './requestLog.ts'
import { secureHeaders } from './securityHeaders.ts'
import { trackSockets } from './sockets.ts'
import { serveProcedures } from './trpc.ts'
import { closeRefusedUpgrades, forgetUpgrades } from './upgrades.ts'
import { answerFailures } from './web/failures.ts'
import { usualPatience, type Patience } from './web/firstData.ts'
import { rootAttributes } from './web/head.ts'
import { serveWeb } from './web/serve.ts'

/** how long an upload or download may make no progress, in milliseconds */
const STALL = 30_000
/** how long a response may take to its first byte, in milliseconds; we promise thirty seconds */
const FIRST_BYTE = 25_000

type Options = { stall?: number; firstByte?: number; mailLook?: number; patience?: Patience }

export async function buildApp(
  deps: Deps,
  { stall = STALL, firstByte = FIRST_BYTE, mailLook, patience = usualPatience }: Options = {},
): Promise<FastifyInstance> {
  const { settings } = deps
  const app = makeFastify(deps, stall)
  answerFailures(app)
  const callerOf = trackCallers(app, settings.TRUSTED_PROXIES, deps.log, (peer) =>
    noteUndeclaredProxy(deps.redis, deps.prefix, peer),
  )
  const sockets = trackSockets(deps, callerOf)
  const streams = trackStreams(deps)
  app.addHook('preClose', () => streams.drain())

  closeAnswered(app)
  await registerPlugins(app, { health: deps.health, sockets })
  logRequests(app, settings, (name) => Object.hasOwn(appRouter._def.procedures, name))
  limitResponses(app, firstByte)
  secureHeaders(app, settings)
  closeRefusedUpgrades(app)
  guard(app, deps, callerOf)
  sockets.bound(app)
  answerWarmAlbums(app, deps)

  const contexts = makeContext(app, deps, { sockets, callerOf })
  const { textsOf, requestContext, tokenContext } = contexts
  // Registered before tRPC's own listeners, so that every message of a socket is counted.
  app.websocketServer.on('connection', sockets.add)
  forgetUpgrades(app)
  await serveProcedures(app, deps, contexts)
  apiRoutes(app, deps, { tokenContext, bodyLimitOf, streams })
  apiPageRoute(app, deps, readerWith(textsOf))
  googleRoutes(app, deps, requestContext)
  accountRoutes(app, deps, requestContext)
  adminRoutes(app, deps, requestContext)
  importRoutes(app, deps, requestContext)
  pictureRoutes(app, deps, requestContext)
  userRoutes(app, deps, requestContext)
  sharingRoutes(app, deps, callerOf)
  feedRoutes(app, deps, callerOf)
  unsubscribeRoutes(app, deps, textsOf)
  scrobbleRoutes(app, deps, callerOf)

  serveHealth(app, deps)
  serveMetrics(app, deps, { sockets, streams })

  const web = { ...webSettings(settings), patience }
  await serveWeb(app, web, { contextOf: requestContext, textsOf, onPage: deps.metrics.page })

  const background = startSchedule(deps, queues(deps, mailLook))
  app.addHook('onClose', () => background.stop())

  return app
}

function webSettings(settings: Deps['settings']) {
  return {
    publicUrl: settings.PUBLIC_URL,
    // Each development server on a machine needs its own reload port.
    reloadPort: settings.PLAK_DEV ? 20_000 + (settings.PORT % 10_000) : null,
    demo: settings.PLAK_DEMO === '1',
    readFacts: () => ({
      isMusicBrainz: catalogueOf(settings).name === 'musicbrainz',
      footerLinks: settings.FOOTER_LINKS,
    }),
  }
}

/** Returns the language and the theme of a request, for a page that needs nothing else. */
const readerWith =
  (textsOf: ReturnType<typeof makeContext>['textsOf']) =>
  ({ headers: { cookie }, cookies }: FastifyRequest) => ({
    texts: textsOf(cookie),
    root: rootAttributes(preferencesOf(cookies)),
  })

function serveHealth(app: FastifyInstance, { health }: Pick<Deps, 'health'>): void {
  app.get('/livez', () => ({ status: 'alive' }))
  app.get('/readyz', (_, reply) => {
    const readiness = health.read()
    return reply
      .code(readiness.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness)
  })
}
