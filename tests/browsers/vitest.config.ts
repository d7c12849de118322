import { defineConfig } from 'vitest/config'

// Run by scripts/browsers.mjs, once for each browser.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/browsers/*.journey.ts'],
    expect: { poll: { timeout: 30_000, interval: 100 } },
    pool: 'forks',
    // All files share one product and one browser.
    isolate: false,
    fileParallelism: false,
    // Wide, for busy machines: WebKitGTK draws by the processor only.
    testTimeout: 400_000,
    hookTimeout: 120_000,
  },
})
