import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { GooglePerson } from './provider.ts'

const PREFIX = '/google'

/** The same values as in scripts/environment.mjs. */
const client = { clientId: 'demo', clientSecret: 'demo' }

/** A new user, a user with a demo account, and one whose e-mail address Google has not verified. */
const people: GooglePerson[] = [
  { sub: 'asli', email: 'asli.yaman@gmail.example', emailVerified: true, name: 'Aslı Yaman' },
  { sub: 'june', email: 'june@plak.example', emailVerified: true, name: 'June' },
  { sub: 'nur', email: 'nur.kaya@gmail.example', emailVerified: false, name: 'Nur Kaya' },
]

/**
 * Sign-in with Google in the demo, on the demo's origin. Created on the first request: its library takes time to load, and
 * prints warnings that only matter to a real provider.
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
  // The provider parses the bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.all(`${PREFIX}/*`, async (request, reply) => {
    const { handle } = await (standIn ??= make())
    reply.hijack()
    // As frameworks do when they mount it: it builds its own URLs from these two.
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    raw.originalUrl = raw.url!
    raw.url = raw.url!.slice(PREFIX.length)
    handle(raw, reply.raw)
  })
}
