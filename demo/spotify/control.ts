import type { FastifyInstance } from 'fastify'
import { agree, readAuthorize, refuse } from './authorize.ts'
import { clients } from './clients.ts'
import { faultProblem, type SpotifyFault } from './faults.ts'
import { accountOf } from './library.ts'
import {
  behave,
  removeApp,
  shiftLibrary,
  type SpotifyCall,
  type SpotifySettings,
  type SpotifyState,
} from './state.ts'

/** All functions throw for an invalid fault or an unknown user. */
export type SpotifyControls = {
  accountsBase: string
  apiBase: string
  misbehave: (...faults: SpotifyFault[]) => void
  behave: () => void
  faults: () => readonly SpotifyFault[]
  set: (settings: Partial<SpotifySettings>) => void
  moveClock: (seconds: number) => void
  removeApp: (person: string) => void
  /** saves `by` more albums, or removes that many of the newest (if negative) */
  changeLibrary: (person: string, by: number) => void
  /** simulates a browser at the URL of /authorize: the user agrees, or cancels (null). Returns the redirect URL. */
  answer: (authorizeUrl: string, person: string | null) => string
  calls: () => SpotifyCall[]
  forgetCalls: () => void
}

const settingKinds: Record<keyof SpotifySettings, (value: unknown) => boolean> = {
  dialect: (value) => value === 'development' || value === 'extended',
  rotate: (value) => typeof value === 'boolean',
  ownerPremium: (value) => typeof value === 'boolean',
  allowlisted: (value) => typeof value === 'boolean',
  withheld: (value) => Array.isArray(value) && value.every((scope) => typeof scope === 'string'),
}

export function spotifyControls(options: {
  state: SpotifyState
  origin: string
  redirectUris: readonly string[]
  now: () => Date
}): SpotifyControls {
  const { state, origin, redirectUris, now } = options
  const moment = () => now().getTime() + state.ahead
  const requirePerson = (person: string) => {
    if (!accountOf(person)) throw new Error(`nobody is called ${person}`)
    return person
  }
  return {
    accountsBase: `${origin}/accounts`,
    apiBase: `${origin}/spotify/v1`,
    misbehave(...faults) {
      const problem = faults.map(faultProblem).find((text) => text !== null)
      if (problem) throw new Error(problem)
      state.faults.push(...faults.map((fault) => ({ ...fault })))
    },
    behave: () => behave(state),
    faults: () => state.faults,
    set(settings) {
      for (const [name, value] of Object.entries(settings)) {
        if (!settingKinds[name as keyof SpotifySettings]?.(value))
          throw new Error(`${name} cannot be ${JSON.stringify(value)}`)
      }
      Object.assign(state.settings, settings)
    },
    moveClock(seconds) {
      if (!Number.isFinite(seconds)) throw new Error('seconds must be a number')
      state.ahead += seconds * 1_000
    },
    removeApp: (person) => clients.forEach(({ id }) => removeApp(state, requirePerson(person), id)),
    changeLibrary(person, by) {
      if (!Number.isInteger(by)) throw new Error('by must be a whole number')
      shiftLibrary(state, requirePerson(person), by, new Date(moment()))
    },
    answer(authorizeUrl, person) {
      const authorization = readAuthorize(new URL(authorizeUrl).searchParams, redirectUris)
      if (typeof authorization === 'string') throw new Error(authorization)
      return person === null
        ? refuse(authorization)
        : agree(state, requirePerson(person), authorization, moment())
    },
    calls: () => state.calls,
    forgetCalls: () => void state.calls.splice(0),
  }
}

export async function spotifyControlRoutes(
  app: FastifyInstance,
  { controls }: { controls: () => SpotifyControls },
) {
  app.setErrorHandler(async (error: Error, _request, reply) =>
    reply.code(400).send({ message: error.message }),
  )
  app.get('/__control/spotify', async () => controls().faults())
  app.post<{ Body: SpotifyFault | SpotifyFault[] }>('/__control/spotify', async ({ body }) => {
    controls().misbehave(...[body].flat())
    return controls().faults()
  })
  app.delete('/__control/spotify', async (_request, reply) => {
    controls().behave()
    return reply.code(204).send()
  })
  app.patch<{ Body: Partial<SpotifySettings> }>('/__control/spotify/settings', async ({ body }, reply) => {
    controls().set(body)
    return reply.code(204).send()
  })
  app.post<{ Body: { seconds: number } }>('/__control/spotify/clock', async ({ body }, reply) => {
    controls().moveClock(body.seconds)
    return reply.code(204).send()
  })
  app.post<{ Body: { person: string } }>('/__control/spotify/removal', async ({ body }, reply) => {
    controls().removeApp(body.person)
    return reply.code(204).send()
  })
  app.post<{ Body: { person: string; by: number } }>(
    '/__control/spotify/library',
    async ({ body }, reply) => {
      controls().changeLibrary(body.person, body.by)
      return reply.code(204).send()
    },
  )
  app.get('/__requests/spotify', async () => controls().calls())
  app.delete('/__requests/spotify', async (_request, reply) => {
    controls().forgetCalls()
    return reply.code(204).send()
  })
}
