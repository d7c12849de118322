// Runs in the cluster's primary; server/lib/fleet.ts requests the metrics.
import cluster from 'node:cluster'

/** Time to wait for a process's metrics, in milliseconds; after that its last known values are used. */
const PATIENCE = 2_000
/** Counts must not decrease when a process exits; gauges of that process disappear with it. */
const isKept = ({ type }) => type === 'counter' || type === 'histogram'

export function keepMetrics() {
  const latest = new Map()
  let exitedMetrics = []
  const questions = new Map()
  let lastQuestion = 0

  /** Adds the counts of processes that exited to one total, so that the data does not grow with each restart. */
  async function foldGone() {
    const exitedIds = [...latest.keys()].filter((id) => cluster.workers[id] === undefined)
    if (exitedIds.length === 0) return
    const parts = exitedIds.map((id) => latest.get(id).filter(isKept))
    for (const id of exitedIds) latest.delete(id)
    exitedMetrics = await foldSnapshots([exitedMetrics, ...parts])
  }

  let foldQueue = Promise.resolve()
  async function answer(asker, id) {
    await (foldQueue = foldQueue.then(foldGone))
    // Running processes first: metrics that are taken from only one process come from the newest.
    if (asker.isConnected())
      asker.send({ metrics: 'sum', id, snapshots: [...latest.values(), exitedMetrics] })
  }

  function ask(asker, id) {
    const question = ++lastQuestion
    const pendingWorkers = new Set(Object.keys(cluster.workers))
    const finish = () => {
      if (!questions.delete(question)) return
      clearTimeout(timer)
      void answer(asker, id)
    }
    const timer = setTimeout(finish, PATIENCE)
    questions.set(
      question,
      (worker) => pendingWorkers.delete(String(worker)) && pendingWorkers.size === 0 && finish(),
    )
    for (const worker of Object.values(cluster.workers)) {
      if (worker.isConnected()) worker.send({ metrics: 'tell', id: question })
      else questions.get(question)?.(worker.id)
    }
  }

  cluster.on('message', (worker, message) => {
    if (message?.metrics === 'ask') ask(worker, message.id)
    if (message?.metrics !== 'snapshot') return
    latest.set(worker.id, message.families)
    questions.get(message.id)?.(worker.id)
  })
  cluster.on('exit', (worker) => {
    for (const settle of questions.values()) settle(worker.id)
  })
}

async function foldSnapshots(snapshots) {
  // Imported only on request: the scripts themselves need no packages.
  const { AggregatorRegistry } = await import('prom-client')
  const filled = snapshots.filter((families) => families.length > 0)
  return await AggregatorRegistry.aggregate(filled).getMetricsAsJSON()
}
