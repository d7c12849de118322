import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../core/deps.ts'
import type { Context } from '../core/trpc.ts'
import { unauthorized } from '../lib/errors.ts'
import type { EventStream, Message } from '../live/stream.ts'
import { appRouter } from '../router.ts'
import { bearerIn, findToken } from '../tokens/authenticate.ts'
import type { OpenStream } from './openStream.ts'
import { pathParameters, type Row } from './row.ts'
import { STREAM_TYPE, type Streams } from './streams.ts'

type Needs = {
  deps: Deps
  streams: Streams
  tokenContext: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>
}
type Request = FastifyRequest<{ Params: Record<string, string>; Querystring: { lastEventId?: unknown } }>

/** Returns the route of a row with events. A client that resumes names its last event in the header or, at first, in the address. */
export function makeStreamRoute({ deps, streams, tokenContext }: Needs, row: Row) {
  return async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
    const position = deps.bus.last()
    const context = await tokenContext(request, reply)
    if (row.who !== 'public' && !context.viewer) throw unauthorized('auth.loginRequired')
    if (request.method === 'HEAD')
      return await reply.type(STREAM_TYPE).header('cache-control', 'no-store').send()
    const { token, caller } = context
    await streams.send(reply, {
      holder: token ? { tokenId: token.id, expiresAt: token.expiresAt } : null,
      network: caller.network,
      subscribe: (stream) => subscribe(row, { context, stream, request }),
      // The end of the token may have been announced before the stream was there.
      async requireToken() {
        const secret = bearerIn(request.headers.authorization)
        if (secret !== null && deps.bus.last() !== position) await findToken(deps, secret, caller)
      },
    })
    return reply
  }
}

type Opened = { context: Context; stream: OpenStream; request: Request }

async function subscribe(
  { call, path }: Row,
  { context, stream, request: { params, query, headers } }: Opened,
): Promise<EventStream<Message>> {
  const caller = appRouter.createCaller({ ...context, socket: stream }, { signal: stream.signal })
  const lastEventId = positionOf(headers['last-event-id'] ?? query.lastEventId)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof typeof pathParameters)
  const values = Object.fromEntries(names.map((name) => [name, pathParameters[name].read.parse(params[name])]))
  const input = { caller, context, params: values, query: { lastEventId }, body: null, submission: '' }
  return (await call(input as never)) as EventStream<Message>
}

/** A stream after a position that is none of ours begins with a reset. */
const UNKNOWN = '0.0'

function positionOf(given: unknown): string | undefined {
  if (given === undefined || given === '') return undefined
  return typeof given === 'string' && /^[\da-f]{1,32}\.\d{1,15}$/.test(given) ? given : UNKNOWN
}
