import type { SpotifyFault, SpotifyRoute } from './faults.ts'
import { freshReleases, savedBy, type Saved } from './library.ts'

/** What holds until it is changed, other than a fault, which is used up. */
export type SpotifySettings = {
  /** `development`: what an app of 2026 receives; `extended`: what an organisation's app still does */
  dialect: 'development' | 'extended'
  /** whether a refresh gives a new refresh token, which ends the old one */
  rotate: boolean
  /** whether the app's owner pays, without which every call is refused */
  ownerPremium: boolean
  /** whether people are on the app's list; who is not can log in, and is refused everything else */
  allowlisted: boolean
  /** scopes that are never granted, though asked for and agreed to */
  withheld: string[]
}

export type SpotifyCall = { route: SpotifyRoute; query: Record<string, string>; authorization: string | null }

/** A code on its way from the consent to the token. */
type Code = {
  client: string
  person: string
  redirectUri: string
  scopes: string[]
  challenge: string | null
  ends: number
}

/** The whole state of the stand-in: configuration, received requests, libraries. */
export type SpotifyState = {
  faults: SpotifyFault[]
  settings: SpotifySettings
  calls: SpotifyCall[]
  /** by how many milliseconds its clock is ahead */
  ahead: number
  codes: Map<string, Code>
  /** who is logged in at the accounts page, by cookie */
  logins: Map<string, string>
  /** scopes that somebody has agreed to, by person and client */
  grants: Map<string, string[]>
  /** how often somebody has removed an app, by person and client: tokens of before are dead */
  removals: Map<string, number>
  /** refresh tokens that another one has replaced */
  replaced: Set<string>
  /** libraries that are no longer as they were at first */
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

/** Resets faults, settings, changed libraries, the clock and remembered consents. Connections stay. */
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

/** Takes an app off somebody's account: its tokens and codes are dead from now on. */
export function removeApp(state: SpotifyState, person: string, client: string): void {
  const key = grantKey(person, client)
  state.removals.set(key, (state.removals.get(key) ?? 0) + 1)
  state.grants.delete(key)
  for (const [code, held] of state.codes)
    if (held.person === person && held.client === client) state.codes.delete(code)
}

/** What somebody has saved at this moment, the newest first. */
export const libraryOf = (state: SpotifyState, person: string): readonly Saved[] =>
  state.libraries.get(person) ?? savedBy(person)

/** Lets so many of somebody's newest albums vanish (below zero), or saves so many more. */
export function shiftLibrary(state: SpotifyState, person: string, by: number, now: Date): void {
  const saved = libraryOf(state, person)
  if (by < 0) return void state.libraries.set(person, saved.slice(-by))
  const fresh = freshReleases(saved.length, by)
  const addedAt = `${now.toISOString().slice(0, 19)}Z`
  state.libraries.set(person, [...fresh.map((release) => ({ addedAt, release })), ...saved])
}
