import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Settings } from './lib/settings.ts'

/** What a browser may load: our own files, and pictures from https and from the hosts of the outside services. */
function contentPolicy(settings: Settings) {
  const services = [settings.LASTFM_BASE, settings.SPOTIFY_API_BASE, settings.OIDC_ISSUER]
  const pictures = services.map((base) => new URL(base).origin)
  const dev = settings.PLAK_DEV ? ["'unsafe-inline'"] : []
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", ...dev],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'https:', ...pictures],
      'connect-src': ["'self'", ...(settings.PLAK_DEV ? ['ws:'] : [])],
      'font-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  }
}

/** The security headers of every answer. They never change, so helmet writes them once and not for each request. */
function writeHeaders(settings: Settings): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => {},
  }
  const write = helmet({
    contentSecurityPolicy: contentPolicy(settings),
    strictTransportSecurity: settings.PUBLIC_URL.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  write({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw new Error('The security headers cannot be written', { cause: error })
  })
  return headers
}

/** Puts the security headers on every answer. A WebSocket has none, and would carry them for as long as it lives. */
export function secureHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = writeHeaders(settings)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.ws) for (const name in headers) reply.raw.setHeader(name, headers[name]!)
    done()
  })
}
