import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { initTRPC } from '@trpc/server'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Db } from '../../server/lib/db.ts'
import type { Bus } from '../../server/live/bus.ts'
import { encoder, streamEvents, type FrameWriter } from '../../server/live/stream.ts'
import type { ActivityEvent } from '../../shared/events.ts'

/** The parts of a server that a test controls or observes. */
export type Stage = {
  /** the events that are being transformed: each waits until it is released */
  transforming: { nickname: string; go: () => void }[]
  /** whether the sockets' reader is slow, and until when */
  isFull: boolean
  drained: Promise<void>
  /** how many messages were delivered directly, past tRPC */
  direct: number
}

type Data = { id: string; data: { type: string; id?: number; nickname?: string } }
type Message = { id: number | string; result?: { type: string; data?: Data }; error?: { message: string } }

/** Serves a router with one live stream like the product's: 'follow.added' is transformed and changes the topics. */
export function serve(db: Db, bus: Bus, stage: Stage): WebSocketServer {
  const t = initTRPC.context<{ writer: FrameWriter }>().create()
  const input = z.object({ topics: z.array(z.string()), lastEventId: z.string().nullish() })
  const router = t.router({
    live: t.procedure.input(input).subscription(({ input: { topics, lastEventId }, ctx, signal }) => {
      const stream = streamEvents<ActivityEvent>(
        { db, bus },
        {
          viewer: null,
          after: lastEventId,
          topics: () => topics,
          types: ['log.removed'],
          async transform(event, _, setTopics) {
            if (event.type !== 'follow.added') return null
            await new Promise<void>((go) => stage.transforming.push({ nickname: event.nickname, go }))
            setTopics([...topics, event.nickname])
            return event
          },
        },
        signal!,
      )
      stream.attach(ctx.writer)
      return stream
    }),
  })
  const made = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  applyWSSHandler({
    wss: made,
    router,
    experimental_encoder: encoder,
    createContext: ({ req, res }) => ({
      writer: {
        send(frame: Buffer) {
          stage.direct++
          if (res.readyState === res.OPEN) req.socket.write(frame)
        },
        isFull: () => stage.isFull,
        drained: () => stage.drained,
      },
    }),
  })
  return made
}

/** Opens a socket with subscriptions under given ids. */
export async function connect(server: WebSocketServer) {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const messages: Message[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message))
  await once(socket, 'open')
  const of = (id: number | string) => messages.filter((message) => message.id === id)
  const dataOf = (id: number | string) => of(id).flatMap(({ result }) => (result?.data ? [result.data] : []))
  return {
    socket,
    messages,
    subscribe: (id: number | string, topics: string[], lastEventId?: string) =>
      socket.send(
        JSON.stringify({
          id,
          method: 'subscription',
          params: { path: 'live', input: { topics, lastEventId } },
        }),
      ),
    stop: (id: number | string) => socket.send(JSON.stringify({ id, method: 'subscription.stop' })),
    /** the events of a subscription: numbers, names of followed users, and control events */
    received: (id: number | string) => dataOf(id).map(({ data }) => data.id ?? data.nickname ?? data.type),
    lastId: (id: number | string) => dataOf(id).at(-1)?.id,
    types: (id: number | string) => of(id).map(({ result }) => result?.type ?? 'error'),
  }
}
