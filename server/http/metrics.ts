import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { slowStreamsCut } from '../api/openStream.ts'
import type { Streams } from '../api/streams.ts'
import { lastBackup } from '../backup/newest.ts'
import { countLinks } from '../catalog/linking/queue.ts'
import type { Deps } from '../core/deps.ts'
import { poolOf } from '../lib/db.ts'
import { joinFleet } from '../lib/fleet.ts'
import { addFigure } from '../lib/metrics.ts'
import { kysely, rows } from '../lib/sql.ts'
import { version } from '../lib/version.ts'
import { oldestWaiting } from '../live/eventLog.ts'
import { lastTidied } from '../maintenance/retention.ts'
import type { Sockets } from './sockets.ts'

type Open = { sockets: Sockets; streams: Streams }

/** How long a metric waits for the database, in milliseconds: a database that hangs must not make its own alarm hang. */
const PATIENCE = 2_000

type MetricsDeps = Pick<Deps, 'settings' | 'metrics' | 'bus' | 'db' | 'redis' | 'jobs' | 'health' | 'now'>

/**
 * Responds 404 without the right bearer token, and if the setting is missing. With several processes under one primary, each
 * reports the sum of all.
 */
export function serveMetrics(app: FastifyInstance, deps: MetricsDeps, open: Open): void {
  const { METRICS_TOKEN: token } = deps.settings
  if (token === undefined) return
  const expectedHash = hashOf(`Bearer ${token}`)

  const ownRegistry = deps.metrics.registry
  addProcessFigures(ownRegistry, deps, open)
  const fleet = joinFleet([ownRegistry, processFigures()], app.log)
  const installation = installationFigures(deps)
  app.addHook('onClose', () => fleet.leave())

  app.get('/metrics', async ({ headers }, reply) => {
    if (!timingSafeEqual(hashOf(headers.authorization ?? ''), expectedHash)) return reply.callNotFound()
    const all = Registry.merge([await fleet.sum(), installation])
    return reply
      .header('cache-control', 'no-store')
      .type(ownRegistry.contentType)
      .send(withoutUnknown(await all.metrics()))
  })
}

/** Removes metrics that have no value at this moment, such as the mean of no samples. */
const withoutUnknown = (text: string) => text.replace(/^\S.* nan\n/gim, '')

/** Texts of any length can be compared in constant time by their hashes. */
const hashOf = (text: string) => createHash('sha256').update(text).digest()

type Figures = Record<string, Omit<Parameters<typeof addFigure>[1], 'name'>>
function addFigures(registry: Registry, figures: Figures): void {
  for (const [name, figure] of Object.entries(figures)) addFigure(registry, { name, ...figure })
}

/** Values are summed over several processes, unless a metric specifies otherwise. */
function addProcessFigures(
  registry: Registry,
  { bus, db, redis, jobs, health }: MetricsDeps,
  { sockets, streams }: Open,
) {
  addFigures(registry, {
    plak_processes: { help: 'Server processes included in these metrics', read: () => 1 },
    plak_ready: {
      help: '1 if every process is ready (/readyz)',
      together: 'min',
      read: () => (health.read().status === 'ok' ? 1 : 0),
    },
    plak_sockets: { help: 'Open WebSockets', read: sockets.count },
    plak_streams: { help: 'Open event streams of the API', read: streams.count },
    plak_slow_readers_cut_total: {
      help: 'WebSockets and event streams closed because their clients did not read fast enough',
      kind: 'counter',
      read: () => sockets.slowReadersCut() + slowStreamsCut(),
    },
    plak_subscriptions: { help: 'Subscriptions to live events', read: () => bus.subscriberCount() },
    plak_events_total: { help: 'Live events numbered', kind: 'counter', read: () => bus.counts().numbered },
    plak_event_deliveries_total: {
      help: 'Live events delivered, counted per subscription',
      kind: 'counter',
      read: () => bus.counts().delivered,
    },
    plak_event_resets_total: {
      help: 'Subscriptions reset because the missed events were deleted or too many',
      kind: 'counter',
      read: () => bus.counts().resets,
    },
    plak_database_pool_connections: {
      help: 'Database connections by state',
      label: 'state',
      read() {
        const { active, idle } = poolOf(db)
        return { active, idle }
      },
    },
    plak_database_pool_limit: { help: 'Maximum of database connections', read: () => poolOf(db).limit },
    plak_database_pool_waiting: {
      help: 'Calls waiting for a database connection',
      read: () => poolOf(db).waiting,
    },
    plak_redis_up: {
      help: '1 if Redis responds to every process',
      together: 'min',
      read: () => (redis.isReady ? 1 : 0),
    },
    plak_jobs_running: {
      help: 'Background work of requests, such as syncs with Spotify',
      read: () => jobs.count(),
    },
  })
}

let ofProcess: Registry | undefined

/** Default metrics can be collected only once per process. */
function processFigures(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

function installationFigures({ db, now }: MetricsDeps): Registry {
  const registry = new Registry()
  addFigures(registry, {
    plak_build_info: { help: 'Version of Plak', label: 'version', read: () => ({ [version]: 1 }) },
    plak_database_up: {
      help: '1 if the database responds',
      read: async () =>
        (await readInTime(rows(db, kysely.selectNoFrom(sql.lit(1).as('one'))))) === null ? 0 : 1,
    },
    plak_events_oldest_unnumbered_seconds: {
      help: 'Age of the oldest live event without a number; 0 if there is none',
      read: () => readInTime(oldestWaiting(db, now())),
    },
    plak_catalogue_queue: {
      help: 'Albums by the state of their link to a release group of MusicBrainz',
      label: 'state',
      read: () => readInTime(countLinks(db)),
    },
    plak_mails_waiting: { help: 'Mails in the queue', read: () => readInTime(db.mail.count()) },
    plak_housekeeping_last_timestamp_seconds: {
      help: 'Time at which expired rows were last deleted',
      read: async () => toSeconds(await readInTime(lastTidied(db))),
    },
    plak_backup_last_timestamp_seconds: {
      help: 'Time of the newest backup',
      read: async () => toSeconds(await readInTime(lastBackup({ db }))),
    },
  })
  return registry
}

const toSeconds = (moment: Date | null) => moment && moment.getTime() / 1_000

async function readInTime<Answer>(query: Promise<Answer>): Promise<Answer | null> {
  return Promise.race([query, sleep(PATIENCE, null, { ref: false })]).catch(() => null)
}
