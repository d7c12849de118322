import type { FastifyInstance } from 'fastify'

/**
 * Once the app shuts down, closes each connection after its running response. Node closes only the connections that are idle at
 * that moment: one that becomes idle later would delay the exit by the whole keep-alive timeout (72 seconds).
 */
export function closeAnswered(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onResponse', ({ raw, ws }, _, done) => {
    // `destroySoon` first sends the buffered data.
    if (isClosing && !ws) raw.socket.destroySoon()
    done()
  })
}
