import { defineConfig } from 'vitest/config'

// Run by scripts/test.mjs (`npm test`, `npm run check`), which brings the services. The browser tests have
// Playwright's own runner (tests/web/playwright.config.ts), the benchmarks are programs (tests/bench).
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/web/**', 'tests/bench/**'],
    globalSetup: ['tests/support/dropDatabases.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
