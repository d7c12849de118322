import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallerAddress } from '../../lib/callers.ts'
import { observeRemovedUsers } from '../nowPlaying.ts'
import type { Answer, Asked, ProtocolDeps } from './answer.ts'
import {
  audioscrobblerFailure,
  shakeHands,
  takeNowPlaying,
  takeSubmission,
  wrongData,
} from './audioscrobbler.ts'
import { answerLastfm, lastfmFailure, lastfmRefusal } from './lastfm.ts'
import { answerListenBrainz, findScrobbler, listenBrainzFailure, withinLimit } from './listenbrainz.ts'
import { MOST_BYTES } from './listens.ts'

type Protocol = {
  answer: (deps: ProtocolDeps, asked: Asked) => Promise<Answer> | Answer
  /** for a request that failed because of us */
  fail: (asked: Asked) => Answer
  /** for a body that is too large, or that did not arrive as a whole; not as `fail`, after which players send it again */
  refuse: (asked: Asked, status: number) => Answer
}

const listenBrainz: Protocol = {
  answer: answerListenBrainz,
  fail: () => listenBrainzFailure(503, 'Service unavailable. Please try again later.'),
  refuse: (_, status) =>
    status === 413
      ? listenBrainzFailure(400, `Payload too large. Payload cannot exceed ${MOST_BYTES} bytes`)
      : listenBrainzFailure(status, 'The request could not be read.'),
}
const lastfm: Protocol = { answer: answerLastfm, fail: lastfmFailure, refuse: lastfmRefusal }
const audioscrobbler: Protocol = {
  answer: (deps, asked) =>
    (asked.segments[0] === 'protocol_1.2' ? takeSubmission : takeNowPlaying)(deps, asked),
  fail: () => audioscrobblerFailure,
  refuse: () => wrongData,
}
const handshake: Protocol = {
  answer: (deps, asked) => (asked.query.get('hs') === 'true' ? shakeHands(deps, asked) : nothingHere),
  fail: () => audioscrobblerFailure,
  refuse: () => wrongData,
}
const nothingHere: Answer = {
  status: 404,
  type: 'text/plain; charset=utf-8',
  body: 'This address is for players: see the settings of scrobbling.\n',
}
const nothing: Protocol = { answer: () => nothingHere, fail: () => nothingHere, refuse: () => nothingHere }

/** By the segments behind '/lastfm'. */
const ofLastfm: Record<string, Protocol> = {
  '': handshake,
  '2.0': lastfm,
  'np_1.2': audioscrobbler,
  'protocol_1.2': audioscrobbler,
}

/** ListenBrainz' protocol is at '/listenbrainz/1/…' and, for players that know only a host, at '/1/…'. */
function protocolAt([first, ...rest]: readonly string[]): { protocol: Protocol; segments: string[] } {
  if (first === '1') return { protocol: listenBrainz, segments: rest }
  if (first === 'listenbrainz')
    return { protocol: listenBrainz, segments: rest[0] === '1' ? rest.slice(1) : ['', ...rest] }
  return { protocol: ofLastfm[rest.join('/')] ?? nothing, segments: rest }
}

const scrobbleRoots = ['listenbrainz', 'lastfm', '1'] as const
const isScrobblePath = new RegExp(`^/+(${scrobbleRoots.join('|')})(?=[/?]|$)`)

/** True for addresses at which no cookie counts: players send forms, or JSON of any content type, from any site. */
export const isScrobbleUrl = (url: string): boolean => isScrobblePath.test(url)

/** Removes surplus slashes: players join an address and a path in many ways. Other addresses stay as they are. */
export function tidyScrobbleUrl(url: string): string {
  if (!isScrobbleUrl(url)) return url
  const [path = '', ...query] = url.split(/(?=\?)/)
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '') + query.join('')
}

/** Enough for 50 tracks with long names, in bytes. */
const MOST_FORM_BYTES = 256 * 1024
/** Size up to which anybody's submission is read, in bytes. */
const SMALL = 100_000

/** Answers players. No cookie counts here, and nothing of a request is logged. */
export function scrobbleRoutes(
  app: FastifyInstance,
  deps: ProtocolDeps,
  callerOf: (request: IncomingMessage) => CallerAddress,
): void {
  observeRemovedUsers(deps)
  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (__, body, parsed) => parsed(null, body))
    // Fastify would refuse the invalid content types of some players.
    scope.addHook('onRequest', ({ raw }, _reply, next) => {
      if (raw.headers['content-type'] !== undefined) raw.headers['content-type'] = 'application/octet-stream'
      next()
    })
    // Strangers must not fill the memory: large submissions are read from users of ListenBrainz' protocol only.
    scope.addHook('onRequest', async (request, reply) => {
      const { protocol, asked } = askedIn(request, callerOf)
      if (protocol !== listenBrainz || !canBeLarge(request) || (await findScrobbler(deps, asked))) return
      await send(reply.header('connection', 'close'), await protocol.answer(deps, asked))
    })
    scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
      const { protocol, asked } = askedIn(request, callerOf)
      if (error.statusCode === undefined || error.statusCode >= 500) {
        request.log.error({ err: error }, 'a request of a player failed')
        return await send(reply, protocol.fail(asked))
      }
      const refusal = protocol.refuse(asked, error.statusCode)
      if (protocol !== listenBrainz) return await send(reply, refusal)
      return await send(reply, await withinLimit(deps, asked, () => refusal).catch(() => refusal))
    })
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.method === 'OPTIONS') return await send(reply, { ...nothingHere, status: 204, body: '' })
      const { protocol, asked } = askedIn(request, callerOf)
      return await send(reply, await protocol.answer(deps, asked))
    }
    for (const root of scrobbleRoots) {
      const bodyLimit = root === 'lastfm' ? MOST_FORM_BYTES : MOST_BYTES
      for (const path of [`/${root}`, `/${root}/*`]) scope.all(path, { bodyLimit }, answer)
    }
    done()
  })
}

const canBeLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SMALL

function askedIn(
  { method, url, headers, body, raw }: FastifyRequest,
  callerOf: (request: IncomingMessage) => CallerAddress,
): { protocol: Protocol; asked: Asked } {
  const [path = '', query] = url.split(/\?(.*)/s)
  const { protocol, segments } = protocolAt(path.split('/').filter(Boolean).map(decoded))
  const { authorization, 'user-agent': userAgent } = headers
  const asked = { method, segments, authorization, userAgent, body: body as Buffer | undefined }
  return { protocol, asked: { ...asked, query: new URLSearchParams(query), network: callerOf(raw).network } }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const exposed = ['limit', 'remaining', 'reset', 'reset-in'].map((name) => `X-RateLimit-${name}`).join(', ')

const send = (reply: FastifyReply, { status, type, body, headers }: Answer): FastifyReply =>
  reply
    .code(status)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-expose-headers': exposed,
      'cache-control': 'no-store',
      ...headers,
    })
    .type(type)
    .send(body)
