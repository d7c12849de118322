import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Says of an upgrade that is refused with a plain answer that its connection is closed, which it is. */
export function closeRefusedUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.ws) reply.raw.shouldKeepAlive = false
    done()
  })
}

/** what came behind the headers of an upgrade, which @fastify/websocket leaves on the request; ws has read it by then */
const headOf = (request: IncomingMessage) =>
  Object.getOwnPropertySymbols(request).find(({ description }) => description === 'ws-head')

/**
 * Lets go of what was prepared for each upgrade, and would be in memory for as long as the WebSocket lives: the answer, which is
 * never written and has Fastify's request and reply, and a buffer, 2 KB for each of thousands.
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
    const head = headOf(request)
    if (head) Reflect.set(request, head, undefined)
  })
}
