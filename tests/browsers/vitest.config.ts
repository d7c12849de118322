import { defineConfig } from 'vitest/config'

// Run by scripts/browsers.mjs, once for each browser.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/browsers/*.journey.ts'],
    expect: { poll: { timeout: 20_000, interval: 50 } },
    pool: 'forks',
    // All files share one product and one browser.
    isolate: false,
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
