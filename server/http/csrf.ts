import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseUrl } from '../../shared/parseUrl.ts'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { isScrobbleUrl } from '../plays/protocols/routes.ts'
import { bearerIn } from '../tokens/authenticate.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])
const API = '/api/'
const uploadPaths = new Set<string>([paths.importFile(), paths.coverFile(), paths.avatarFile()])

/**
 * Accepts PUBLIC_URL, or the host that the request was sent to. That host must be an IP address or 'localhost', because anybody
 * can let their own host name resolve to this machine (DNS rebinding).
 */
function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === publicUrl) return true
  const url = origin === undefined ? null : parseUrl(origin)
  if (!url) return false
  const { host: sender, hostname } = url
  return sender === host && (hostname === 'localhost' || isIP(hostname.replace(/^\[|]$/g, '')) !== 0)
}

/**
 * Refuses requests that another site's page could make a browser send. A state-changing request needs JSON (no form can send it)
 * and a same-origin header; a WebSocket needs our own Origin. A request with neither header does not come from a browser.
 * Call it after the WebSocket plugin is registered: its hook recognizes upgrades and closes the connection of a refused one.
 */
export function guard(
  app: FastifyInstance,
  { settings, audit }: Pick<Deps, 'settings' | 'audit'>,
  callerOf: (request: IncomingMessage) => CallerAddress,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isOwn = isOwnOrigin(request.headers.origin, request.headers.host, settings.PUBLIC_URL)
    const refusal = refusalOf(request, isOwn)
    if (!refusal) return done()
    const detail = { status: refusal.status, isWebSocket: request.ws }
    const { address } = callerOf(request.raw)
    audit.note({ event: 'gate.refused', actor: null, address, detail })
    reply.code(refusal.status).send({ error: refusal.error })
  })
}

/** No page can make a browser send this header to us, and the cookie of such a request is ignored. */
const carriesToken = ({ url, headers }: FastifyRequest) =>
  url.startsWith('/trpc/') && bearerIn(headers.authorization) !== null

function isForeign({ headers }: FastifyRequest, isOwn: boolean): boolean {
  const site = headers['sec-fetch-site']
  return site ? site !== 'same-origin' : headers.origin !== undefined && !isOwn
}

function refusalOf(request: FastifyRequest, isOwn: boolean): { status: number; error: string } | null {
  const { headers, method } = request
  if (request.ws) {
    return isOwn ? null : { status: 403, error: 'This origin may not open a WebSocket' }
  }
  if (safe.has(method)) return null
  // A mail program sends this form without any page. Its link is signed, and cookies are ignored there.
  if (request.url.startsWith(paths.unsubscribe(''))) return null
  // Cookies are ignored there.
  if (request.url.startsWith(API) || isScrobbleUrl(request.url)) return null
  const foreign = !carriesToken(request) && isForeign(request, isOwn)
  if (foreign) return { status: 403, error: 'Requests from another site are refused' }
  // Forms cannot send application/octet-stream, either; only uploads use it.
  const type = uploadPaths.has(request.url) ? 'octet-stream' : 'json'
  const isOfType = new RegExp(`^application/${type}\\s*(;|$)`, 'i').test(headers['content-type'] ?? '')
  return isOfType ? null : { status: 415, error: `Send application/${type}` }
}
