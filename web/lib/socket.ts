import { createWSClient } from '@trpc/client'
import { TOO_MANY_SOCKETS } from '../../shared/sockets.ts'

const FIRST_RETRY = 300
const LAST_RETRY = 15_000
/** timeout of a connection attempt, in milliseconds; browsers would wait for minutes if the network drops the handshake */
const CONNECT_WITHIN = 10_000
const HEARTBEAT = 20_000
const ANSWER_WITHIN = 4_000

/** attempts since the last message of the server; a connection that opens and stays silent counts as a failure, too */
let failures = 0
let pause = Promise.resolve()
let isWaiting = false
let hurry = () => {}
/** True if another response should trigger a reconnect: only the first one does if HTTP works and WebSockets do not. */
let isAnswerNews = true

// Random by half: after a restart of the server, the browsers must not all reconnect at once.
const someOf = (time: number) => time * (0.5 + Math.random() / 2)

function putOff(time: number) {
  isWaiting = true
  pause = new Promise((resolve) => {
    const go = () => {
      isWaiting = false
      resolve()
    }
    setTimeout(go, time)
    hurry = () => setTimeout(go, someOf(FIRST_RETRY))
  })
}

/** Records whether the server responded to another request; a response makes a waiting socket reconnect soon. */
export function noteServer(hasResponded: boolean): void {
  if (!hasResponded) isAnswerNews = true
  else if (isWaiting && isAnswerNews) {
    isAnswerNews = false
    hurry()
  }
}

/** Pending while this tab's socket is closed to make room for another tab's; resolves when the user returns to this tab. */
let lookedAt = Promise.resolve()
let look = () => {}

let deadline: ReturnType<typeof setTimeout>

export const socket = createWSClient({
  // tRPC's own delay cannot be shortened when the network returns, so the delay is in `url` instead.
  retryDelayMs: () => {
    putOff(someOf(Math.min(FIRST_RETRY * 2 ** failures++, LAST_RETRY)))
    return 0
  },
  url: async () => {
    await lookedAt
    await pause
    clearTimeout(deadline)
    deadline = setTimeout(() => socket.connection?.state === 'connecting' && giveUp(), CONNECT_WITHIN)
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/trpc`
  },
  // The server never opens a socket while rendering.
  WebSocket: globalThis.WebSocket ?? class {},
  lazy: { enabled: true, closeMs: 5_000 },
  onClose: (cause) => {
    if (cause?.code === TOO_MANY_SOCKETS) lookedAt = new Promise((resolve) => (look = resolve))
  },
  onOpen: () => socket.connection?.ws.addEventListener('message', onFirstMessage, { once: true }),
})

function onFirstMessage() {
  failures = 0
  isAnswerNews = true
}

function giveUp(ws = socket.connection?.ws) {
  // Tell tRPC immediately that the open connection is lost: browsers wait a minute for the closing handshake.
  if (ws?.readyState === WebSocket.OPEN) ws.dispatchEvent(new CloseEvent('close'))
  ws?.close()
}

/** Closes the connection if the server does not respond to a ping in time. */
function probe() {
  const connection = socket.connection
  if (connection?.state !== 'open') return
  const { ws } = connection
  const timer = setTimeout(() => giveUp(ws), ANSWER_WITHIN)
  ws.addEventListener('message', () => clearTimeout(timer), { once: true })
  ws.send('PING')
}

export function beginSocket() {
  setInterval(probe, HEARTBEAT)
  // After a change of network all existing connections are dead.
  addEventListener('offline', () => giveUp())
  addEventListener('online', () => {
    failures = 0
    hurry()
    giveUp()
  })
  for (const sign of ['focus', 'pointerdown', 'keydown']) addEventListener(sign, () => look())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') return
    look()
    // An attempt that is under way can still fail; the next one follows soon.
    failures = 0
    hurry()
    probe()
  })
}
