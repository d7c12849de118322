// Preloaded into the product (product.ts): it answers what a benchmark asks of its process, and ends with the benchmark.
const MB = 1024 * 1024

let [least, most] = [Infinity, 0]
function look() {
  const { rss } = process.memoryUsage()
  least = Math.min(least, rss)
  most = Math.max(most, rss)
}
let looking

const answers = {
  /** the processor time that it has used, in microseconds */
  cpu() {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  /** bytes of its heap, once all that is garbage is gone */
  heap() {
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  },
  /** how many MB more than the least its resident memory was at most since this was last asked */
  grown() {
    looking ??= setInterval(look, 20)
    const grown = Math.max(0, most - least) / MB
    least = most = process.memoryUsage().rss
    return grown
  },
}

process.on('message', ({ number, question }) => process.send({ number, answer: answers[question]() }))
process.on('disconnect', () => process.exit(0))
