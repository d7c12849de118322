import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { GooglePerson } from './provider.ts'

const PREFIX = '/google'

/** As scripts/environment.mjs sets the product up. */
const client = { clientId: 'demo', clientSecret: 'demo' }

/** Somebody new, somebody who has an account of the demo, and somebody whom Google would not vouch for. */
const people: GooglePerson[] = [
  { sub: 'asli', email: 'asli.yaman@gmail.example', emailVerified: true, name: 'Aslı Yaman' },
  { sub: 'june', email: 'june@plak.example', emailVerified: true, name: 'June' },
  { sub: 'nur', email: 'nur.kaya@gmail.example', emailVerified: false, name: 'Nur Kaya' },
]

/**
 * Sign-in with Google in the demo, under the demo's own origin. It is made when it is first asked: its library takes time
 * to load, and warns on the terminal of what only matters to a real provider.
 */
export async function google(
  app: FastifyInstance,
  { origin, redirectUri }: { origin: () => string; redirectUri: string },
) {
  const make = async () => {
    const { makeGoogle } = await import('./provider.ts')
    return makeGoogle({ ...client, issuer: origin() + PREFIX, redirectUri, people })
  }
  let standIn: ReturnType<typeof make> | null = null
  // It reads the bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.all(`${PREFIX}/*`, async (request, reply) => {
    const { handle } = await (standIn ??= make())
    reply.hijack()
    // As the frameworks do that mount it: it makes its own addresses of the two.
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    raw.originalUrl = raw.url!
    raw.url = raw.url!.slice(PREFIX.length)
    handle(raw, reply.raw)
  })
}
