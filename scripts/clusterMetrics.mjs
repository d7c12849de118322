// The figures of all server processes, kept by their primary (server/lib/fleet.ts asks for them): any process reports the sum,
// and what one that is gone had counted stays counted.
import cluster from 'node:cluster'

/** A process that hangs is counted as it last was; in milliseconds. */
const PATIENCE = 2_000
/** What may not fall when a process goes; what it had open goes with it. */
const isKept = ({ type }) => type === 'counter' || type === 'histogram'

/** Keeps the figures that the forked processes report. */
export function keepMetrics() {
  /** the last figures of each process, by its number in the cluster */
  const latest = new Map()
  let gone = []
  const questions = new Map()
  let lastQuestion = 0

  /** Adds the counts of those that are gone to one total, so that it does not grow with each restart. */
  async function foldGone() {
    const dead = [...latest.keys()].filter((id) => cluster.workers[id] === undefined)
    if (dead.length === 0) return
    const parts = dead.map((id) => latest.get(id).filter(isKept))
    for (const id of dead) latest.delete(id)
    gone = await folded([gone, ...parts])
  }

  let folding = Promise.resolve()
  async function answer(asker, id) {
    await (folding = folding.then(foldGone))
    // The living ones first: metrics that are taken from one process come from the newest.
    if (asker.isConnected()) asker.send({ metrics: 'sum', id, snapshots: [...latest.values(), gone] })
  }

  /** Requests the figures of every process, and sends them to the one that asked. */
  function ask(asker, id) {
    const question = ++lastQuestion
    const waiting = new Set(Object.keys(cluster.workers))
    const finish = () => {
      if (!questions.delete(question)) return
      clearTimeout(late)
      void answer(asker, id)
    }
    const late = setTimeout(finish, PATIENCE)
    questions.set(question, (worker) => waiting.delete(String(worker)) && waiting.size === 0 && finish())
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
    for (const told of questions.values()) told(worker.id)
  })
}

async function folded(snapshots) {
  // Only where somebody asks for figures: the scripts themselves stand on Node alone.
  const { AggregatorRegistry } = await import('prom-client')
  const filled = snapshots.filter((families) => families.length > 0)
  return await AggregatorRegistry.aggregate(filled).getMetricsAsJSON()
}
