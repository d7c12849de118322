import { z } from 'zod'
import { limits } from './limits.ts'
import { cursorInput, pageLimit, rowId, type Page } from './page.ts'
import { nicknameInput } from './users.ts'
import { visibility, type Visibility } from './visibility.ts'

/** How long plays are stored, in days. */
export const PLAYS_KEPT = 400

export const playSources = ['listenbrainz', 'lastfm', 'lastfmPull', 'listenbrainzPull'] as const
export type PlaySource = (typeof playSources)[number]

export const ownPlaysInput = z.object({ cursor: cursorInput, limit: pageLimit })
export const playsOfInput = nicknameInput.extend({ cursor: cursorInput, limit: pageLimit })
export const playInput = z.object({ id: rowId })

/** `albumLink` is the path of the album's page, if we have the album. */
export type Play = {
  id: number
  at: string
  artist: string
  track: string
  album: string | null
  albumLink: string | null
}

export type OwnPlay = Play & { source: PlaySource; client: string | null }

export type PlaysPage<Item extends Play = Play> = Page<Item>

/** `live` is the position of the page in the event log. */
export type OwnPlaysPage = PlaysPage<OwnPlay> & { live: string }

const serviceUser = z.string().trim().max(limits.serviceUser)

/** A setting that is left out stays as it is; an empty name fetches nothing. */
export const setScrobblingInput = z.object({
  lastfmUser: serviceUser.optional(),
  listenBrainzUser: serviceUser.optional(),
  plays: visibility.optional(),
  nowPlaying: visibility.optional(),
})

export type ScrobblingAddresses = { listenBrainzUrl: string; lastfmUrl: string }

/** How the last pull from another service ended: when it was last complete, and what was wrong with the last one. */
export type PullState = { at: string | null; problem: string | null }

export type ScrobblingSettings = ScrobblingAddresses & {
  on: boolean
  /** of the secret; null while scrobbling is turned off */
  lastFour: string | null
  lastContact: string | null
  /** what was wrong with the last request of a player, in the viewer's language */
  lastProblem: string | null
  lastfmUser: string
  listenBrainzUser: string
  /** false without a key for Last.fm, whose plays cannot be fetched then */
  hasLastfm: boolean
  plays: Visibility
  nowPlaying: Visibility
  /** of the names at other services */
  pulls: { lastfm: PullState; listenbrainz: PullState }
}
