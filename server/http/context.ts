import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ACCOUNT } from '../../shared/account.ts'
import { preferencesOf } from '../../shared/preferences.ts'
import { TIME_ZONE } from '../../shared/timeZones.ts'
import { scopeOfProcedure } from '../api/table.ts'
import { makeSessionCookie } from '../auth/sessionCookie.ts'
import type { Deps } from '../core/deps.ts'
import type { Context, SignedIn } from '../core/trpc.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { catalogues } from '../lib/languages.ts'
import { requestAllPrompts } from '../plays/prompts/checks.ts'
import type { TokenCaller } from '../tokens/authenticate.ts'
import { accountOf } from '../users/handle.ts'
import { noteLanguage } from '../users/language.ts'
import { noteTimeZone } from '../users/timeZone.ts'
import { makeBearer } from './bearer.ts'
import type { Sockets } from './sockets.ts'

/** maximum number of calls in one request */
export const MAX_BATCH = 10

type TextsOf = (header: string | undefined) => Context['texts']

type Sources = {
  deps: Deps
  sockets: Sockets
  callerOf: (request: IncomingMessage) => CallerAddress
  viewerOf: (header: string | undefined) => Promise<SignedIn | null>
  textsOf: TextsOf
}

export function makeContext(
  app: FastifyInstance,
  deps: Deps,
  { sockets, callerOf }: Pick<Sources, 'sockets' | 'callerOf'>,
) {
  const { viewerOf, cookieOf } = makeSessionCookie(app, deps)
  const bearerOf = makeBearer({ deps, callerOf })

  const textsOf: TextsOf = (header) => () =>
    catalogues[preferencesOf(header ? app.parseCookie(header) : {}).language]

  const contextWith = (request: FastifyRequest, reply: FastifyReply, viewer: SignedIn | null): Context => ({
    ...aboutRequest(deps, request, callerOf),
    viewer,
    texts: textsOf(request.headers.cookie),
    cookie: cookieOf(reply),
  })

  async function requestContext(request: FastifyRequest, reply: FastifyReply): Promise<Context> {
    const viewer = await viewerOf(request.headers.cookie)
    const context = contextWith(request, reply, viewer)
    if (viewer) {
      noteLanguage(deps, viewer, context.texts().language)
      noteZone(deps, viewer, request.headers[TIME_ZONE])
    }
    return context
  }

  /** Ignores cookies: a caller without an access token is a visitor. @throws unauthorized; tooMany */
  async function tokenContext(request: FastifyRequest, reply: FastifyReply): Promise<Context> {
    const bearer = await bearerOf(request, reply)
    const context = bearer
      ? withToken(contextWith(request, reply, bearer.viewer), bearer)
      : { ...contextWith(request, reply, null), cookie: null }
    return { ...context, texts: () => catalogues.default }
  }

  async function callContext(request: FastifyRequest, reply: FastifyReply, calls = 1): Promise<Context> {
    try {
      const bearer = await bearerOf(request, reply, calls)
      if (bearer) return withToken(contextWith(request, reply, bearer.viewer), bearer)
    } catch (tokenError) {
      return { ...contextWith(request, reply, null), cookie: null, tokenError }
    }
    try {
      return await requestContext(request, reply)
    } catch (viewerError) {
      return { ...contextWith(request, reply, null), viewerError }
    }
  }

  const sources = { deps, sockets, callerOf, viewerOf, textsOf }
  /** tRPC passes either a request or a socket; its types do not include the socket. */
  const contextOf = ({ req, res, info }: CreateFastifyContextOptions): Promise<Context> =>
    'setCookie' in res
      ? callContext(req, res, info.calls.length)
      : socketContext(req as unknown as IncomingMessage, res as unknown as WebSocket, sources)

  return { textsOf, requestContext, callContext, tokenContext, contextOf }
}

/** Returns the parts of a context that do not depend on who calls. */
function aboutRequest(deps: Deps, request: FastifyRequest, callerOf: Sources['callerOf']) {
  const { [ACCOUNT]: account, 'user-agent': userAgent = '' } = request.headers
  return {
    deps,
    requestId: request.id,
    caller: { ...callerOf(request.raw), userAgent },
    socket: null,
    ...(account !== undefined && {
      isOtherAccount: async (userId: number) => (await accountOf(deps, userId)) !== account,
    }),
  }
}

function noteZone(deps: Deps, viewer: SignedIn, timeZone: string | string[] | undefined): void {
  if (typeof timeZone === 'string')
    noteTimeZone(deps, viewer, timeZone, () => requestAllPrompts(deps.db, viewer.id, deps.now()))
}

const withToken = (context: Context, { token }: TokenCaller): Context => ({
  ...context,
  cookie: null,
  token: { ...token, opens: (procedure) => scopeOfProcedure.has(procedure) },
})

async function socketContext(
  request: IncomingMessage,
  socket: WebSocket,
  { deps, sockets, callerOf, viewerOf, textsOf }: Sources,
): Promise<Context> {
  const { cookie, 'user-agent': userAgent = '' } = request.headers
  const { address, network } = callerOf(request)
  // Empties the request, because the socket holds it for its whole life.
  request.headers = {}
  request.rawHeaders = []
  const position = deps.bus.last()
  const viewer = await viewerOf(cookie)
  const bound = sockets.bind(socket, request, viewer)
  // The end of the session may have been announced between the lookup and `bind`, before the socket had a subscription.
  const isOver = viewer && deps.bus.last() !== position && !(await viewerOf(cookie))
  if (isOver) socket.close(1008, 'session ended')
  // A spread would give each of thousands of objects its own hidden class.
  const caller = { address, network, userAgent }
  const texts = textsOf(cookie)()
  if (viewer) noteLanguage(deps, viewer, texts.language)
  return {
    deps,
    viewer: isOver ? null : viewer,
    // Short, because thousands are in memory.
    requestId: randomBytes(9).toString('base64url'),
    caller,
    texts: () => texts,
    cookie: null,
    socket: bound,
  }
}
