import { vi } from 'vitest'

// `vi.waitFor` gives up after a second by itself. On a busy machine that proves nothing; what never comes fails later.
const { waitFor } = vi
vi.waitFor = (callback, options = 10_000) => waitFor(callback, options)
