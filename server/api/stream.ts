import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../core/trpc.ts'
import type { EventStream, Message } from '../live/stream.ts'
import { appRouter } from '../router.ts'
import { bearerIn, findToken } from '../tokens/authenticate.ts'
import type { Row } from './row.ts'
import type { Streams } from './streams.ts'

type Opened = { row: Row; context: Context; params: object; request: FastifyRequest }

/** Answers with the event stream of a row. @throws what its procedure refuses */
export async function sendStream(
  streams: Streams,
  reply: FastifyReply,
  { row, context, params, request }: Opened,
): Promise<FastifyReply> {
  const { method, headers, query } = request
  const { deps, token, caller } = context
  const lastEventId = positionOf(headers['last-event-id'] ?? (query as { lastEventId?: unknown }).lastEventId)
  return await streams.send(reply, {
    isHead: method === 'HEAD',
    holder: token ? { tokenId: token.id, expiresAt: token.expiresAt } : null,
    network: caller.network,
    async subscribe(stream) {
      const own = appRouter.createCaller({ ...context, socket: stream }, { signal: stream.signal })
      const input = { caller: own, context, params, query: { lastEventId }, body: null, submission: '' }
      return (await row.call(input as never)) as EventStream<Message>
    },
    async requireToken() {
      const secret = bearerIn(headers.authorization)
      if (secret !== null) await findToken(deps, secret, caller)
    },
  })
}

/** A position of no log: the stream begins with a reset. */
const UNKNOWN = '0.0'

/** The header wins: an EventSource that reconnects keeps the address that it began with. */
function positionOf(given: unknown): string | undefined {
  if (given === undefined || given === '') return undefined
  return typeof given === 'string' && /^[\da-f]{1,32}\.\d{1,15}$/.test(given) ? given : UNKNOWN
}
