import cluster from 'node:cluster'
import { AggregatorRegistry, Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client'

/** The figures of one process. */
type Snapshot = MetricObjectWithValues<MetricValue<string>>[]
/** What the primary sends to a process (scripts/clusterMetrics.mjs). */
type PrimaryMessage =
  | { metrics: 'tell'; id: number }
  | { metrics: 'sum'; id: number; snapshots: Snapshot[] }
  | { metrics?: never }

/** A primary answers at once; a parent that does not is not ours. In milliseconds. */
const PATIENCE = 3_000
/** A process that is killed takes the counts of so many milliseconds with it. */
const REPORT_EVERY = 5_000

/** The processes of one product, as far as their figures go. */
export type Fleet = {
  /** the figures of all of them: counters go on where a process that is gone left them */
  sum: () => Promise<Registry>
  /** Leaves the figures of this process with the primary. */
  leave: () => Promise<void>
}

/** Has the figures of this process counted with those of the others under the same primary; alone they are their own sum. */
export function joinFleet(registries: Registry[]): Fleet {
  const { worker } = cluster
  if (!worker) return { sum: async () => Registry.merge(registries), leave: async () => {} }

  const snapshot = async () => ({
    metrics: 'snapshot',
    families: (await Promise.all(registries.map((each) => each.getMetricsAsJSON()))).flat(),
  })
  const send = (message: object) =>
    new Promise<void>((resolve) => {
      if (worker.isConnected()) worker.send(message, () => resolve())
      else resolve()
    })
  const asked = new Map<number, (snapshots: Snapshot[]) => void>()
  let lastId = 0

  async function handle(message: PrimaryMessage) {
    if (message.metrics === 'tell') await send({ ...(await snapshot()), id: message.id })
    if (message.metrics === 'sum') asked.get(message.id)?.(message.snapshots)
  }
  const listen = (message: PrimaryMessage) => void handle(message)
  worker.on('message', listen)
  const report = async () => send(await snapshot())
  const reports = setInterval(() => void report(), REPORT_EVERY).unref()

  return {
    async sum() {
      const id = ++lastId
      const answer = new Promise<Snapshot[] | null>((resolve) => {
        asked.set(id, resolve)
        setTimeout(() => resolve(null), PATIENCE).unref()
      })
      await send({ metrics: 'ask', id })
      const snapshots = await answer
      asked.delete(id)
      return snapshots ? AggregatorRegistry.aggregate(snapshots) : Registry.merge(registries)
    },
    async leave() {
      clearInterval(reports)
      worker.off('message', listen)
      await report()
    },
  }
}
