import type { WebSocket } from 'ws'
import type { Bus } from './lib/bus.ts'
import type { SignedIn } from './trpc.ts'

const SWEEP = 1_000
const MESSAGES_A_SECOND = 20
/** bytes that may wait for a slow reader; beyond it the socket is cut, and its client comes back through replay */
const BUFFERED = 1024 * 1024
/** how long closing sockets may take to say goodbye, in milliseconds */
const GOODBYE = 500

/** An open WebSocket with what it stands on. */
export type OpenSocket = { subscriptions: number; viewer: SignedIn | null }

/** The open WebSockets of this process: their limits, and their end when a session ends or the process goes. */
export type Sockets = ReturnType<typeof trackSockets>

export function trackSockets(bus: Bus) {
  const open = new Map<WebSocket, OpenSocket>()

  const cut = (socket: WebSocket, code: number, reason: string) => {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), GOODBYE).unref()
  }

  /** Counts a new socket's messages and forgets it when it closes. Call it before anything listens to the socket. */
  function add(socket: WebSocket): void {
    open.set(socket, { subscriptions: 0, viewer: null })
    let messages = 0
    const eachSecond = setInterval(() => (messages = 0), 1_000)
    socket.on('message', () => {
      if (++messages > MESSAGES_A_SECOND) cut(socket, 1008, 'too many messages')
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(eachSecond)
      open.delete(socket)
    })
  }

  /** Binds a socket to the person that its cookie names; its session's end is then its own. */
  function bind(socket: WebSocket, viewer: SignedIn | null): OpenSocket {
    const entry = open.get(socket) ?? { subscriptions: 0, viewer }
    entry.viewer = viewer
    return entry
  }

  bus.observe((topic, event) => {
    if (event.type !== 'session.revoked') return
    const userId = Number(topic.slice('session:'.length))
    for (const [socket, { viewer }] of open) {
      if (viewer?.id !== userId) continue
      if (event.sessions === 'all' || event.sessions.includes(viewer.sessionId)) cut(socket, 1008, 'session ended')
    }
  })

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [socket, { viewer }] of open) {
      if (socket.bufferedAmount > BUFFERED) socket.terminate()
      else if (viewer && viewer.expiresAt.getTime() <= now) cut(socket, 1008, 'session ended')
    }
  }, SWEEP)

  /** Tells every client to come back elsewhere and ends what does not go by itself. */
  async function drain(): Promise<void> {
    clearInterval(sweep)
    for (const socket of open.keys()) {
      socket.send('{"id":null,"method":"reconnect"}')
      cut(socket, 1001, 'server is restarting')
    }
    const closed = [...open.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    await Promise.all(closed)
  }

  return { add, bind, drain, count: () => open.size }
}
