import { vi } from 'vitest'

// `vi.waitFor` gives up after a second by itself. On a busy machine that proves nothing; what never comes fails later.
// So the tests name no time of their own, unless what they wait for takes longer than this. It looks every 50 ms by itself: most
// of what thousands of tests wait for is there sooner. What is not is looked for less often, the longer it takes: each look is
// work, often of the process that is waited for. A test that must not be late names its own interval.
// It runs once for each file, and the files of a worker share `vi`.
const { waitFor } = vi
const patientWaitFor: typeof waitFor = (callback, options = {}) => {
  const own = typeof options === 'number' ? { timeout: options } : options
  return waitFor(own.interval ? callback : lessAndLess(callback), { timeout: 20_000, interval: 10, ...own })
}
if (waitFor.name !== patientWaitFor.name) vi.waitFor = patientWaitFor

/** Looks again only after a tenth of the time that was waited already, and throws the last error until then. */
function lessAndLess<Value>(look: () => Value | Promise<Value>): () => Promise<Value> {
  const begun = performance.now()
  let next = 0
  let last: unknown
  return async () => {
    if (performance.now() < next) throw last
    try {
      return await look()
    } catch (error) {
      const now = performance.now()
      next = now + (now - begun) / 10
      last = error
      throw error
    }
  }
}
