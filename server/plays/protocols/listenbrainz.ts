import { DomainError } from '../../lib/errors.ts'
import { noteContactOf, noteProblem } from '../../scrobbling/rows.ts'
import { findBySecret, type Scrobbler } from '../credentials.ts'
import { trackKey } from '../keys.ts'
import { setNowPlaying } from '../nowPlaying.ts'
import { scrobble } from '../scrobble.ts'
import { playerOf, type Answer, type Asked, type ProtocolDeps } from './answer.ts'
import { countPlays, countRequest } from './limits.ts'
import { msidOf, readListens, readListenCount, readPlaying } from './listenbrainzReads.ts'
import { ListenBrainzError, readSubmission } from './listens.ts'

const json = (body: object, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
  headers,
})

export const listenBrainzFailure = (status: number, error: string, listen: object = {}): Answer =>
  json({ code: status, error, ...listen }, status)

/** The secret in the header, whatever word stands before it, or in the query. */
function tokenIn({ authorization, query }: Asked): { token: string | null; isSent: boolean } {
  const token = authorization?.trim().split(/\s+/)[1] ?? query.get('token')
  return { token: token || null, isSent: Boolean(authorization ?? token) }
}

/** Returns the user whose secret is sent. */
export async function findScrobbler(deps: ProtocolDeps, asked: Asked): Promise<Scrobbler | null> {
  const { token } = tokenIn(asked)
  return token ? await findBySecret(deps, token) : null
}

/** Answers a request of ListenBrainz' protocol. */
export const answerListenBrainz = (deps: ProtocolDeps, asked: Asked): Promise<Answer> =>
  withinLimit(deps, asked, (scrobbler) => answerOf(deps, asked, scrobbler).catch(failureOf))

/** Counts the request of a player, and adds the state of its limit to the answer, which is a refusal if the limit is exceeded. */
export async function withinLimit(
  deps: ProtocolDeps,
  asked: Asked,
  answerTo: (scrobbler: Scrobbler | null) => Answer | Promise<Answer>,
): Promise<Answer> {
  const scrobbler = await findScrobbler(deps, asked)
  const { isRefused, limit, remaining, reset } = await countRequest(deps, asked, scrobbler)
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset-in': String(reset),
    'x-ratelimit-reset': String(Math.ceil(deps.now().getTime() / 1_000) + reset),
  }
  const answer = isRefused
    ? listenBrainzFailure(
        429,
        'You have exceeded your rate limit. See the X-RateLimit-* response headers for more information on your current rate limit.',
      )
    : await answerTo(scrobbler)
  const retryAfter = isRefused && { 'retry-after': String(reset) }
  return { ...answer, headers: { ...headers, ...retryAfter, ...answer.headers } }
}

function failureOf(error: unknown): Answer {
  if (error instanceof ListenBrainzError)
    return listenBrainzFailure(error.status, error.message, error.listen)
  throw error
}

async function answerOf(deps: ProtocolDeps, asked: Asked, scrobbler: Scrobbler | null): Promise<Answer> {
  const { segments, method } = asked
  const [first, nickname, last] = segments
  const isRead = method === 'GET' || method === 'HEAD'
  if (segments.length === 1 && first === 'submit-listens')
    return method === 'POST' ? await submit(deps, asked, scrobbler) : wrongMethod
  if (segments.length === 1 && first === 'validate-token')
    return isRead ? await validate(deps, asked, scrobbler) : wrongMethod
  const read = last && Object.hasOwn(reads, last) ? reads[last as keyof typeof reads] : undefined
  if (segments.length !== 3 || first !== 'user' || !read) return listenBrainzFailure(404, 'Not found.')
  if (!isRead) return wrongMethod
  if (tokenIn(asked).token && !scrobbler) throw new ListenBrainzError(401, 'Invalid authorization token.')
  try {
    const name = nickname!.toLowerCase()
    return json({ payload: await read(deps, scrobbler, { nickname: name, query: asked.query }) })
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'notFound') throw error
    return listenBrainzFailure(404, `Cannot find user: ${nickname}`)
  }
}

const wrongMethod = listenBrainzFailure(405, 'The method is not allowed for the requested URL.')

/** The reads of a user, by the last segment of their address. */
export const reads = { listens: readListens, 'listen-count': readListenCount, 'playing-now': readPlaying }

async function validate(deps: ProtocolDeps, asked: Asked, scrobbler: Scrobbler | null): Promise<Answer> {
  if (!tokenIn(asked).token) throw new ListenBrainzError(400, 'You need to provide an Authorization token.')
  if (!scrobbler) return json({ code: 200, message: 'Token invalid.', valid: false })
  await noteContactOf(deps, scrobbler.id)
  return json({ code: 200, message: 'Token valid.', valid: true, user_name: scrobbler.nickname })
}

async function submit(deps: ProtocolDeps, asked: Asked, scrobbler: Scrobbler | null): Promise<Answer> {
  const { token, isSent } = tokenIn(asked)
  if (!isSent) throw new ListenBrainzError(401, 'You need to provide an Authorization header.')
  if (!token) throw new ListenBrainzError(401, 'Provided Authorization header is invalid.')
  if (!scrobbler) throw new ListenBrainzError(401, 'Invalid authorization token.')
  const { type, plays, client } = await readOf(deps, asked, scrobbler)
  if (type === 'playing_now') {
    const { artist, track, album = null, duration = null } = plays[0]!
    await setNowPlaying(deps, scrobbler.id, { artist, track, album, duration })
    await noteContactOf(deps, scrobbler.id)
    const isMsidWanted = asked.query.get('return_msid')?.toLowerCase() === 'true'
    return json({
      status: 'ok',
      ...(isMsidWanted && { recording_msid: msidOf(trackKey({ artist, track })) }),
    })
  }
  if (!(await countPlays(deps, scrobbler, plays.length)))
    throw new ListenBrainzError(429, 'Too many listens on one day.')
  const origin = { source: 'listenbrainz', client: client ?? playerOf(asked.userAgent) } as const
  await scrobble(deps, scrobbler, plays, origin)
  return json({ status: 'ok' })
}

async function readOf(deps: ProtocolDeps, { body }: Asked, { id }: Scrobbler) {
  try {
    return readSubmission(body ?? Buffer.alloc(0), deps.now())
  } catch (error) {
    const isAhead = error instanceof ListenBrainzError && error.message.endsWith('is too high.')
    await noteProblem(deps.db, id, isAhead ? 'tooNew' : 'request')
    throw error
  }
}
