import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { lastBackup } from '../backup/newest.ts'
import type { Deps } from '../core/deps.ts'
import { poolOf } from '../lib/db.ts'
import { joinFleet } from '../lib/fleet.ts'
import { addFigure } from '../lib/metrics.ts'
import { kysely, rows } from '../lib/sql.ts'
import { version } from '../lib/version.ts'
import { oldestWaiting } from '../live/eventLog.ts'
import { lastTidied } from '../maintenance/retention.ts'
import type { Sockets } from './sockets.ts'

/** How long a metric waits for the database, in milliseconds: a database that hangs must not make its own alarm hang. */
const PATIENCE = 2_000

type MetricsDeps = Pick<Deps, 'settings' | 'metrics' | 'bus' | 'db' | 'redis' | 'jobs' | 'health' | 'now'>

/**
 * Serves `GET /metrics` in Prometheus' text format to requests with METRICS_TOKEN as a bearer token. Responds 404 to all others,
 * and if the setting is missing. With several processes under one primary, each reports the sum of all.
 */
export function serveMetrics(app: FastifyInstance, deps: MetricsDeps, sockets: Sockets): void {
  const { METRICS_TOKEN: token } = deps.settings
  if (token === undefined) return
  const wanted = hashOf(`Bearer ${token}`)

  const own = deps.metrics.registry
  addProcessFigures(own, deps, sockets)
  const fleet = joinFleet([own, processFigures()], app.log)
  const installation = installationFigures(deps)
  app.addHook('onClose', () => fleet.leave())

  app.get('/metrics', async ({ headers }, reply) => {
    if (!timingSafeEqual(hashOf(headers.authorization ?? ''), wanted)) return reply.callNotFound()
    const all = Registry.merge([await fleet.sum(), installation])
    return reply
      .header('cache-control', 'no-store')
      .type(own.contentType)
      .send(withoutUnknown(await all.metrics()))
  })
}

/** Removes metrics that have no value at this moment, such as the mean of no samples. */
const withoutUnknown = (text: string) => text.replace(/^\S.* nan\n/gim, '')

/** Hashes a text, so that texts of any length can be compared in constant time. */
const hashOf = (text: string) => createHash('sha256').update(text).digest()

type Figures = Record<string, Omit<Parameters<typeof addFigure>[1], 'name'>>
function addFigures(registry: Registry, figures: Figures): void {
  for (const [name, figure] of Object.entries(figures)) addFigure(registry, { name, ...figure })
}

/** Adds the metrics of this process; they are summed over several processes, unless a metric specifies otherwise. */
function addProcessFigures(own: Registry, { bus, db, redis, jobs, health }: MetricsDeps, sockets: Sockets) {
  addFigures(own, {
    plak_processes: { help: 'Server processes whose figures these are', read: () => 1 },
    plak_ready: {
      help: 'Whether every process is ready, as /readyz tells',
      together: 'min',
      read: () => (health.read().status === 'ok' ? 1 : 0),
    },
    plak_sockets: { help: 'Open WebSockets', read: sockets.count },
    plak_slow_readers_cut_total: {
      help: 'WebSockets that were cut because their clients did not take what was sent',
      kind: 'counter',
      read: sockets.slowReadersCut,
    },
    plak_subscriptions: { help: 'Subscriptions to live events', read: () => bus.subscriberCount() },
    plak_events_total: {
      help: 'Live events that got their number',
      kind: 'counter',
      read: () => bus.counts().numbered,
    },
    plak_event_deliveries_total: {
      help: 'Live events that were handed to subscriptions, once for each',
      kind: 'counter',
      read: () => bus.counts().delivered,
    },
    plak_event_resets_total: {
      help: 'Subscriptions that were told to fetch anew, because what they had missed was gone or too much',
      kind: 'counter',
      read: () => bus.counts().resets,
    },
    plak_database_pool_connections: {
      help: 'Connections to the database, by what they do',
      label: 'state',
      read() {
        const { active, idle } = poolOf(db)
        return { active, idle }
      },
    },
    plak_database_pool_limit: {
      help: 'Connections to the database that there may be',
      read: () => poolOf(db).limit,
    },
    plak_database_pool_waiting: {
      help: 'Calls that wait for a connection to the database',
      read: () => poolOf(db).waiting,
    },
    plak_redis_up: {
      help: 'Whether Redis answers every process',
      together: 'min',
      read: () => (redis.isReady ? 1 : 0),
    },
    plak_jobs_running: {
      help: 'Work beside the requests, such as the reading of libraries at the streaming service',
      read: () => jobs.count(),
    },
  })
}

let ofProcess: Registry | undefined

/**
 * Returns Prometheus' default process metrics: memory, processor time, event loop delay. They can be collected only once per
 * process.
 */
function processFigures(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

/** Returns the metrics that are equal in all processes: those of the database and of the build. */
function installationFigures({ db, now }: MetricsDeps): Registry {
  const registry = new Registry()
  addFigures(registry, {
    plak_build_info: { help: 'The version of Plak', label: 'version', read: () => ({ [version]: 1 }) },
    plak_database_up: {
      help: 'Whether the database answers',
      read: async () => ((await soon(rows(db, kysely.selectNoFrom(sql.lit(1).as('one'))))) === null ? 0 : 1),
    },
    plak_events_oldest_unnumbered_seconds: {
      help: 'How long the oldest live event without a number has waited for it; 0 when none waits',
      read: () => soon(oldestWaiting(db, now())),
    },
    plak_mails_waiting: { help: 'Mails that wait to be sent', read: () => soon(db.mail.count()) },
    plak_housekeeping_last_timestamp_seconds: {
      help: 'When what is over was last deleted',
      read: async () => inSeconds(await soon(lastTidied(db))),
    },
    plak_backup_last_timestamp_seconds: {
      help: 'When the newest backup was made',
      read: async () => inSeconds(await soon(lastBackup({ db }))),
    },
  })
  return registry
}

const inSeconds = (moment: Date | null) => moment && moment.getTime() / 1_000

/** Returns the result of a database query, or null if it fails or takes too long. */
async function soon<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  return Promise.race([asked, sleep(PATIENCE, null, { ref: false })]).catch(() => null)
}
