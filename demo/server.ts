import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { ruleProblem, type Rule } from './lastfm/faults.ts'
import { lastfm, type LastfmState, type LoggedRequest } from './lastfm/server.ts'
import { google } from './oidc/mount.ts'
import { pictures } from './pictures.ts'
import { spotifyControlRoutes, spotifyControls, type SpotifyControls } from './spotify/control.ts'
import { spotify } from './spotify/server.ts'
import { newSpotifyState } from './spotify/state.ts'

export type DemoOptions = {
  /** 0, the default, takes a free port */
  port?: number
  host?: string
  /** the origin of picture URLs; the stand-in's own by default */
  picturesBase?: string
  /** redirect URIs of the streaming service, in addition to the loopback addresses */
  redirectUris?: string[]
  /** redirect URI of the sign-in with Google; without it there is no such sign-in */
  googleCallback?: string
  control?: boolean
  now?: () => Date
}

export type Demo = {
  origin: string
  /** ends in /2.0/ */
  lastfmBase: string
  spotify: SpotifyControls
  misbehave: (rule: Rule) => void
  behave: () => void
  /** oldest first */
  requests: () => LoggedRequest[]
  forgetRequests: () => void
  close: () => Promise<void>
}

export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, host = '127.0.0.1', control = true, redirectUris = [], now = () => new Date() } = options
  const state: LastfmState = { rules: [], requests: [] }
  const spotifyState = newSpotifyState()
  let origin = ''
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: false } })
  app.get('/healthz', async () => ({ status: 'ok' }))
  await app.register(pictures)
  const picturesBase = () => options.picturesBase?.replace(/\/+$/, '') ?? origin
  await app.register(lastfm, { prefix: '/lastfm', state, picturesBase, now })
  const apiBase = () => `${origin}/spotify/v1`
  await app.register(spotify, { state: spotifyState, picturesBase, apiBase, redirectUris, now })
  const { googleCallback: redirectUri } = options
  if (redirectUri) await app.register(google, { origin: () => origin, redirectUri })
  const controls = () => spotifyControls({ state: spotifyState, origin, redirectUris, now })
  if (control) {
    controlRoutes(app, state)
    await app.register(spotifyControlRoutes, { controls })
  }
  await app.listen({ port, host })
  const address = app.server.address() as AddressInfo
  // The URL of a picture must be reachable; 'every address' (0.0.0.0) is not.
  const reachableHost = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address
  origin = `http://${reachableHost.includes(':') ? `[${reachableHost}]` : reachableHost}:${address.port}`
  return {
    origin,
    lastfmBase: `${origin}/lastfm/2.0/`,
    spotify: controls(),
    misbehave: (rule) => {
      const problem = ruleProblem(rule)
      if (problem) throw new Error(problem)
      state.rules.push({ ...rule })
    },
    behave: () => void state.rules.splice(0),
    requests: () => state.requests,
    forgetRequests: () => void state.requests.splice(0),
    close: () => app.close(),
  }
}

function controlRoutes(app: FastifyInstance, state: LastfmState) {
  app.get('/__control', async () => state.rules)
  app.post<{ Body: Partial<Rule> | Partial<Rule>[] }>('/__control', async ({ body }, reply) => {
    const rules = [body].flat()
    const problem = rules.map(ruleProblem).find((text) => text !== null)
    if (problem) return reply.code(400).send({ message: problem })
    state.rules.push(...(rules as Rule[]))
    return state.rules
  })
  app.delete('/__control', async (_request, reply) => {
    state.rules.splice(0)
    return reply.code(204).send()
  })
  app.get('/__requests', async () => state.requests)
  app.delete('/__requests', async (_request, reply) => {
    state.requests.splice(0)
    return reply.code(204).send()
  })
}
