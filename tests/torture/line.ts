import { getUntypedClient } from '@trpc/client'
import { WebSocket } from 'ws'
import { makeClient } from '../harness/client.ts'
import { makeCookies, type SavedCookies } from '../harness/cookies.ts'
import type { Random } from './random.ts'

/** A subscription from a position on. */
type Wanted = { path: string; input: object; from: string; onEvent: (id: string, data: unknown) => void }

/** A client's connection with all its subscriptions; it reconnects by itself. */
export type Line = {
  want: (wanted: Wanted) => void
  /** stops the subscriptions and resumes them at their positions */
  hop: () => void
  /** violations of the protocol */
  problems: string[]
  close: () => Promise<void>
}

/** as in the web: half of the delay is random */
const retryDelay = (attempt: number) => Math.min(300 * 2 ** attempt, 15_000) * (0.5 + Math.random() / 2)
const AGAIN = 200

/** The standard client of tRPC, with the web's addition: a subscription that ended is restarted from its last event. */
export function stockLine(url: string, session: SavedCookies): Line {
  const { client, close } = makeClient({ url, cookies: makeCookies(session) })
  const untyped = getUntypedClient(client)
  const hops: (() => void)[] = []
  let isOver = false

  function want({ path, input, from, onEvent }: Wanted) {
    let last = from
    let running = begin()
    function begin() {
      const mine = untyped.subscription(
        path,
        { ...input, lastEventId: last },
        {
          onData(message) {
            const { id, data } = message as { id: string; data: unknown }
            last = id
            onEvent(id, data)
          },
          onError: () => void (isOver || setTimeout(() => running === mine && (running = begin()), AGAIN)),
        },
      )
      return mine
    }
    hops.push(() => {
      running.unsubscribe()
      running = begin()
    })
  }
  return {
    want,
    hop: () => hops.forEach((hop) => hop()),
    problems: [],
    close: async () => {
      isOver = true
      await close()
    },
  }
}

export type RawLine = Line & {
  /** cuts the current connection; it reconnects after a moment */
  cut: () => void
  /** stops reading until `read` is called */
  stall: () => void
  read: () => void
}
type Running = Wanted & { state: 'asked' | 'running' | 'stopping' | 'ended' }
type Message = {
  id: number | string | null
  method?: string
  error?: { message: string }
  result?: { type: 'started' | 'stopped' } | { type: 'data'; data: { id: string; data: unknown } }
}

/**
 * A light client that implements the protocol itself: hundreds of them fit into a test, and it detects errors that the standard
 * client would tolerate. The ids of its subscriptions are numbers and strings, including `1` and `"1"`.
 */
export function rawLine(url: string, session: SavedCookies, random: Random): RawLine {
  const subscriptions = new Map<number | string, Running>()
  const problems: string[] = []
  let socket: WebSocket | null = null
  let attempt = 0
  let isOver = false
  let isStalled = false

  const say = (message: object) =>
    socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))
  function ask(id: number | string) {
    const { path, input, from } = Object.assign(subscriptions.get(id)!, { state: 'asked' })
    say({ id, method: 'subscription', params: { path, input, lastEventId: from } })
  }
  function take({ id, method, error, result }: Message) {
    if (method === 'reconnect') {
      const before = socket!
      connect()
      return before.close()
    }
    // The database was too busy to look up the session: the server closes, and the client reconnects.
    if (id === null) return
    const one = subscriptions.get(id)
    if (!one)
      return void problems.push(
        `a message for ${JSON.stringify(id)}, which nobody asked for: ${error?.message}`,
      )
    if (result?.type === 'data') {
      if (one.state !== 'running' && one.state !== 'stopping') problems.push(`an event while '${one.state}'`)
      one.from = result.data.id
      return one.onEvent(result.data.id, result.data.data)
    }
    if (result?.type === 'started') return void (one.state = one.state === 'asked' ? 'running' : one.state)
    const wasWished = one.state === 'stopping' && result
    one.state = 'ended'
    if (wasWished) ask(id)
    else setTimeout(() => one.state === 'ended' && ask(id), AGAIN)
  }
  function connect() {
    const cookie = makeCookies(session).header()
    const mine = new WebSocket(`${url.replace('http', 'ws')}/trpc`, {
      origin: url,
      headers: cookie ? { cookie } : {},
    })
    socket = mine
    mine.on('open', () => {
      attempt = 0
      for (const id of subscriptions.keys()) ask(id)
      if (isStalled) mine.pause()
    })
    mine.on('message', (data: Buffer) => {
      const text = data.toString()
      if (mine !== socket) return
      if (text === 'PING') mine.send('PONG')
      else take(JSON.parse(text) as Message)
    })
    mine.on('error', () => {})
    mine.on('close', () => {
      if (mine === socket && !isOver) setTimeout(() => !isOver && connect(), retryDelay(attempt++))
    })
  }

  connect()
  return {
    want(wanted) {
      const number = 1 + Math.floor(subscriptions.size / 2)
      const id = subscriptions.size % 2 === 0 ? number : `${number}`
      subscriptions.set(id, { ...wanted, state: 'asked' })
      ask(id)
    },
    hop() {
      for (const [id, one] of subscriptions) {
        if (one.state !== 'running' || random.below(2) === 0) continue
        one.state = 'stopping'
        say({ id, method: 'subscription.stop' })
      }
    },
    problems,
    cut: () => socket?.terminate(),
    stall() {
      isStalled = true
      if (socket?.readyState === WebSocket.OPEN) socket.pause()
    },
    read() {
      isStalled = false
      socket?.resume()
    },
    close: async () => {
      isOver = true
      socket?.terminate()
    },
  }
}
