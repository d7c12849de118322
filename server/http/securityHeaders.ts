import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '../lib/settings.ts'

const WORKER = '/worker.js'

function contentPolicy(settings: Settings, isWorker: boolean) {
  const services = [settings.LASTFM_BASE, settings.SPOTIFY_API_BASE, settings.OIDC_ISSUER]
  const pictures = services.map((base) => new URL(base).origin)
  const dev = settings.PLAK_DEV ? ["'unsafe-inline'"] : []
  const connections = isWorker ? ['https:', ...pictures] : settings.PLAK_DEV ? ['ws:'] : []
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", ...dev],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'https:', ...pictures],
      'connect-src': ["'self'", ...connections],
      'font-src': ["'self'"],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  }
}

/** The headers never change, so helmet writes them once instead of for each request. */
function writeHeaders(settings: Settings, { isWorker }: { isWorker: boolean }): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => {},
  }
  const write = helmet({
    contentSecurityPolicy: contentPolicy(settings, isWorker),
    strictTransportSecurity: settings.PUBLIC_URL.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  write({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw new Error('The security headers cannot be written', { cause: error })
  })
  return headers
}

/** The other headers are about documents and would add a kilobyte to each file. */
const fileHeaders = ['X-Content-Type-Options', 'Cross-Origin-Resource-Policy', 'Strict-Transport-Security']

const SESSION = /(?:^|[; ])(?:__Host-)?plak=/

/**
 * WebSocket upgrades get no headers, because they would keep them in memory. Responses to signed-in users must not be cached;
 * files and public pictures set their own Cache-Control.
 */
export function secureHeaders(app: FastifyInstance, settings: Settings): void {
  const forPages = writeHeaders(settings, { isWorker: false })
  const forWorker = writeHeaders(settings, { isWorker: true })
  const forFiles = Object.fromEntries(Object.entries(forPages).filter(([name]) => fileHeaders.includes(name)))
  app.addHook('onRequest', (request, reply, done) => {
    const headers =
      request.url === WORKER ? forWorker : request.url.startsWith('/assets/') ? forFiles : forPages
    if (!request.ws) reply.headers(headers)
    if (SESSION.test(request.headers.cookie ?? '')) reply.header('cache-control', 'no-store')
    done()
  })
}
