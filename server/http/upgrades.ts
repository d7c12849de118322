import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Says of an upgrade that is refused with a plain answer that its connection is closed, which it is. */
export function closeRefusedUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.ws) reply.raw.shouldKeepAlive = false
    done()
  })
}

/** Empties what Node or @fastify/websocket keeps on an object under a symbol of its own. */
function empty(object: object, description: string): void {
  const symbol = Object.getOwnPropertySymbols(object).find((each) => each.description === description)
  if (symbol) Reflect.set(object, symbol, null)
}

/**
 * Lets go of what was prepared for each upgrade, and would be in memory for as long as the WebSocket lives, 2 KB for each of
 * thousands: the answer, which is never written and has Fastify's request and reply; what came behind the headers, which `ws` has
 * read; the timer of the HTTP connection, which `ws` has stopped.
 */
export function forgetUpgrades(app: FastifyInstance): void {
  const answers = new WeakMap<IncomingMessage, ServerResponse>()
  app.addHook('onRequest', (request, reply, done) => {
    if (request.ws) answers.set(request.raw, reply.raw)
    done()
  })
  app.websocketServer.on('connection', (_, request) => {
    answers.get(request)?.detachSocket(request.socket)
    answers.delete(request)
    empty(request, 'ws-head')
    empty(request.socket, 'timeout')
  })
}
