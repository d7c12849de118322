import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { trustOf } from '../lib/callers.ts'
import { withDeadline } from '../lib/deadline.ts'
import { tidyScrobbleUrl } from '../plays/protocols/routes.ts'
import { CALL_LIMIT } from './bodyLimits.ts'
import { makeRequestIds } from './requestLog.ts'
import type { Sockets } from './sockets.ts'

const KB = 1024

export const makeFastify = ({ settings, log }: Pick<Deps, 'settings' | 'log'>, stall: number) =>
  Fastify({
    loggerInstance: log,
    // Without a proxy (0), Fastify need not look at X-Forwarded-For at all.
    trustProxy: settings.TRUSTED_PROXIES === 0 ? false : trustOf(settings.TRUSTED_PROXIES),
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
    rewriteUrl: ({ url = '/' }) => tidyScrobbleUrl(isDecodable(url) ? url : url.replaceAll('%', '%25')),
  })

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url) !== null
  } catch {
    return false
  }
}

export async function registerPlugins(
  app: FastifyInstance,
  { health, sockets }: Pick<Deps, 'health'> & { sockets: Sockets },
): Promise<void> {
  await app.register(cookie)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/html|application\/(json|xml|feed\+json|rss\+xml))/,
    threshold: 1.5 * KB,
    // Brotli's default of 11 takes longer than the transfer time that it saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(websocket, {
    options: { maxPayload: 16 * KB, perMessageDeflate: false },
    preClose: (done) => {
      health.leave()
      // A client that was asked to reconnect elsewhere can arrive before the port is closed. Without this its upgrade would be
      // refused on a connection that stays open; as a plain request the connection is closed.
      app.server.removeAllListeners('upgrade')
      sockets.drain().then(() => done(), done)
    },
  })
}

export function limitResponses(app: FastifyInstance, firstByte: number): void {
  app.addHook('preHandler', ({ ws }, reply, done) => {
    if (ws) return done()
    const { raw } = reply
    const isMet = () => raw.headersSent || raw.destroyed
    withDeadline({ until: performance.now() + firstByte - reply.elapsedTime, isMet }, done)
  })
}
