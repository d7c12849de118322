// Preloaded into the product (product.ts): answers a benchmark's questions about its process, and exits with the benchmark.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const MB = 1024 * 1024
const resolution = 1

let [least, most] = [Infinity, 0]
function look() {
  const { rss } = process.memoryUsage()
  least = Math.min(least, rss)
  most = Math.max(most, rss)
}
let looking
let delays

const answers = {
  /** processor time used so far, in microseconds */
  cpu() {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  /** bytes of its heap after a garbage collection */
  heap() {
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  },
  /** maximum increase of its resident memory over the minimum since the last call, in MB */
  grown() {
    looking ??= setInterval(look, 20)
    const grown = Math.max(0, most - least) / MB
    least = most = process.memoryUsage().rss
    return grown
  },
  /** longest time that the event loop was blocked since the last call, in milliseconds */
  paused() {
    delays ??= monitorEventLoopDelay({ resolution })
    const longest = Math.max(0, delays.max / 1e6 - resolution)
    delays.enable()
    delays.reset()
    return longest
  },
}

process.on('message', ({ number, question }) => process.send({ number, answer: answers[question]() }))
process.on('disconnect', () => process.exit(0))
