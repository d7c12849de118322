import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { preferencesOf } from '../../shared/preferences.ts'
import { makeSessionCookie } from '../auth/sessionCookie.ts'
import type { Deps } from '../core/deps.ts'
import type { Context, SignedIn } from '../core/trpc.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { catalogues } from '../lib/languages.ts'
import { noteLanguage } from '../users/language.ts'
import type { Sockets } from './sockets.ts'

/** Cookie → viewer, the same for pages, HTTP calls and WebSockets. */
export function makeContext(
  app: FastifyInstance,
  deps: Deps,
  { sockets, callerOf }: { sockets: Sockets; callerOf: (request: IncomingMessage) => CallerAddress },
) {
  const { viewerOf, cookieOf } = makeSessionCookie(app, deps)

  /** The texts of the language that a Cookie header asks for. */
  const textsOf = (header: string | undefined) => () =>
    catalogues[preferencesOf(header ? app.parseCookie(header) : {}).language]

  const contextWith = (request: FastifyRequest, reply: FastifyReply, viewer: SignedIn | null): Context => {
    const caller = { ...callerOf(request.raw), userAgent: request.headers['user-agent'] ?? '' }
    const texts = textsOf(request.headers.cookie)
    return { deps, viewer, requestId: request.id, caller, texts, cookie: cookieOf(reply), socket: null }
  }

  /** The context of one HTTP request. */
  async function requestContext(request: FastifyRequest, reply: FastifyReply): Promise<Context> {
    const viewer = await viewerOf(request.headers.cookie)
    const context = contextWith(request, reply, viewer)
    if (viewer) noteLanguage(deps, viewer, context.texts().language)
    return context
  }

  /** The same for procedures, which handle an unknown viewer themselves (server/core/trpc.ts). */
  async function callContext(request: FastifyRequest, reply: FastifyReply): Promise<Context> {
    try {
      return await requestContext(request, reply)
    } catch (viewerError) {
      return { ...contextWith(request, reply, null), viewerError }
    }
  }

  /** The context of one WebSocket for as long as it lives. */
  async function socketContext(request: IncomingMessage, socket: WebSocket): Promise<Context> {
    const { cookie, 'user-agent': userAgent = '' } = request.headers
    const { address, network } = callerOf(request)
    // A socket keeps its request for as long as it lives.
    request.headers = {}
    request.rawHeaders = []
    const before = deps.bus.last()
    const viewer = await viewerOf(cookie)
    const bound = sockets.bind(socket, request, viewer)
    // The session's end may have been announced between the look-up and the binding, when nothing was subscribed yet.
    const isOver = viewer && deps.bus.last() !== before && !(await viewerOf(cookie))
    if (isOver) socket.close(1008, 'session ended')
    // Not by a spread, which would give each of thousands a shape of its own.
    const caller = { address, network, userAgent }
    const texts = textsOf(cookie)()
    if (viewer) noteLanguage(deps, viewer, texts.language)
    return {
      deps,
      viewer: isOver ? null : viewer,
      // Short, because thousands are held.
      requestId: randomBytes(9).toString('base64url'),
      caller,
      texts: () => texts,
      cookie: null,
      socket: bound,
    }
  }

  /** The context of what tRPC hands over: a request, or a socket, of which its types do not know. */
  const contextOf = ({ req, res }: CreateFastifyContextOptions): Promise<Context> =>
    'setCookie' in res
      ? callContext(req, res)
      : socketContext(req as unknown as IncomingMessage, res as unknown as WebSocket)

  return { textsOf, requestContext, contextOf }
}
