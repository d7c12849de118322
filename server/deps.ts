import type { FastifyBaseLogger } from 'fastify'
import { paths } from '../shared/paths.ts'
import { makeKeylessCatalogue } from './catalog/keyless/catalogue.ts'
import type { Catalogue } from './clients/catalogue.ts'
import { makeCoverArt } from './clients/coverart/client.ts'
import { makeGoogle, type Google } from './clients/google/client.ts'
import type { LastfmTiming } from './clients/lastfm/calls.ts'
import { makeLastfm } from './clients/lastfm/client.ts'
import { makeListenBrainz } from './clients/listenbrainz/client.ts'
import { makeMusicBrainz } from './clients/musicbrainz/client.ts'
import { makePictures, type Pictures } from './clients/pictures/client.ts'
import { makeLastfmPlays } from './clients/plays/lastfm.ts'
import { makeListenBrainzPlays } from './clients/plays/listenbrainz.ts'
import { makeServicePace } from './clients/servicePace.ts'
import { makeMailer, type Mailer } from './clients/smtp/client.ts'
import { makeSpotify, type Spotify, type SpotifyTiming } from './clients/spotify/client.ts'
import { userAgentOf } from './clients/userAgent.ts'
import { makeWikimedia } from './clients/wikimedia/client.ts'
import { makeAudit } from './core/audit.ts'
import type { Deps, Timing } from './core/deps.ts'
import { counters } from './countedEvents.ts'
import { makeJobs } from './jobs/running.ts'
import { awaitDatabase } from './lib/awaitDatabase.ts'
import { makeCache } from './lib/cache.ts'
import { makeChallenges } from './lib/challenges.ts'
import { hashCost as usualHashCost, type HashCost } from './lib/crypto.ts'
import { enduringPoolOf, makeDb } from './lib/db.ts'
import { makeHealth } from './lib/health.ts'
import { makeMetrics } from './lib/metrics.ts'
import { makeRateLimits } from './lib/rateLimit.ts'
import { makeRedis, type Redis } from './lib/redis.ts'
import { makeSeal } from './lib/seal.ts'
import { catalogueOf, type Settings } from './lib/settings.ts'
import { watchDatabase } from './lib/watch.ts'
import { makeBus } from './live/bus.ts'
import { readLogState } from './live/eventLog.ts'
import { withOwnPictures } from './pictures/store.ts'
import { openPushKey } from './push/keys.ts'
import { openSettings } from './settings/live.ts'

/**
 * `startWait` is how long to wait for an unreachable database, in seconds.
 * @throws when the database cannot be reached, is too old or was not migrated
 */
export async function makeDeps(
  environment: Settings,
  log: FastifyBaseLogger,
  {
    now = () => new Date(),
    timing = {},
    hashCost = usualHashCost,
    startWait = 0,
  }: { now?: () => Date; timing?: Timing; hashCost?: HashCost; startWait?: number } = {},
): Promise<Deps> {
  const { DATABASE_URL: url, DATABASE_POOL: connections } = environment
  const say = (sentence: string) => log.info(sentence)
  const { preparedInAll, connectionsInAll } = await awaitDatabase(url, { seconds: startWait, say })
  if (connections + 1 > connectionsInAll)
    log.warn(
      `DATABASE_POOL is ${connections}, and one more watches: the database allows ${connectionsInAll} in all`,
    )
  const db = makeDb(url, { connections, preparedInAll, timings: timing.database ?? {} })
  // Several installations can share one Redis, and their databases can have the same name: each has its own keys and channels.
  const { epoch } = await readLogState(db)
  const prefix = `plak:${epoch}:`
  const seal = makeSeal(environment.APP_SECRET, environment.APP_SECRET_BEFORE)
  const liveSettings = await openSettings(environment, { db, seal, log })
  const { settings } = liveSettings
  const redis = redisOf(settings, log)
  const metrics = makeMetrics()
  const bus = await makeBus({ db, redis, prefix, log, counters })
  const watch = await watchDatabase({ url, pool: enduringPoolOf(db), log }, timing.database)
  const rest = {
    settings,
    liveSettings,
    db,
    redis,
    metrics,
    prefix,
    bus,
    watch,
    health: makeHealth({ watch, bus, redis }),
    cache: makeCache({ redis, prefix, log, now }),
    pictures: picturesOf(settings, { db, log, metrics }),
    pushKey: await openPushKey(settings, { db, seal, log }),
    seal,
    hashCost,
    jobs: makeJobs(log),
    limit: makeRateLimits({ redis, prefix, log, factor: () => settings.LIMITS_FACTOR }),
    challenges: makeChallenges({ redis, prefix, log }),
    audit: makeAudit({ db, log, now }),
    now,
    log,
  }
  return withClients(rest, timing)
}

