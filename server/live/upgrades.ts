import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Says of an upgrade that is refused with a plain answer that its connection is closed, which it is. */
export function closeRefusedUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.ws) reply.raw.shouldKeepAlive = false
    done()
  })
}

/**
 * Lets go of the answer that was prepared for each upgrade. It is never written, and would keep Fastify's request and
 * reply in memory for as long as the WebSocket lives: 1.5 KB for each of thousands.
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
  })
}
