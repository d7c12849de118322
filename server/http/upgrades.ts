import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export function closeRefusedUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.ws) reply.raw.shouldKeepAlive = false
    done()
  })
}

/** Clears a value that Node or @fastify/websocket keeps on an object under a symbol. */
function empty(object: object, description: string): void {
  const symbol = Object.getOwnPropertySymbols(object).find((each) => each.description === description)
  if (symbol) Reflect.set(object, symbol, null)
}

/**
 * Releases objects of each upgrade that would stay in memory as long as the WebSocket, 2 KB for each of thousands:
 * - the response, which is never written and references Fastify's request and reply;
 * - the bytes after the headers, which `ws` has already read;
 * - the timer of the HTTP connection, which `ws` has stopped.
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
