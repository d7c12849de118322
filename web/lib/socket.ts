import { createWSClient } from '@trpc/client'
import { TOO_MANY_SOCKETS } from '../../shared/sockets.ts'

const FIRST_RETRY = 300
const LAST_RETRY = 15_000
/** a network that swallows the beginning of a connection would be waited for by browsers for minutes */
const CONNECT_WITHIN = 10_000
const HEARTBEAT = 20_000
const ANSWER_WITHIN = 4_000

/** attempts since the server last sent something: a connection that opens and stays silent is a failure, too */
let failures = 0
let pause = Promise.resolve()
let isWaiting = false
let hurry = () => {}
/** Whether the answer to another request still changes anything: where requests work and WebSockets do not, only the first. */
let isAnswerNews = true

// Half of it is chance: after a restart of the server the browsers must not come back all at once.
const someOf = (time: number) => time * (0.5 + Math.random() / 2)

/** Puts the next attempt off; `hurry` has it soon. */
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

/** Notes whether the server answered another request: a socket that waits for its next attempt goes soon when it did. */
export function noteServer(answered: boolean): void {
  if (!answered) isAnswerNews = true
  else if (isWaiting && isAnswerNews) {
    isAnswerNews = false
    hurry()
  }
}

/** Whether this tab's socket made room for another tab's, and then until when: somebody looks at this one again. */
let lookedAt = Promise.resolve()
let look = () => {}

let deadline: ReturnType<typeof setTimeout>

/** The one WebSocket of all live subscriptions: opened when the first begins, closed soon after the last. */
export const socket = createWSClient({
  // tRPC's own delay cannot be cut short when the network is back: this one stands before the address.
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
  // The server never opens one while rendering.
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

/** Drops a dead connection. */
function giveUp(ws = socket.connection?.ws) {
  // tRPC learns at once that an open one is lost: browsers wait a minute for the closing handshake.
  if (ws?.readyState === WebSocket.OPEN) ws.dispatchEvent(new CloseEvent('close'))
  ws?.close()
}

/** Asks the other end for a sign of life. */
function probe() {
  const connection = socket.connection
  if (connection?.state !== 'open') return
  const { ws } = connection
  const timer = setTimeout(() => giveUp(ws), ANSWER_WITHIN)
  ws.addEventListener('message', () => clearTimeout(timer), { once: true })
  ws.send('PING')
}

/** Starts detecting dead connections; once, at the start. */
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
    hurry()
    probe()
  })
}
