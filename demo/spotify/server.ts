import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { artists, type Artist } from '../catalog/catalog.ts'
import { match } from '../catalog/fold.ts'
import { edges, hasPicture, pictured, pictureId, portraitSvg } from './portraits.ts'

/** What is sent in place of an answer, for so many calls; `reset` breaks the connection. */
export type SpotifyFault = {
  route: 'token' | 'search'
  times?: number
  status?: number
  headers?: Record<string, string>
  body?: unknown
  reset?: boolean
}
export type SpotifyCall = { route: SpotifyFault['route']; query: Record<string, string>; authorization: string | null }
/** What the stand-in was told, what it was asked, and which tokens it gave out, with their end (epoch milliseconds). */
export type SpotifyState = { faults: SpotifyFault[]; calls: SpotifyCall[]; tokens: Map<string, number> }
export type SpotifyOptions = { state: SpotifyState; picturesBase: () => string; apiBase: () => string; now: () => Date }

const LIFE = 3_600
const KEPT_CALLS = 5_000

export const newSpotifyState = (): SpotifyState => ({ faults: [], calls: [], tokens: new Map() })

/** The stand-in of the streaming service as a Fastify plugin: tokens for the product itself, and the search for artists. */
export async function spotify(app: FastifyInstance, { state, picturesBase, apiBase, now }: SpotifyOptions) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  /** Notes a call, and answers it as a fault says; false when none does. */
  function misbehaves(call: SpotifyCall, reply: FastifyReply): boolean {
    state.calls.push(call)
    if (state.calls.length > KEPT_CALLS) state.calls.shift()
    const fault = state.faults.find(({ route }) => route === call.route)
    if (!fault) return false
    if (fault.times !== undefined && --fault.times <= 0) state.faults.splice(state.faults.indexOf(fault), 1)
    if (fault.reset) {
      reply.hijack()
      reply.raw.socket?.resetAndDestroy()
      return true
    }
    const isText = typeof fault.body === 'string'
    void reply
      .code(fault.status ?? 200)
      .headers(fault.headers ?? {})
      .type(isText ? 'text/plain' : 'application/json')
      .send(isText ? fault.body : JSON.stringify(fault.body ?? {}))
    return true
  }

  app.post<{ Body: unknown }>('/accounts/api/token', async (request, reply) => {
    const { authorization = null } = request.headers
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (misbehaves({ route: 'token', query: Object.fromEntries(form), authorization }, reply)) return reply
    const basic = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString('utf8')
    const [id, secret] = basic.split(':')
    if (!id || !secret) return reply.code(400).send({ error: 'invalid_client' })
    if (secret === 'wrong') return reply.code(400).send({ error: 'invalid_client', error_description: 'Invalid client' })
    if (form.get('grant_type') !== 'client_credentials') {
      return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'grant_type is not supported' })
    }
    const token = `BQ${randomBytes(24).toString('base64url')}`
    state.tokens.set(token, now().getTime() + LIFE * 1_000)
    return { access_token: token, token_type: 'Bearer', expires_in: LIFE }
  })

  app.get<{ Querystring: Record<string, string> }>('/spotify/v1/search', async ({ query, headers }, reply) => {
    const { authorization = null } = headers
    if (misbehaves({ route: 'search', query, authorization }, reply)) return reply
    const end = state.tokens.get(authorization?.replace(/^Bearer /, '') ?? '')
    if (!authorization || end === undefined || end <= now().getTime()) {
      const fault = authorization ? 'invalid_token' : 'missing_token'
      void reply.header('www-authenticate', `Bearer realm="spotify", error="${fault}"`)
      return refuse(reply, 401, 'Missing/invalid/expired access token')
    }
    const [limit, offset] = [Number(query.limit ?? 5), Number(query.offset ?? 0)]
    if (!query.q) return refuse(reply, 400, 'No search query')
    if (query.type !== 'artist') return refuse(reply, 400, 'Bad search type field')
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= 10)) return refuse(reply, 400, 'Invalid limit')
    const found = match(artists, query.q, ({ name }) => name, ({ aliases }) => aliases.join(' '))
    const page = (from: number) =>
      `${apiBase()}/search?${new URLSearchParams({ query: query.q!, type: 'artist', offset: `${from}`, limit: `${limit}` })}`
    return {
      artists: {
        href: page(offset),
        items: found.slice(offset, offset + limit).map((artist) => artistObject(artist, picturesBase(), apiBase())),
        limit,
        next: offset + limit < found.length ? page(offset + limit) : null,
        offset,
        previous: offset > 0 ? page(Math.max(0, offset - limit)) : null,
        total: found.length,
      },
    }
  })

  app.get<{ Params: { file: string } }>('/artists/:file', async ({ params }, reply) => {
    const shown = pictured(params.file.replace(/\.svg$/, ''))
    if (!shown) return reply.code(404).send({ message: 'Not found' })
    return reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type('image/svg+xml')
      .send(portraitSvg(shown.artist.name, shown.edge))
  })
}

const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ error: { status, message } })

/** An artist as a development-mode app gets one since 2026: no followers, no genres, no popularity. */
function artistObject(artist: Artist, picturesBase: string, apiBase: string) {
  const id = pictureId(artist, 0).slice(0, 22)
  return {
    external_urls: { spotify: `https://open.spotify.com/artist/${id}` },
    href: `${apiBase}/artists/${id}`,
    id,
    images: hasPicture(artist)
      ? edges.map((edge) => ({ url: `${picturesBase}/artists/${pictureId(artist, edge)}.svg`, height: edge, width: edge }))
      : [],
    name: artist.name,
    type: 'artist',
    uri: `spotify:artist:${id}`,
  }
}
