import { defineConfig } from 'vitest/config'

// Run by scripts/test.mjs (`npm test`, `npm run check`), which brings the services. The browser tests have
// Playwright's own runner (tests/web/playwright.config.ts), the benchmarks are programs (tests/bench).
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/web/**', 'tests/bench/**'],
    setupFiles: ['tests/support/patience.ts', 'tests/support/ownStore.ts'],
    expect: { poll: { timeout: 20_000, interval: 25 } },
    globalSetup: ['tests/support/dropDatabases.ts'],
    // Loaded once for each language, by the query of its address.
    server: { deps: { external: [/\/dist\/render\//] } },
    pool: 'forks',
    // The files of a worker share what they import: importing the server anew for each file costs more than its tests.
    // So a test leaves no module changed (`vi.mock` and stand-ins for modules are not used here anyway).
    isolate: false,
    // Vitest's own choice for two cores is one; a third worker makes all of them slower by more than it adds.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
  },
})
