// `node scripts/cluster.mjs 3`: several server processes behind one port. SIGUSR2 replaces one after the other, SIGTERM ends all.
import cluster from 'node:cluster'
import { keepMetrics } from './clusterMetrics.mjs'
import { shutdownDelay } from './environment.mjs'
import { restartPauses } from './pauses.mjs'
import { say } from './say.mjs'

/** In milliseconds. A server exits by itself within ten seconds after its SHUTDOWN_DELAY. */
const GRACE = 12_000 + shutdownDelay() * 1_000
/** From listening to ready, in milliseconds. */
const READY_WITHIN = 30_000

const count = Number(process.argv[2] ?? process.env.PROCESSES)
/** Time without a heartbeat after which a process is considered hung, in milliseconds. Heartbeats are sent once a second. */
const SILENCE = Number(process.argv[3] ?? 30_000)
cluster.setupPrimary({ exec: 'dist/server/main.js', args: [], execArgv: ['--enable-source-maps'] })

keepMetrics()

const exits = new Map()
const leavingWorkers = new Set()
let isEnding = false
const pauses = restartPauses()

/**
 * Starts a process and reports the result: 'ready', 'unready' (it listens, but should get no requests yet), or null: it exited,
 * after logging the reason.
 */
async function begin() {
  const worker = cluster.fork()
  return { worker, outcome: await waitUntilUp(worker) }
}

function waitUntilUp(worker) {
  const startedAt = Date.now()
  endSilence(worker)
  return new Promise((resolve) => {
    let isUp = false
    let isListening = false
    // Until it reports otherwise, a listening process is ready.
    let isReady = true
    const look = () => {
      if (isListening && isReady) resolve('ready')
    }
    worker.on('message', (message) => {
      if (message.plak !== 'alive') return
      isReady = message.isReady
      look()
    })
    const exit = new Promise((end) => {
      worker.once('exit', (code, signal) => {
        exits.delete(worker)
        const wasTold = leavingWorkers.delete(worker)
        if (!wasTold) pauses.note(Date.now() - startedAt)
        if (isUp && !wasTold) {
          const exitReason = signal ?? `exit code ${code}`
          say('error', `A server process ended unexpectedly (${exitReason}); restarting it.`)
          void fill()
        }
        resolve(null)
        end()
      })
    })
    exits.set(worker, exit)
    worker.once('listening', () => {
      isUp = isListening = true
      look()
      setTimeout(() => resolve('unready'), READY_WITHIN).unref()
    })
  })
}

/** A process without heartbeats does not answer requests either. */
function endSilence(worker) {
  let killTimer
  worker.on('message', ({ plak }) => {
    if (plak !== 'alive') return
    clearTimeout(killTimer)
    killTimer = setTimeout(() => {
      say('error', `A server process has not responded for ${SILENCE / 1_000} seconds.`)
      worker.process.kill('SIGKILL')
    }, SILENCE)
  })
  worker.once('exit', () => clearTimeout(killTimer))
}

async function fill() {
  do {
    await pauses.wait()
  } while (!isEnding && (await begin()).outcome === null)
}

async function replaceAll() {
  const workers = [...exits.keys()]
  say('info', `Replacing ${workers.length} server processes, one after the other …`)
  for (const worker of workers) {
    if (isEnding) return
    const { worker: newWorker, outcome } = await begin()
    if (outcome === null)
      return say('error', 'The new server process did not start; the others keep running.')
    if (outcome === 'unready') {
      await leave(newWorker, 'SIGTERM')
      return say('error', 'The new server process is not ready (see /readyz); the others keep running.')
    }
    await leave(worker, 'SIGUSR2')
  }
  say('info', 'All server processes were replaced.')
}

async function leave(worker, signal) {
  leavingWorkers.add(worker)
  worker.process.kill(signal)
  const killTimer = setTimeout(() => worker.process.kill('SIGKILL'), GRACE)
  await exits.get(worker)
  clearTimeout(killTimer)
}

async function endAll(code = 0) {
  if (isEnding) return
  isEnding = true
  await Promise.all([...exits.keys()].map((worker) => leave(worker, 'SIGTERM')))
  process.exit(code)
}

function crash(error) {
  say('fatal', 'The supervisor of the server processes failed; all of them are stopped.', error)
  void endAll(1)
}
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, crash)

let replacement = Promise.resolve()
process.on('SIGUSR2', () => void (replacement = replacement.then(replaceAll)))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void endAll())

// Starts one first: an error in the settings is then printed once, and ends everything.
if ((await begin()).outcome !== null) {
  await Promise.all(Array.from({ length: count - 1 }, fill))
  if (!isEnding) say('info', `${count} server processes are up.`)
} else if (!isEnding) process.exit(1)
