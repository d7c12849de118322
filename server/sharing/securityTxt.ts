import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'

const SECURITY_TXT = '/.well-known/security.txt'
const DAY = 24 * 60 * 60 * 1_000
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** Tells whom to notify of a security problem (RFC 9116). An administrator can change the contact at any time. */
export function securityTxtRoute(app: FastifyInstance, { settings, now }: Pick<Deps, 'settings' | 'now'>) {
  app.get(SECURITY_TXT, (_, reply) => {
    const contact = settings.CONTACT
    if (contact === undefined) return reply.callNotFound()
    const today = Math.floor(now().getTime() / DAY)
    const lines = [
      `Contact: ${contact.startsWith('https://') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date((today + VALID_DAYS) * DAY).toISOString()}`,
      'Preferred-Languages: en, tr',
      `Canonical: ${settings.PUBLIC_URL}${SECURITY_TXT}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
