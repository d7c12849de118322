// Preloaded into the product (product.ts): answers a benchmark's questions about its process, and exits with the benchmark.
const MB = 1024 * 1024

let [least, most] = [Infinity, 0]
function look() {
  const { rss } = process.memoryUsage()
  least = Math.min(least, rss)
  most = Math.max(most, rss)
}
let looking

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
}

process.on('message', ({ number, question }) => process.send({ number, answer: answers[question]() }))
process.on('disconnect', () => process.exit(0))
