import cluster from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import { AggregatorRegistry, Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client'

type Snapshot = MetricObjectWithValues<MetricValue<string>>[]
/** Messages of the primary to a process (scripts/clusterMetrics.mjs). */
type PrimaryMessage =
  | { metrics: 'tell'; id: number }
  | { metrics: 'sum'; id: number; snapshots: Snapshot[] }
  | { metrics?: never }

/** How long to wait for the primary, in milliseconds. It responds at once, so a parent that does not is another program. */
const PATIENCE = 3_000
/** Interval of reports to the primary, in milliseconds: a killed process loses at most the counts of one interval. */
const REPORT_EVERY = 5_000

export type Fleet = {
  /** returns the metrics of all processes, including the counters of those that have ended */
  sum: () => Promise<Registry>
  leave: () => Promise<void>
}

/** Without a primary, the sum is the process's own metrics. */
export function joinFleet(registries: Registry[], log: Pick<FastifyBaseLogger, 'warn'>): Fleet {
  const { worker } = cluster
  if (!worker) return { sum: async () => Registry.merge(registries), leave: async () => {} }

  const send = (message: object) =>
    new Promise<void>((resolve) => {
      if (worker.isConnected()) worker.send(message, () => resolve())
      else resolve()
    })
  /** Reports the metrics, in response to the request `id` if there is one. Never rejects: they must not end the process. */
  async function report(id?: number) {
    try {
      const families = (await Promise.all(registries.map((each) => each.getMetricsAsJSON()))).flat()
      await send({ metrics: 'snapshot', families, id })
    } catch (error) {
      log.warn({ err: error }, 'metrics cannot be read')
    }
  }
  const requests = new Map<number, (snapshots: Snapshot[]) => void>()
  let lastId = 0

  const listen = (message: PrimaryMessage) => {
    if (message.metrics === 'tell') void report(message.id)
    if (message.metrics === 'sum') requests.get(message.id)?.(message.snapshots)
  }
  worker.on('message', listen)
  const reports = setInterval(() => void report(), REPORT_EVERY).unref()

  return {
    async sum() {
      const id = ++lastId
      const answer = new Promise<Snapshot[] | null>((resolve) => {
        requests.set(id, resolve)
        setTimeout(() => resolve(null), PATIENCE).unref()
      })
      await send({ metrics: 'ask', id })
      const snapshots = await answer
      requests.delete(id)
      return snapshots ? AggregatorRegistry.aggregate(snapshots) : Registry.merge(registries)
    },
    async leave() {
      clearInterval(reports)
      worker.off('message', listen)
      await report()
    },
  }
}
