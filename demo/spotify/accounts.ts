import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { agree, hasAgreed, readAuthorize, refuse, type AuthorizeRequest } from './authorize.ts'
import { clientOf } from './clients.ts'
import { accountOf, accounts, type Account } from './library.ts'
import { appsPage, consentPage, errorPage, loginPage, mark, style } from './pages.ts'
import { removeApp, type SpotifyState } from './state.ts'

const COOKIE = 'spare_platter'
const SEE_OTHER = 303

export type AccountsOptions = {
  state: SpotifyState
  redirectUris: readonly string[]
  picturesBase: () => string
  now: () => number
}

const queryOf = ({ url }: FastifyRequest) => url.split('?').slice(1).join('?')
const formOf = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams())

export async function accountsPages(
  app: FastifyInstance,
  { state, redirectUris, picturesBase, now }: AccountsOptions,
) {
  const read = (query: string) => readAuthorize(new URLSearchParams(query), redirectUris)
  const cookieOf = ({ headers }: FastifyRequest) =>
    new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1]
  const personOf = (request: FastifyRequest): Account | undefined =>
    accountOf(state.logins.get(cookieOf(request) ?? '') ?? '')

  function sendPage(reply: FastifyReply, html: string, returnsTo?: string) {
    // Browsers apply form-action to redirects after a form as well, and a CSP cannot contain an origin with [::1].
    const target =
      returnsTo && (returnsTo.includes('[') ? new URL(returnsTo).protocol : new URL(returnsTo).origin)
    const policy = [
      "default-src 'none'",
      "style-src 'self'",
      `img-src 'self' ${picturesBase()}`,
      `form-action 'self' ${target ?? ''}`.trim(),
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]
    return reply
      .header('content-security-policy', policy.join('; '))
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  }

  const sendError = (reply: FastifyReply, message: string) => sendPage(reply.code(400), errorPage(message))

  type Handle = (
    request: FastifyRequest,
    reply: FastifyReply,
    authorization: AuthorizeRequest,
    query: string,
  ) => unknown
  const withWish = (handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
    // Serialized again, because it becomes part of a header.
    const query = String(new URLSearchParams(formOf(request).get('query') ?? ''))
    const authorization = read(query)
    return typeof authorization === 'string'
      ? sendError(reply, authorization)
      : handle(request, reply, authorization, query)
  }

  app.get('/authorize', async (request, reply) => {
    const query = queryOf(request)
    const authorization = read(query)
    if (typeof authorization === 'string') return sendError(reply, authorization)
    const account = personOf(request)
    if (!account)
      return sendPage(
        reply,
        loginPage(accounts, authorization, query, picturesBase()),
        authorization.redirectUri,
      )
    if (hasAgreed(state, account.id, authorization))
      return reply.redirect(agree(state, account.id, authorization, now()), SEE_OTHER)
    return sendPage(
      reply,
      consentPage(account, authorization, query, picturesBase()),
      authorization.redirectUri,
    )
  })

  app.post(
    '/authorize',
    withWish((request, reply, authorization, query) => {
      const account = personOf(request)
      if (!account) return reply.redirect(`/accounts/authorize?${query}`, SEE_OTHER)
      const isAgreed = formOf(request).get('answer') === 'agree'
      return reply.redirect(
        isAgreed ? agree(state, account.id, authorization, now()) : refuse(authorization),
        SEE_OTHER,
      )
    }),
  )

  app.post(
    '/login',
    withWish((request, reply, _authorization, query) => {
      const account = accountOf(formOf(request).get('person') ?? '')
      if (!account) return sendError(reply, 'There is no such account')
      const login = randomBytes(16).toString('hex')
      state.logins.set(login, account.id)
      return reply
        .header('set-cookie', `${COOKIE}=${login}; Path=/accounts; HttpOnly; SameSite=Lax`)
        .redirect(`/accounts/authorize?${query}`, SEE_OTHER)
    }),
  )

  app.post(
    '/logout',
    withWish((request, reply, _authorization, query) => {
      state.logins.delete(cookieOf(request) ?? '')
      return reply
        .header('set-cookie', `${COOKIE}=; Path=/accounts; HttpOnly; SameSite=Lax; Max-Age=0`)
        .redirect(`/accounts/authorize?${query}`, SEE_OTHER)
    }),
  )

  app.get('/apps', async (request, reply) => {
    const account = personOf(request)
    const grantedKeys = [...state.grants.keys()]
      .map((key) => key.split(' '))
      .filter(([person]) => person === account?.id)
    return sendPage(
      reply,
      appsPage(
        account,
        grantedKeys.flatMap(([, client]) => clientOf(client!) ?? []),
      ),
    )
  })

  app.post('/apps', async (request, reply) => {
    const account = personOf(request)
    const client = clientOf(formOf(request).get('client'))
    if (account && client) removeApp(state, account.id, client.id)
    return reply.redirect('/accounts/apps', SEE_OTHER)
  })

  app.get('/mark.svg', async (_request, reply) => reply.type('image/svg+xml').send(mark))
  app.get('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
}
