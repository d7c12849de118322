import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { controlRoutes, makeControls, type Controls } from './control.ts'
import { coverart } from './coverart/server.ts'
import { lastfm } from './lastfm/server.ts'
import { listenbrainz } from './listenbrainz/server.ts'
import { musicbrainz } from './musicbrainz/server.ts'
import { google } from './oidc/mount.ts'
import { pictures } from './pictures.ts'
import { makeHistories, type Histories } from './plays/histories.ts'
import { newState } from './service/rules.ts'
import { spotifyControlRoutes, spotifyControls, type SpotifyControls } from './spotify/control.ts'
import { spotify } from './spotify/server.ts'
import { newSpotifyState } from './spotify/state.ts'
import { wikimedia } from './wikimedia/server.ts'
import type { WorldDescription } from './world/description.ts'
import { makeWorldHolder, type WorldControls } from './world/holder.ts'

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
  /** whether /__control and /__requests exist; true by default */
  control?: boolean
  /** release groups of MusicBrainz and the services beside it; those of the demo's catalogue by default */
  world?: WorldDescription
  /** whether MusicBrainz and ListenBrainz limit the requests of an address; true by default */
  isLimited?: boolean
  now?: () => Date
}

export type Demo = Controls &
  WorldControls & {
    origin: string
    /** the base of the Last.fm stand-in, ending in /2.0/ */
    lastfmBase: string
    /** the base of the MusicBrainz stand-in, ending in /ws/2/ */
    musicbrainzBase: string
    coverartBase: string
    listenbrainzBase: string
    wikidataBase: string
    commonsBase: string
    /** replaces what somebody played at a service; the same as PUT /__plays/{service}/{user} */
    setPlays: Histories['set']
    /** the stand-in of the streaming service: its bases for the settings, and its control interface */
    spotify: SpotifyControls
    close: () => Promise<void>
  }

/** Starts everything that is needed to run without a key: the stand-ins and their pictures, over real HTTP. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, host = '127.0.0.1', control = true, redirectUris = [], now = () => new Date() } = options
  const state = newState()
  const { world, setWorld } = makeWorldHolder(options.world)
  const histories = makeHistories(now)
  const spotifyState = newSpotifyState()
  let origin = ''
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: false } })
  app.get('/healthz', async () => ({ status: 'ok' }))
  await app.register(pictures)
  const picturesBase = () => options.picturesBase?.replace(/\/+$/, '') ?? origin
  await app.register(lastfm, { prefix: '/lastfm', state, picturesBase, now, histories })
  const musicbrainzBase = () => `${origin}/musicbrainz/ws/2/`
  const { isLimited = true } = options
  await app.register(musicbrainz, {
    prefix: '/musicbrainz',
    state,
    world,
    base: musicbrainzBase,
    now,
    isLimited,
  })
  await app.register(coverart, { state, world, origin: () => origin, now })
  await app.register(listenbrainz, { prefix: '/listenbrainz', state, world, now, histories, isLimited })
  await app.register(wikimedia, { state, world, origin: () => origin, now })
  const apiBase = () => `${origin}/spotify/v1`
  await app.register(spotify, { state: spotifyState, picturesBase, apiBase, redirectUris, now })
  const { googleCallback: redirectUri } = options
  if (redirectUri) await app.register(google, { origin: () => origin, redirectUri })
  const controls = () => spotifyControls({ state: spotifyState, origin, redirectUris, now })
  if (control) {
    controlRoutes(app, { state, setWorld, histories })
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
    musicbrainzBase: musicbrainzBase(),
    coverartBase: `${origin}/coverart`,
    listenbrainzBase: `${origin}/listenbrainz`,
    wikidataBase: `${origin}/wikidata`,
    commonsBase: `${origin}/commons`,
    world,
    setWorld,
    setPlays: histories.set,
    ...makeControls(state),
    spotify: controls(),
    close: () => app.close(),
  }
}
