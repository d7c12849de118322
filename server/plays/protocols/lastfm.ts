import { noteContactOf, noteProblem } from '../../scrobbling/rows.ts'
import { authTokenOf, findBySession, openSession, type Scrobbler } from '../credentials.ts'
import { setNowPlaying } from '../nowPlaying.ts'
import { scrobble } from '../scrobble.ts'
import { playerOf, type Answer, type Asked, type ProtocolDeps } from './answer.ts'
import {
  errorAnswer,
  playingAnswer,
  scrobblesAnswer,
  sessionAnswer,
  type ErrorCode,
  type Format,
} from './lastfmAnswers.ts'
import { countPlays, countRequest } from './limits.ts'
import { judgeScrobbles, outcomeOf, playOf, problemOf, readTracks } from './scrobbles.ts'

/** A map, because setting a name of URLSearchParams searches all the others. */
type Parameters = ReadonlyMap<string, string>
type Call = { asked: Asked; given: Parameters; format: Format; scrobbler: Scrobbler | null }

/** Thrown by the methods: an error in Last.fm's sense, which is sent with the HTTP status 200. */
class LastfmError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(`Last.fm error ${code}`)
    this.name = 'LastfmError'
    this.code = code
  }
}

const answer = (body: string, format: Format, status = 200): Answer => ({
  status,
  type: format === 'json' ? 'application/json; charset=utf-8' : 'text/xml; charset=utf-8',
  body,
})

/** Parameters of the query and of the form: some clients split them. */
const parametersOf = ({ query, body }: Asked): Parameters =>
  new Map([...query, ...new URLSearchParams(body?.toString('utf8'))])

const formatOf = (given: Parameters): Format =>
  given.get('format')?.toLowerCase() === 'json' ? 'json' : 'xml'

export function lastfmFailure(asked: Asked): Answer {
  const format = formatOf(parametersOf(asked))
  return answer(errorAnswer(16, format), format, 503)
}

export function lastfmRefusal(asked: Asked): Answer {
  const format = formatOf(parametersOf(asked))
  return answer(errorAnswer(6, format), format)
}

/** Answers a request of Audioscrobbler 2.0. Signatures are not verified: we give out no keys that they could be made with. */
export async function answerLastfm(deps: ProtocolDeps, asked: Asked): Promise<Answer> {
  const given = parametersOf(asked)
  const format = formatOf(given)
  const sessionKey = given.get('sk')
  const scrobbler = sessionKey ? await findBySession(deps.db, sessionKey) : null
  const { isRefused } = await countRequest(deps, asked, scrobbler)
  try {
    if (isRefused) throw new LastfmError(29)
    return answer(await bodyOf(deps, { asked, given, format, scrobbler }), format)
  } catch (error) {
    if (error instanceof LastfmError) return answer(errorAnswer(error.code, format), format)
    throw error
  }
}

async function bodyOf(deps: ProtocolDeps, call: Call): Promise<string> {
  const { asked, given } = call
  const method = given.get('method')?.toLowerCase()
  if (!method) throw new LastfmError(6)
  if (method === 'auth.getmobilesession') return await signIn(deps, call)
  const write = Object.hasOwn(writes, method) ? writes[method as keyof typeof writes] : undefined
  if (!write || asked.method !== 'POST') throw new LastfmError(3)
  if (!given.get('sk')) throw new LastfmError(6)
  if (!call.scrobbler) throw new LastfmError(9)
  return await write(deps, { ...call, scrobbler: call.scrobbler })
}

async function signIn(deps: ProtocolDeps, { given, format }: Call): Promise<string> {
  const [username, password, authToken] = ['username', 'password', 'authToken'].map((name) => given.get(name))
  if (!username || !(password || authToken)) throw new LastfmError(6)
  const proof = password
    ? { password }
    : { isProof: (secretMd5: string) => authTokenOf(username, secretMd5) === authToken?.toLowerCase() }
  const { known, sessionKey } = await openSession(deps, username, proof)
  if (known && sessionKey) {
    await noteContactOf(deps, known.id)
    return sessionAnswer({ name: known.nickname, key: sessionKey }, format)
  }
  if (known) await noteProblem(deps.db, known.id, 'secret')
  throw new LastfmError(4)
}

type SignedCall = Call & { scrobbler: Scrobbler }
const writes = { 'track.updatenowplaying': updateNowPlaying, 'track.scrobble': scrobbleTracks }

async function updateNowPlaying(
  deps: ProtocolDeps,
  { given, format, scrobbler }: SignedCall,
): Promise<string> {
  const [track] = readTracks(given, { isTimed: false }) ?? []
  if (!track) throw await misread(deps, scrobbler)
  const outcome = outcomeOf(track)
  if (outcome.ignored === 0) {
    const { artist, track: name, album = null, duration = null } = playOf(track)
    await setNowPlaying(deps, scrobbler.id, { artist, track: name, album, duration })
    await noteContactOf(deps, scrobbler.id)
  }
  return playingAnswer(outcome, format)
}

async function scrobbleTracks(
  deps: ProtocolDeps,
  { asked, given, format, scrobbler }: SignedCall,
): Promise<string> {
  const tracks = readTracks(given, { isTimed: true })
  if (!tracks) throw await misread(deps, scrobbler)
  if (!(await countPlays(deps, scrobbler, tracks.length))) throw new LastfmError(29)
  const outcomes = await judgeScrobbles(deps, scrobbler, tracks)
  const plays = tracks.filter((_, index) => outcomes[index]!.ignored === 0).map(playOf)
  await scrobble(deps, scrobbler, plays, { source: 'lastfm', client: playerOf(asked.userAgent) })
  const problem = problemOf(outcomes)
  if (problem) await noteProblem(deps.db, scrobbler.id, problem)
  return scrobblesAnswer(outcomes, format)
}

async function misread({ db }: ProtocolDeps, { id }: Scrobbler): Promise<LastfmError> {
  await noteProblem(db, id, 'request')
  return new LastfmError(6)
}
