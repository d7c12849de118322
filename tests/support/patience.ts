import { vi } from 'vitest'

// `vi.waitFor` gives up after a second by itself. On a busy machine that proves nothing; what never comes fails later.
// So the tests name no time of their own, unless what they wait for takes longer than this. It looks every 50 ms by itself: most
// of what thousands of tests wait for is there sooner.
// It runs once for each file, and the files of a worker share `vi`.
const { waitFor } = vi
const patientWaitFor: typeof waitFor = (callback, options = {}) =>
  waitFor(callback, {
    timeout: 20_000,
    interval: 10,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
if (waitFor.name !== patientWaitFor.name) vi.waitFor = patientWaitFor
