import { setTimeout as sleep } from 'node:timers/promises'
// The stand-in of Spotify: its accounts service (/accounts: authorize, api/token, apps), its Web API (/spotify/v1) and its
// pictures, in the real wire format.
//
// Apps: demo / demo and plak / secret. Their redirect URIs are http://127.0.0.1:<any port>/spotify/callback (or [::1]), and
// those in DemoOptions.redirectUris. People: deniz, june, kerem, mina (nothing saved), ruth (5,000 albums).
//
// Tests in the same process use Demo['spotify']; other processes use equivalent routes:
//   GET | POST | DELETE /__control/spotify           list faults; add one or several; reset everything
//   PATCH  /__control/spotify/settings               { dialect, rotate, ownerPremium, allowlisted, withheld }
//   POST   /__control/spotify/clock                  { seconds }: moves the stand-in's clock forward
//   POST   /__control/spotify/removal                { person }: removes the app, which revokes its tokens
//   POST   /__control/spotify/library                { person, by }: saves more albums, or removes the newest (if negative)
//   GET | DELETE /__requests/spotify                 list or clear the calls
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coverSvg } from '../covers/covers.ts'
import { accountsPages } from './accounts.ts'
import { endpoints, type Endpoint } from './api.ts'
import { saidInstead, presetOf, takeFault, type SpotifyFault } from './faults.ts'
import { accountOf, releaseOf } from './library.ts'
import { mutations } from './mutations.ts'
import { findPicture, portraitSvg } from './portraits.ts'
import { libraryOf, noteCall, shiftLibrary, type SpotifyCall, type SpotifyState } from './state.ts'
import { grantToken } from './token.ts'
import { readAccess, type Grant } from './tokens.ts'
import { failure, type WireResponse } from './wire.ts'

export type SpotifyOptions = {
  state: SpotifyState
  picturesBase: () => string
  apiBase: () => string
  redirectUris: readonly string[]
  now: () => Date
}

export async function spotify(
  app: FastifyInstance,
  { state, picturesBase, apiBase, redirectUris, now: clock }: SpotifyOptions,
) {
  const startedAt = clock().getTime()
  const now = () => clock().getTime() + state.ahead
  const shutdown = new AbortController()
  app.addHook('preClose', async () => shutdown.abort())
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  const wait = (ms: number) => sleep(ms, undefined, { signal: shutdown.signal }).catch(() => {})

  async function serve(
    reply: FastifyReply,
    call: SpotifyCall,
    answer: (fault?: SpotifyFault) => WireResponse,
  ) {
    noteCall(state, call)
    const fault = takeFault(state.faults, call)
    if (fault?.slow) await wait(fault.slow)
    if (fault?.hang !== undefined || fault?.reset) {
      reply.hijack()
      await wait(fault.hang ?? 0)
      reply.raw.socket?.resetAndDestroy()
      return reply
    }
    const { status, body, headers } = (fault && saidInstead(fault)) ?? answer(fault)
    const isText = typeof body === 'string'
    const text = isText
      ? body
      : JSON.stringify(status === 200 && fault?.bend ? mutations[fault.bend](body) : body)
    void reply
      .code(status)
      .type(isText ? 'text/plain' : 'application/json')
      .headers({ 'access-control-allow-origin': '*', ...headers })
    return reply.send(fault?.cutOff ? text.slice(0, Math.ceil(text.length / 2)) : text)
  }

  app.post('/accounts/api/token', async (request, reply) => {
    const { authorization = null } = request.headers
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const call: SpotifyCall = { route: 'token', query: Object.fromEntries(form), authorization }
    return serve(reply, call, () => grantToken(state, form, authorization, now()))
  })

  function admit({ scope, isOpen }: Endpoint, authorization: string | null): Grant | WireResponse {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
    const grant = token ? readAccess(state, token, now()) : null
    if (!grant) {
      const fault = token ? 'invalid_token' : 'missing_token'
      const headers = { 'www-authenticate': `Bearer realm="spotify", error="${fault}"` }
      return failure(401, 'Missing/invalid/expired access token', headers)
    }
    if (!state.settings.ownerPremium) return presetOf('no-premium')
    if (grant.person !== null && !state.settings.allowlisted) return presetOf('not-registered')
    const isAllowed = grant.person === null ? isOpen : scope === null || grant.scopes.includes(scope)
    return isAllowed ? grant : presetOf('no-scope')
  }

  function answerCall(
    endpoint: Endpoint,
    request: FastifyRequest,
    call: SpotifyCall,
    fault?: SpotifyFault,
  ): WireResponse {
    const grant = admit(endpoint, call.authorization)
    if ('status' in grant) return grant
    const person = grant.person ?? ''
    if (fault?.shift) shiftLibrary(state, person, fault.shift, new Date(now()))
    const { pathname } = new URL(request.url, 'http://stand.in')
    return endpoint.answer({
      query: call.query,
      params: request.params as Record<string, string>,
      href: `${apiBase()}${pathname.replace('/spotify/v1', '')}`,
      isShort: fault?.bend === 'short-page',
      account: accountOf(person)!,
      scopes: grant.scopes,
      saved: libraryOf(state, person),
      writing: {
        apiBase: apiBase(),
        picturesBase: picturesBase(),
        extended: state.settings.dialect === 'extended',
      },
      begun: startedAt,
    })
  }

  for (const endpoint of endpoints) {
    app.get(`/spotify/v1${endpoint.path}`, async (request, reply) => {
      const query = Object.fromEntries(new URLSearchParams(request.url.split('?').slice(1).join('?')))
      const call: SpotifyCall = {
        route: endpoint.route,
        query: { ...query, ...(request.params as Record<string, string>) },
        authorization: request.headers.authorization ?? null,
      }
      return serve(reply, call, (fault) => answerCall(endpoint, request, call, fault))
    })
  }
  app.get('/spotify/v1/*', async (_request, reply) => reply.code(404).send(presetOf('not-found').body))

  await app.register(accountsPages, { prefix: '/accounts', state, redirectUris, picturesBase, now })
  servePictures(app)
}

function servePictures(app: FastifyInstance) {
  const send = (reply: FastifyReply, svg: string) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type('image/svg+xml')
      .send(svg)
  const sendNotFound = (reply: FastifyReply) => reply.code(404).send({ message: 'Not found' })

  app.get<{ Params: { file: string } }>('/artists/:file', async ({ params }, reply) => {
    const portrait = findPicture(params.file.replace(/\.svg$/, ''))
    return portrait ? send(reply, portraitSvg(portrait.artist.name, portrait.edge)) : sendNotFound(reply)
  })
  // Under /covers, so that seed.ts updates their URLs with the others when the demo runs on another port.
  app.get<{ Params: { edge: string; file: string } }>(
    '/covers/spotify/:edge/:file',
    async ({ params }, reply) => {
      const release = releaseOf(params.file.replace(/\.svg$/, ''))
      const edge = Number(params.edge)
      if (!release?.hasCover || ![640, 300, 64].includes(edge)) return sendNotFound(reply)
      return send(reply, coverSvg({ ...release, artist: release.artists.join(', ') }, edge))
    },
  )
}
