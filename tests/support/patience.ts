import { vi } from 'vitest'

// Changes the defaults of `vi.waitFor`, which times out after a second. On a busy machine such a timeout proves nothing; a
// condition that never holds still fails later. So tests set no timeout of their own, unless they wait for longer than this one.
// The default interval of 50 ms is too long for most of thousands of waits. So the interval
// starts shorter, and grows with the time waited, because each check is work, often for the
// process that is waited for. A test that must not be late sets its own interval.
// This runs once for each file, and the files of a worker share `vi`.
const { waitFor } = vi
const patientWaitFor: typeof waitFor = (callback, options = {}) => {
  const own = typeof options === 'number' ? { timeout: options } : options
  return waitFor(own.interval ? callback : lessAndLess(callback), { timeout: 20_000, interval: 10, ...own })
}
if (waitFor.name !== patientWaitFor.name) vi.waitFor = patientWaitFor

/** Skips checks until a tenth of the time waited so far has passed, and throws the last error meanwhile. */
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
