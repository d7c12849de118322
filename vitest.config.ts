import { defineConfig } from 'vitest/config'

// Run by scripts/test.mjs (`npm test`, `npm run check`), which brings the services. The browser tests have
// Playwright's own runner (tests/web/playwright.config.ts), the benchmarks are programs (tests/bench).
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/web/**', 'tests/bench/**'],
    setupFiles: ['tests/support/patience.ts'],
    expect: { poll: { timeout: 10_000 } },
    globalSetup: ['tests/support/dropDatabases.ts'],
    pool: 'forks',
    // Most tests wait for a process, a timer or the database; vitest's own choice for two cores is one.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
