import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../core/deps.ts'
import type { SessionCookie, SignedIn } from '../core/trpc.ts'
import { findSession } from './sessions.ts'

const FIVE_MINUTES = 5 * 60

export function makeSessionCookie(app: FastifyInstance, deps: Deps) {
  const https = deps.settings.PUBLIC_URL.startsWith('https:')
  // The prefix makes browsers refuse the cookie from a subdomain or over plain http.
  const name = https ? '__Host-plak' : 'plak'
  const challengeName = `${name}-passkey`
  const shape = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const

  async function viewerOf(header: string | undefined): Promise<SignedIn | null> {
    const token = header ? app.parseCookie(header)[name] : undefined
    return token ? await findSession(deps, token) : null
  }

  const cookieOf = (reply: FastifyReply): SessionCookie => ({
    set: (token, expires) =>
      void reply.header('cache-control', 'no-store').setCookie(name, token, { ...shape, expires }),
    clear: () => void reply.clearCookie(name, shape),
    challenge: {
      read: () => reply.request.cookies[challengeName] ?? null,
      set: (value) => void reply.setCookie(challengeName, value, { ...shape, maxAge: FIVE_MINUTES }),
    },
  })

  return { viewerOf, cookieOf }
}
