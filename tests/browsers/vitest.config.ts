import { defineConfig } from 'vitest/config'

// Run by scripts/browsers.mjs, once for each browser.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/browsers/*.journey.ts'],
    expect: { poll: { timeout: 30_000, interval: 100 } },
    pool: 'forks',
    // All files share one server and one browser.
    isolate: false,
    fileParallelism: false,
    // Wide limits, for busy machines: WebKitGTK renders without a GPU.
    testTimeout: 400_000,
    hookTimeout: 120_000,
  },
})
