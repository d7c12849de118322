import type { SpotifyFault, SpotifyRoute } from './faults.ts'
import { freshReleases, savedBy, type Saved } from './library.ts'

/** Apply until they are changed, unlike a fault, which is used up. */
export type SpotifySettings = {
  /** `development`: the responses that an app of 2026 gets; `extended`: those that an organisation's app still gets */
  dialect: 'development' | 'extended'
  /** whether a refresh returns a new refresh token and revokes the old one */
  rotate: boolean
  /** whether the app's owner has a subscription, without which every call is refused */
  ownerPremium: boolean
  /** whether users are on the app's allowlist; others can log in, but all other calls are refused */
  allowlisted: boolean
  /** scopes that are never granted, even if requested and agreed to */
  withheld: string[]
}

export type SpotifyCall = { route: SpotifyRoute; query: Record<string, string>; authorization: string | null }

type Code = {
  client: string
  person: string
  redirectUri: string
  scopes: string[]
  challenge: string | null
  ends: number
}

export type SpotifyState = {
  faults: SpotifyFault[]
  settings: SpotifySettings
  calls: SpotifyCall[]
  /** milliseconds by which its clock is ahead */
  ahead: number
  codes: Map<string, Code>
  /** logged-in users of the accounts page, by cookie */
  logins: Map<string, string>
  grants: Map<string, string[]>
  /** how often a user has removed an app, by user and client: older tokens are revoked */
  removals: Map<string, number>
  replaced: Set<string>
  libraries: Map<string, Saved[]>
}

const KEPT_CALLS = 5_000

const usual: SpotifySettings = {
  dialect: 'development',
  rotate: false,
  ownerPremium: true,
  allowlisted: true,
  withheld: [],
}

export const newSpotifyState = (): SpotifyState => ({
  faults: [],
  settings: { ...usual },
  calls: [],
  ahead: 0,
  codes: new Map(),
  logins: new Map(),
  grants: new Map(),
  removals: new Map(),
  replaced: new Set(),
  libraries: new Map(),
})

/** The connections of users stay. */
export function behave(state: SpotifyState): void {
  state.faults.splice(0)
  state.settings = { ...usual }
  state.libraries.clear()
  state.grants.clear()
  state.ahead = 0
}

export function noteCall(state: SpotifyState, call: SpotifyCall): void {
  state.calls.push(call)
  if (state.calls.length > KEPT_CALLS) state.calls.shift()
}

export const grantKey = (person: string, client: string) => `${person} ${client}`

/** Also revokes the app's tokens and codes. */
export function removeApp(state: SpotifyState, person: string, client: string): void {
  const key = grantKey(person, client)
  state.removals.set(key, (state.removals.get(key) ?? 0) + 1)
  state.grants.delete(key)
  for (const [code, details] of state.codes)
    if (details.person === person && details.client === client) state.codes.delete(code)
}

export const libraryOf = (state: SpotifyState, person: string): readonly Saved[] =>
  state.libraries.get(person) ?? savedBy(person)

export function shiftLibrary(state: SpotifyState, person: string, by: number, now: Date): void {
  const saved = libraryOf(state, person)
  if (by < 0) return void state.libraries.set(person, saved.slice(-by))
  const newReleases = freshReleases(saved.length, by)
  const addedAt = `${now.toISOString().slice(0, 19)}Z`
  state.libraries.set(person, [...newReleases.map((release) => ({ addedAt, release })), ...saved])
}
