import type { FastifyInstance } from 'fastify'

/**
 * Once the app closes, closes a connection with the answer that is on its way there. Node closes what is idle at that moment
 * alone: a connection that becomes idle later would keep the process waiting for as long as it may stay idle (72 seconds).
 */
export function closeAnswered(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onResponse', ({ raw, ws }, _, done) => {
    // It sends what is still in its buffer first.
    if (isClosing && !ws) raw.socket.destroySoon()
    done()
  })
}