type Clients = Pick<
  Deps,
  keyof ReturnType<typeof catalogueClientsOf> | 'playServices' | 'spotify' | 'google' | 'mailer'
>

/** Adds the clients of services, which are created again when their settings have changed. */
function withClients(rest: Omit<Deps, keyof Clients>, timing: Timing): Deps {
  const { follow } = rest.liveSettings
  const music = follow(['CATALOGUE', 'LASTFM_API_KEY', 'MUSICBRAINZ', 'CONTACT'], (settings) =>
    catalogueClientsOf(settings, { ...rest, timing: timing.lastfm }),
  )
  const spotify = follow(['SPOTIFY_CLIENT_ID', 'SPOTIFY_CLIENT_SECRET'], (settings) =>
    spotifyOf(settings, { ...rest, timing: timing.spotify }),
  )
  const google = follow(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], (settings) =>
    googleOf(settings, rest.log),
  )
  const mailer = follow(['SMTP_URL', 'SMTP_FROM'], mailerOf)
  const playServices = follow(['LASTFM_API_KEY', 'CONTACT'], (settings) =>
    playServicesOf(settings, { ...rest, ...timing.pulls }),
  )
  return {
    ...rest,
    get catalogue() {
      return music().catalogue
    },
    get musicbrainz() {
      return music().musicbrainz
    },
    get coverart() {
      return music().coverart
    },
    get listenbrainz() {
      return music().listenbrainz
    },
    get wikimedia() {
      return music().wikimedia
    },
    get spotify() {
      return spotify()
    },
    get google() {
      return google()
    },
    get mailer() {
      return mailer()
    },
    get playServices() {
      return playServices()
    },
  }
}

type ClientDeps = Pick<Deps, 'db' | 'redis' | 'prefix' | 'log' | 'now' | 'metrics'>

