import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { socketsOfNetwork, streamsOfToken } from '../core/limits.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError, tooMany } from '../lib/errors.ts'
import type { Settings } from '../lib/settings.ts'
import type { Bus } from '../live/bus.ts'
import { serverSentMessage } from '../live/serverSent.ts'
import type { EventStream, Message } from '../live/stream.ts'
import { observeTokenEnds } from '../tokens/ends.ts'
import { OpenStream, type Holder } from './openStream.ts'

export const STREAM_TYPE = 'text/event-stream'

const SWEEP = 1_000
/** how long a client waits before it connects again, in milliseconds */
const RETRY = Buffer.from('retry: 2000\n\n')
/** seconds after which a refused client can try again */
const RETRY_AFTER = 60
/** waves in which a draining server ends its streams: minimum size, maximum number, and pause in milliseconds */
const MIN_WAVE = 100
const MAX_WAVES = 30
const BETWEEN_WAVES = 100

type StreamDeps = { bus: Bus; settings: Settings; log: FastifyBaseLogger; now: () => Date }

type Call = {
  holder: Holder | null
  network: string
  /** starts the subscription, which attaches itself to `writer` */
  subscribe: (writer: OpenStream) => Promise<EventStream<Message>>
  /** throws if the token ended while the stream was being opened */
  requireToken: () => Promise<unknown>
  /** a request for the head of the stream, which ends with it */
  isHead: boolean
}

export type Streams = ReturnType<typeof trackStreams>

/** Keeps the open event streams of this process: their limits, the end of their tokens, draining. */
export function trackStreams(deps: StreamDeps) {
  const { settings, log } = deps
  const streams = new Set<OpenStream>()
  const counts = makeCounts()
  const sweep = endWithTokens(streams, deps)
  let isDraining = false

  function open({ raw }: FastifyReply, { holder, network }: Call): OpenStream {
    const ofToken = `token ${holder?.tokenId}`
    const isFull = holder !== null && counts.read(ofToken) >= streamsOfToken
    if (isFull || counts.read(network) >= socketsOfNetwork(settings.LIMITS_FACTOR))
      throw tooMany('tooManySubscriptions', RETRY_AFTER)
    const stream = new OpenStream(raw, holder)
    const keys = holder ? [network, ofToken] : [network]
    streams.add(stream)
    for (const key of keys) counts.change(key, 1)
    stream.onEnd(() => {
      streams.delete(stream)
      for (const key of keys) counts.change(key, -1)
    })
    return stream
  }

  /**
   * Sends the events of a subscription until the client leaves or the token ends.
   * @throws what the subscription refuses, before anything is sent
   */
  async function send(reply: FastifyReply, call: Call): Promise<FastifyReply> {
    const stream = open(reply, call)
    try {
      const events = (await call.subscribe(stream))[Symbol.asyncIterator]()
      const first = await events.next()
      await call.requireToken()
      if (call.isHead) {
        stream.forget()
        return reply.headers(headersOf(reply)).send()
      }
      reply.hijack()
      stream.start(headersOf(reply))
      stream.send(RETRY)
      if (isDraining || stream.signal.aborted) stream.end()
      else void pump(stream, { events, first, log })
      return reply
    } catch (error) {
      stream.forget()
      throw error
    }
  }

  async function drain(): Promise<void> {
    isDraining = true
    await endInWaves([...streams])
    clearInterval(sweep)
  }

  return { send, drain, count: () => streams.size }
}

function makeCounts() {
  const counts = new Map<string, number>()
  const read = (key: string) => counts.get(key) ?? 0
  return {
    read,
    change(key: string, by: 1 | -1): void {
      const next = read(key) + by
      if (next > 0) counts.set(key, next)
      else counts.delete(key)
    },
  }
}

/** Returns the timer that sends heartbeats, cuts slow readers, and ends the streams of expired tokens. */
function endWithTokens(
  streams: ReadonlySet<OpenStream>,
  { bus, now }: Pick<StreamDeps, 'bus' | 'now'>,
): NodeJS.Timeout {
  observeTokenEnds({ bus }, (isEnded) => {
    for (const stream of streams) if (stream.holder && isEnded(stream.holder.tokenId)) stream.end()
  })
  return setInterval(() => {
    const moment = now()
    for (const stream of streams) {
      stream.tick()
      const { expiresAt } = stream.holder ?? {}
      if (expiresAt && expiresAt <= moment) stream.end()
    }
  }, SWEEP)
}

/** Streams that end all at once would make all clients connect at the same moment. */
async function endInWaves(streams: readonly OpenStream[]): Promise<void> {
  const wave = Math.max(MIN_WAVE, Math.ceil(streams.length / MAX_WAVES))
  for (let first = 0; first < streams.length; first += wave) {
    if (first > 0) await sleep(BETWEEN_WAVES)
    for (const stream of streams.slice(first, first + wave)) stream.end()
  }
}

type Pumped = { events: Events; first: Next; log: FastifyBaseLogger }

async function pump(stream: OpenStream, { events, first, log }: Pumped): Promise<void> {
  try {
    for (let next = first; !next.done; next = await events.next()) {
      const [id, { type, ...payload }] = next.value
      stream.send(serverSentMessage(id, type, JSON.stringify(payload)))
    }
  } catch (error) {
    // The client connects again, and gets the refusal then.
    if (!(error instanceof DomainError) && !isDatabaseDown(error))
      log.error({ err: error }, 'an event stream failed')
  }
  stream.end()
}

type Events = AsyncIterator<readonly [string, Message, ...unknown[]], unknown>
type Next = Awaited<ReturnType<Events['next']>>

function headersOf(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = String(value)
  return {
    ...headers,
    'content-type': STREAM_TYPE,
    'cache-control': 'no-store',
    // nginx would buffer the events.
    'x-accel-buffering': 'no',
  }
}
