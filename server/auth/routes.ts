import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invitationInput, type GoogleProblem } from '../../shared/auth.ts'
import { ownPath } from '../../shared/ownPath.ts'
import { paths } from '../../shared/paths.ts'
import { GoogleError } from '../clients/google/client.ts'
import type { Deps } from '../core/deps.ts'
import type { Context } from '../core/trpc.ts'
import { plainPage } from '../lib/plainPage.ts'
import { makePublicAddress } from '../lib/publicAddress.ts'
import { mailTexts } from '../mail/texts.ts'
import { GoogleRefusal, signInWithGoogle } from './google.ts'

const TEN_MINUTES = 10 * 60

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  from: z.string().nullable(),
  invite: z.string().nullable(),
})
type Remembered = z.infer<typeof attemptSchema>

/** Returns null if the cookie is missing or invalid. The browser deletes it after ten minutes. */
function readAttempt(cookie: string | undefined): Remembered | null {
  try {
    return attemptSchema.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}

const writeAttempt = (attempt: Remembered) => Buffer.from(JSON.stringify(attempt)).toString('base64url')

/** Plain routes, because the browser leaves the site and comes back. */
export function googleRoutes(
  app: FastifyInstance,
  deps: Deps,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  const publicAddress = makePublicAddress(deps.settings.PUBLIC_URL)
  const https = deps.settings.PUBLIC_URL.startsWith('https:')
  const name = https ? '__Host-plak-google' : 'plak-google'
  // Lax, because the cookie must be sent when Google redirects back.
  const shape = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const

  function refuse(
    reply: FastifyReply,
    problem: GoogleProblem,
    { viewer, from }: { viewer: Context['viewer']; from: string | null },
  ) {
    const query = new URLSearchParams({ error: problem, ...(from && { from }) })
    return reply.redirect(`${viewer ? paths.accountSettings() : paths.login()}?${query.toString()}`)
  }

  function problemOf(error: unknown, address: string): GoogleProblem {
    if (error instanceof GoogleError || error instanceof GoogleRefusal) {
      const event = error.problem === 'busy' ? 'throttle.reached' : 'login.failed'
      deps.audit.note({ event, actor: null, address, detail: { means: 'google', why: error.problem } })
      return error.problem
    }
    deps.log.error({ err: error }, 'a sign-in with Google failed')
    return 'failed'
  }

  type Asked = { Querystring: { from?: string | string[]; invite?: string | string[] } }
  app.get<Asked>('/auth/google', async (request, reply) => {
    const returnPath = ownPath([request.query.from].flat()[0])
    const invite = invitationInput.safeParse({ code: [request.query.invite].flat()[0] }).data?.code ?? null
    reply.header('cache-control', 'no-store')
    const { google } = deps
    if (!google) return reply.callNotFound()
    const publicUrl = publicAddress(request)
    if (publicUrl) return reply.redirect(publicUrl)
    const { viewer, caller } = await contextOf(request, reply)
    try {
      const { url, attempt } = await google.begin()
      reply.setCookie(name, writeAttempt({ ...attempt, from: returnPath, invite }), {
        ...shape,
        maxAge: TEN_MINUTES,
      })
      return reply.redirect(url.href)
    } catch (error) {
      return refuse(reply, problemOf(error, caller.address), { viewer, from: returnPath })
    }
  })

  app.get<{ Querystring: { state?: string | string[] } }>(paths.googleCallback(), async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const { google } = deps
    if (!google) return reply.callNotFound()
    const context = await contextOf(request, reply)
    const attempt = readAttempt(request.cookies[name])
    const returnPath = ownPath(attempt?.from)
    // Single-use, whatever the result.
    reply.clearCookie(name, shape)
    if (attempt?.state !== request.query.state || !attempt) {
      // A user who pressed 'back' after signing in is already signed in.
      return context.viewer && !attempt
        ? reply.redirect(paths.home())
        : refuse(reply, 'expired', { ...context, from: returnPath })
    }
    try {
      const identity = await google.finish(request.url, attempt)
      const { isNew, keepsPasskeys } = await signInWithGoogle(deps, context, identity, attempt.invite)
      // The sign-in pages name the home page if there is no other page to return to.
      const isFromHome = returnPath === null || returnPath === paths.home()
      const target = isFromHome ? paths.home() : returnPath
      if (isNew) return reply.redirect(isFromHome ? paths.welcome() : target)
      return reply.redirect(keepsPasskeys ? paths.keptPasskeys(target) : target)
    } catch (error) {
      const problem = problemOf(error, context.caller.address)
      const detail = error instanceof GoogleRefusal ? error.detail : null
      if (!detail) return refuse(reply, problem, { ...context, from: returnPath })
      // Shown in a page, not passed in the URL: anyone could put their own text into our URLs.
      const texts = context.texts()
      const { code: language } = mailTexts[texts.language]
      const page = plainPage({ language, text: detail.say(texts), button: null })
      return reply.code(403).type('text/html; charset=utf-8').send(page)
    }
  })
}
