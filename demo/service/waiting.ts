import type { FastifyInstance, FastifyReply } from 'fastify'

/** Returns a function that waits; it ends early when the server closes or the client disconnects. */
export function makeWait(app: FastifyInstance) {
  const pending = new Set<() => void>()
  app.addHook('preClose', async () => pending.forEach((wake) => wake()))
  return (ms: number, reply: FastifyReply) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        pending.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      pending.add(wake)
      reply.raw.once('close', wake)
    })
}
