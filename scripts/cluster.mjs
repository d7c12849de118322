// `node scripts/cluster.mjs 3` (`npm start -- --processes 3`, `npm run serve` with PROCESSES=3): several server processes behind one port.
// One that dies is started again, SIGUSR2 replaces one after the other, SIGTERM ends all of them.
import cluster from 'node:cluster'
import { keepMetrics } from './clusterMetrics.mjs'
import { shutdownDelay } from './environment.mjs'
import { restartPauses } from './pauses.mjs'
import { say } from './say.mjs'

/** A server ends within ten seconds by itself, and what it still serves before. */
const GRACE = 12_000 + shutdownDelay() * 1_000
/** How long a process that listens may take until it is ready. */
const READY_WITHIN = 30_000

const count = Number(process.argv[2] ?? process.env.PROCESSES)
/** A process sends a heartbeat once a second; one without for so long hangs. In milliseconds. */
const SILENCE = Number(process.argv[3] ?? 30_000)
cluster.setupPrimary({ exec: 'dist/server/main.js', args: [], execArgv: ['--enable-source-maps'] })

keepMetrics()

/** The processes that live, each with a promise of its end. */
const ends = new Map()
const leaving = new Set()
let isEnding = false
const pauses = restartPauses()

/**
 * Starts one and reports the result: 'ready', 'unready' (it listens, and no request should be sent there yet), or null: it
 * ended, and why it has said itself.
 */
async function begin() {
  const worker = cluster.fork()
  return { worker, how: await comesUp(worker) }
}

function comesUp(worker) {
  const begun = Date.now()
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
    const ended = new Promise((end) => {
      worker.once('exit', (code, signal) => {
        ends.delete(worker)
        const wasTold = leaving.delete(worker)
        if (!wasTold) pauses.note(Date.now() - begun)
        if (isUp && !wasTold) {
          const how = signal ?? `exit code ${code}`
          say('error', `A server process ended unexpectedly (${how}); another follows.`)
          void fill()
        }
        resolve(null)
        end()
      })
    })
    ends.set(worker, ended)
    worker.once('listening', () => {
      isUp = isListening = true
      look()
      setTimeout(() => resolve('unready'), READY_WITHIN).unref()
    })
  })
}

/** Ends a process whose heartbeats stopped: it answers no requests either. */
function endSilence(worker) {
  let late
  worker.on('message', ({ plak }) => {
    if (plak !== 'alive') return
    clearTimeout(late)
    late = setTimeout(() => {
      say('error', `A server process has been silent for ${SILENCE / 1_000} seconds.`)
      worker.process.kill('SIGKILL')
    }, SILENCE)
  })
  worker.once('exit', () => clearTimeout(late))
}

/** Starts one, again and again until it is up: at once the first time, then with longer and longer pauses. */
async function fill() {
  do {
    await pauses.wait()
  } while (!isEnding && (await begin()).how === null)
}

/** Begins a new process for each that is there now, and has the old one leave when the new one is up. */
async function replaceAll() {
  const before = [...ends.keys()]
  say('info', `Replacing ${before.length} server processes, one after the other …`)
  for (const worker of before) {
    if (isEnding) return
    const { worker: fresh, how } = await begin()
    if (how === null) return say('error', 'The new server process did not start; the others stay.')
    if (how === 'unready') {
      await leave(fresh, 'SIGTERM')
      return say('error', 'The new server process is not ready (/readyz says why); the others stay.')
    }
    await leave(worker, 'SIGUSR2')
  }
  say('info', 'All server processes are new.')
}

/** Asks one to exit, and waits until it has. */
async function leave(worker, signal) {
  leaving.add(worker)
  worker.process.kill(signal)
  const late = setTimeout(() => worker.process.kill('SIGKILL'), GRACE)
  await ends.get(worker)
  clearTimeout(late)
}

async function endAll(code = 0) {
  if (isEnding) return
  isEnding = true
  await Promise.all([...ends.keys()].map((worker) => leave(worker, 'SIGTERM')))
  process.exit(code)
}

/** An uncaught error ends this process, after those of the servers, in order. */
function crash(error) {
  say('fatal', 'The starter of the server processes failed; all of them end.', error)
  void endAll(1)
}
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, crash)

let replacing = Promise.resolve()
process.on('SIGUSR2', () => void (replacing = replacing.then(replaceAll)))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void endAll())

// Only the first one prints: an error in the settings is printed once, and ends everything.
if ((await begin()).how !== null) {
  await Promise.all(Array.from({ length: count - 1 }, fill))
  if (!isEnding) say('info', `${count} server processes are up.`)
} else if (!isEnding) process.exit(1)
