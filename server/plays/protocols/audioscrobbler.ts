import { noteContactOf, noteProblem } from '../../scrobbling/rows.ts'
import { findBySession, handshakeOf, openSession, type Scrobbler } from '../credentials.ts'
import { setNowPlaying } from '../nowPlaying.ts'
import { scrobble } from '../scrobble.ts'
import { playerOf, type Answer, type Asked, type ProtocolDeps } from './answer.ts'
import { countPlays, countRequest } from './limits.ts'
import { judgeScrobbles, MOST_SCROBBLES, outcomeOf, playOf, problemOf, type SentTrack } from './scrobbles.ts'

// Audioscrobbler 1.2.1, which mpdscribble and other older players use. Answers are lines; a line feed ends each of them, because
// players read up to it.

const CLOCK = 60 * 60

const lines = (...texts: string[]): Answer => ({
  status: 200,
  type: 'text/plain; charset=utf-8',
  body: texts.map((text) => `${text}\n`).join(''),
})

export const wrongData = lines('FAILED Invalid data submitted')
const tooMany = lines('FAILED Too many requests, try again in a minute')
export const audioscrobblerFailure: Answer = { ...lines('FAILED Try again later'), status: 503 }

/** Answers the handshake, after which players know where to send plays. */
export async function shakeHands(deps: ProtocolDeps, asked: Asked): Promise<Answer> {
  if ((await countRequest(deps, asked, null)).isRefused) return tooMany
  const [version, nickname, time, proof] = ['p', 'u', 't', 'a'].map((name) => asked.query.get(name) ?? '')
  if (!/^1\.2(\.\d+)?$/.test(version!)) return lines('FAILED Unknown version of the protocol')
  if (!/^\d{1,15}$/.test(time!)) return wrongData
  const isProof = (secretMd5: string) => handshakeOf(secretMd5, time!) === proof!.toLowerCase()
  const { known, sessionKey } = await openSession(deps, nickname!, { isProof })
  if (!sessionKey || !known) {
    if (known) await noteProblem(deps.db, known.id, 'secret')
    return lines('BADAUTH')
  }
  if (Math.abs(deps.now().getTime() / 1_000 - Number(time)) > CLOCK) {
    await noteProblem(deps.db, known.id, 'tooNew')
    return lines('BADTIME')
  }
  await noteContactOf(deps, known.id)
  const { PUBLIC_URL } = deps.settings
  return lines('OK', sessionKey, `${PUBLIC_URL}/lastfm/np_1.2`, `${PUBLIC_URL}/lastfm/protocol_1.2`)
}

/** Runs `take` with the form of a user whose session is known. */
const withSession =
  (
    take: (
      deps: ProtocolDeps,
      call: { asked: Asked; form: URLSearchParams; scrobbler: Scrobbler },
    ) => Promise<Answer>,
  ) =>
  async (deps: ProtocolDeps, asked: Asked): Promise<Answer> => {
    const form = new URLSearchParams(asked.body?.toString('utf8'))
    const scrobbler = await findBySession(deps.db, form.get('s') ?? '')
    if ((await countRequest(deps, asked, scrobbler)).isRefused) return tooMany
    return scrobbler ? await take(deps, { asked, form, scrobbler }) : lines('BADSESSION')
  }

export const takeNowPlaying = withSession(async (deps, { form, scrobbler }) => {
  const sent = trackOf(form, '')
  if (!sent || outcomeOf(sent).ignored !== 0) return wrongData
  const { artist, track, album = null, duration = null } = playOf(sent)
  await setNowPlaying(deps, scrobbler.id, { artist, track, album, duration })
  await noteContactOf(deps, scrobbler.id)
  return lines('OK')
})

/** Plays that cannot be stored are skipped: a player that is told of a failure would send all of them again, for ever. */
export const takeSubmission = withSession(async (deps, { asked, form, scrobbler }) => {
  const indices = [...form.keys()].flatMap((key) => /^[ati]\[(\d{1,4})\]$/.exec(key)?.[1] ?? [])
  const numbers = [...new Set(indices.map(Number))].toSorted((a, b) => a - b)
  if (numbers.length === 0 || numbers.length > MOST_SCROBBLES) {
    await noteProblem(deps.db, scrobbler.id, 'request')
    return wrongData
  }
  if (!(await countPlays(deps, scrobbler, numbers.length))) return tooMany
  const tracks = numbers.flatMap((number) => {
    const track = trackOf(form, `[${number}]`)
    return track && isTime(track.timestamp) ? [track] : []
  })
  const outcomes = await judgeScrobbles(deps, scrobbler, tracks)
  const plays = tracks.filter((_, index) => outcomes[index]!.ignored === 0).map(playOf)
  await scrobble(deps, scrobbler, plays, { source: 'lastfm', client: playerOf(asked.userAgent) })
  const problem = problemOf(outcomes)
  if (problem) await noteProblem(deps.db, scrobbler.id, problem)
  return lines('OK')
})

const isTime = (text = ''): boolean => /^\d{1,15}$/.test(text)

function trackOf(form: URLSearchParams, index: string): SentTrack | null {
  const read = (name: string) => form.get(name + index)
  const [artist, track] = [read('a'), read('t')]
  if (artist === null || track === null) return null
  return {
    artist,
    track,
    album: read('b') ?? '',
    albumArtist: '',
    duration: read('l') ?? '',
    timestamp: read('i')?.trim() ?? '',
  }
}
