import { seeded } from '../covers/seeded.ts'
import { samplePeople } from '../people/people.ts'

/** A play at a service; `at` is in seconds since 1970. */
export type PlayedTrack = {
  at: number
  artist: string
  track: string
  album?: string
  /** in seconds */
  duration?: number
}

/** The plays of one name at one service. */
export type History = {
  plays: PlayedTrack[]
  nowPlaying?: Omit<PlayedTrack, 'at'>
  /** Last.fm shows the plays only to their owner */
  isPrivate?: boolean
}

export type PlayService = 'lastfm' | 'listenbrainz'

export type Histories = {
  /** plays newest first; null for a name that the service does not know */
  of: (service: PlayService, user: string) => History | null
  /** null removes the name */
  set: (service: PlayService, user: string, history: History | null) => void
}

const DAY = 86_400
const DAYS = 20

/** Three albums that a sample person has reviewed, played in the last weeks: the first one yesterday evening. */
function historyOf(nickname: string, now: Date): History | null {
  const albums = samplePeople
    .find((person) => person.nickname === nickname)
    ?.reviews.map(({ album }) => album)
  if (!albums || albums.length === 0) return null
  const chance = seeded(`plays of ${nickname}`)
  const today = Math.floor(now.getTime() / 1000 / DAY) * DAY
  const plays = [1, chance.whole(4, 9), chance.whole(10, DAYS)].flatMap((days, place) => {
    const album = albums[place % albums.length]!
    let at = today - days * DAY + 18 * 3600
    const tracks = place === 2 ? album.tracks.slice(0, 2) : album.tracks
    return tracks.map(({ name, seconds }) => {
      const play = { at, artist: album.artist, track: name, album: album.name, duration: seconds ?? 200 }
      at += play.duration
      return play
    })
  })
  return { plays: newestFirst(plays) }
}

const newestFirst = (plays: readonly PlayedTrack[]) => plays.toSorted((a, b) => b.at - a.at)

/** The histories of the sample people under their own names, until a test sets others. */
export function makeHistories(now: () => Date): Histories {
  const own = new Map<string, History | null>()
  const keyOf = (service: PlayService, user: string) => `${service} ${user.toLowerCase()}`
  return {
    of: (service, user) => {
      const history = own.get(keyOf(service, user))
      return history === undefined ? historyOf(user.toLowerCase(), now()) : history
    },
    set: (service, user, history) => {
      own.set(keyOf(service, user), history && { ...history, plays: newestFirst(history.plays) })
    },
  }
}