const picturesOf = (
  { LASTFM_BASE: base }: Settings,
  { db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>,
): Pictures => withOwnPictures(db, makePictures({ base, log, meter: metrics.service('pictures') }))

/** The client retries many times a minute; one warning a minute is enough. */
function redisOf({ REDIS_URL }: Settings, log: FastifyBaseLogger): Redis {
  let warnedAt = 0
  return makeRedis(REDIS_URL, (error) => {
    if (Date.now() - warnedAt < 60_000) return
    warnedAt = Date.now()
    log.warn(
      { err: error },
      'Redis is unreachable: pages work without it, live events are delayed by up to a second',
    )
  })
}

/** Creates the catalogue in force, Last.fm or our own rows, and the clients of the services that complete it. */
function catalogueClientsOf(
  settings: Settings,
  { timing, ...deps }: ClientDeps & { timing: Partial<LastfmTiming> | undefined },
) {
  const music = musicBrainzOf(settings, deps)
  const { LASTFM_BASE: base, LASTFM_API_KEY: apiKey = null } = settings
  const catalogue: Catalogue =
    catalogueOf(settings).name === 'musicbrainz'
      ? makeKeylessCatalogue({ ...deps, musicbrainz: music.musicbrainz })
      : makeLastfm({ base, apiKey, meter: deps.metrics.service('lastfm'), timing, ...deps })
  return { ...music, catalogue }
}

/** Creates the clients of MusicBrainz and of the services around it, as far as they may be asked. */
function musicBrainzOf(
  settings: Settings,
  { db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>,
): Pick<Deps, 'musicbrainz' | 'coverart' | 'listenbrainz' | 'wikimedia'> {
  const { name, asksMusicBrainz } = catalogueOf(settings)
  const { CONTACT } = settings
  if (!asksMusicBrainz || CONTACT === undefined)
    return { musicbrainz: null, coverart: null, listenbrainz: null, wikimedia: null }
  const to = (service: string) => ({ userAgent: userAgentOf(CONTACT), log, meter: metrics.service(service) })
  const musicbrainz = makeMusicBrainz({
    ...to('musicbrainz'),
    base: settings.MUSICBRAINZ_BASE,
    pace: makeServicePace({ db, service: 'musicbrainz' }),
  })
  if (name !== 'musicbrainz') return { musicbrainz, coverart: null, listenbrainz: null, wikimedia: null }
  const { WIKIDATA_BASE: wikidataBase, COMMONS_BASE: commonsBase } = settings
  return {
    musicbrainz,
    coverart: makeCoverArt({ ...to('coverart'), base: settings.COVERART_BASE }),
    listenbrainz: makeListenBrainz({ ...to('listenbrainz'), base: settings.LISTENBRAINZ_BASE }),
    wikimedia: makeWikimedia({ ...to('wikimedia'), wikidataBase, commonsBase }),
  }
}

function playServicesOf(
  settings: Settings,
  deps: Pick<Deps, 'redis' | 'prefix' | 'log' | 'now'> & NonNullable<Timing['pulls']>,
): Deps['playServices'] {
  const { LASTFM_BASE, LASTFM_API_KEY: apiKey, LISTENBRAINZ_BASE, CONTACT, PUBLIC_URL } = settings
  const options = { ...deps, userAgent: userAgentOf(CONTACT ?? PUBLIC_URL) }
  return {
    lastfm: apiKey ? makeLastfmPlays({ ...options, base: LASTFM_BASE, apiKey }) : null,
    listenbrainz: makeListenBrainzPlays({ ...options, base: LISTENBRAINZ_BASE }),
  }
}

function spotifyOf(
  settings: Settings,
  { metrics, ...rest }: Omit<ClientDeps, 'db'> & { timing: Partial<SpotifyTiming> | undefined },
): Spotify | null {
  const { SPOTIFY_CLIENT_ID: clientId, SPOTIFY_CLIENT_SECRET: clientSecret } = settings
  if (!clientId || !clientSecret) return null
  const { SPOTIFY_ACCOUNTS_BASE: accountsBase, SPOTIFY_API_BASE: apiBase } = settings
  const meter = metrics.service('spotify')
  return makeSpotify({ accountsBase, apiBase, clientId, clientSecret, meter, ...rest })
}

function googleOf(settings: Settings, log: FastifyBaseLogger): Google | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, OIDC_ISSUER: issuer } = settings
  if (!clientId) return null
  return makeGoogle({
    issuer,
    clientId,
    clientSecret,
    redirectUri: settings.PUBLIC_URL + paths.googleCallback(),
    log,
  })
}

function mailerOf({ SMTP_URL: url, SMTP_FROM: from, PUBLIC_URL }: Settings): Mailer | null {
  return url && from ? makeMailer({ url, from, host: new URL(PUBLIC_URL).hostname }) : null
}

export async function closeDeps(
  deps: Pick<Deps, 'jobs' | 'bus' | 'watch' | 'audit' | 'db' | 'redis'>,
): Promise<void> {
  await deps.jobs.close()
  await deps.bus.close()
  await deps.watch.close()
  await deps.audit.close()
  deps.redis.destroy()
  await deps.db.$disconnect()
}
