import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { findSession } from './auth/sessions.ts'
import type { Deps } from './deps.ts'
import type { Sockets } from './sockets.ts'
import type { Context, SessionCookie, SignedIn } from './trpc.ts'

/** Cookie → viewer, the same for pages, HTTP calls and WebSockets. */
export function makeContext(app: FastifyInstance, deps: Deps, sockets: Sockets) {
  const https = deps.settings.PUBLIC_URL.startsWith('https:')
  // The prefix makes browsers refuse the cookie from a subdomain or over plain http.
  const name = https ? '__Host-plak' : 'plak'
  const shape = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const

  /** Who the Cookie header of a request belongs to; null for a visitor. */
  async function viewerOf(header: string | undefined): Promise<SignedIn | null> {
    const token = header ? app.parseCookie(header)[name] : undefined
    return token ? await findSession(deps, token) : null
  }

  const cookieOf = (reply: FastifyReply): SessionCookie => ({
    set: (token, expires) => void reply.setCookie(name, token, { ...shape, expires }),
    clear: () => void reply.clearCookie(name, shape),
  })

  /** The context of one HTTP request, or of one WebSocket for as long as it lives. */
  async function contextOf({ req, res }: CreateFastifyContextOptions): Promise<Context> {
    const viewer = await viewerOf(req.headers.cookie)
    const userAgent = req.headers['user-agent'] ?? ''
    if ('setCookie' in res) {
      return { deps, viewer, caller: { address: req.ip, userAgent }, cookie: cookieOf(res), socket: null }
    }
    // tRPC's types know the HTTP side alone: on a WebSocket `req` is Node's own request and `res` the socket.
    const address = (req as unknown as IncomingMessage).socket.remoteAddress ?? ''
    const socket = sockets.bind(res as unknown as WebSocket, viewer)
    return { deps, viewer, caller: { address, userAgent }, cookie: null, socket }
  }

  return { viewerOf, contextOf }
}
