import type { FastifyBaseLogger } from 'fastify'
import type { Catalogue } from '../clients/catalogue.ts'
import type { CoverArt } from '../clients/coverart/client.ts'
import type { Google } from '../clients/google/client.ts'
import type { LastfmTiming } from '../clients/lastfm/calls.ts'
import type { ListenBrainz } from '../clients/listenbrainz/client.ts'
import type { MusicBrainz } from '../clients/musicbrainz/client.ts'
import type { Pictures } from '../clients/pictures/client.ts'
import type { PlayService } from '../clients/plays/service.ts'
import type { PushKey } from '../clients/push/vapid.ts'
import type { Mailer } from '../clients/smtp/client.ts'
import type { Spotify, SpotifyTiming } from '../clients/spotify/client.ts'
import type { Wikimedia } from '../clients/wikimedia/client.ts'
import type { Jobs } from '../jobs/running.ts'
import type { Cache } from '../lib/cache.ts'
import type { Challenges } from '../lib/challenges.ts'
import type { HashCost } from '../lib/crypto.ts'
import type { Db } from '../lib/db.ts'
import type { Health } from '../lib/health.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { PoolTimings } from '../lib/pool.ts'
import type { LimitRule, RateLimit } from '../lib/rateLimit.ts'
import type { Redis } from '../lib/redis.ts'
import type { Seal } from '../lib/seal.ts'
import type { Settings } from '../lib/settings.ts'
import type { Watch, WatchTimings } from '../lib/watch.ts'
import type { Bus } from '../live/bus.ts'
import type { LiveSettings } from '../settings/live.ts'
import type { Audit } from './audit.ts'

/** A function takes only the dependencies that it uses, for example `WriteDeps`. */
export type Deps = {
  /** change while the process runs, and with them the clients of services: read them at each use */
  settings: Settings
  liveSettings: LiveSettings
  db: Db
  redis: Redis
  /** prefix of every key and channel in Redis; contains the epoch of this database */
  prefix: string
  bus: Bus
  watch: Watch
  health: Health
  cache: Cache
  /** the catalogue in force; its calls throw `unavailable` while it is not set up */
  catalogue: Catalogue
  /** null when MusicBrainz must not be asked: without a contact, and beside Last.fm if it is turned off */
  musicbrainz: MusicBrainz | null
  /** this and the next two are null unless MusicBrainz is the catalogue */
  coverart: CoverArt | null
  listenbrainz: ListenBrainz | null
  wikimedia: Wikimedia | null
  pictures: Pictures
  /** other services that have plays of our users; Last.fm needs a key */
  playServices: { lastfm: PlayService | null; listenbrainz: PlayService }
  spotify: Spotify | null
  google: Google | null
  /** null without a mail server: no mail is queued then, and pages offer nothing that needs mail */
  mailer: Mailer | null
  /** null if there is no push: the product has no https address, or its key is lost */
  pushKey: PushKey | null
  seal: Seal
  hashCost: HashCost
  jobs: Jobs
  limit: (rule: LimitRule) => RateLimit
  audit: Audit
  challenges: Challenges
  metrics: Metrics
  now: () => Date
  log: FastifyBaseLogger
}

export type Timing = {
  lastfm?: Partial<LastfmTiming>
  spotify?: Partial<SpotifyTiming>
  database?: Partial<PoolTimings & WatchTimings>
  /** between two calls, and after the failures of a page, in milliseconds */
  pulls?: { spacing?: number; pauses?: readonly number[] }
}
