import { defineConfig } from '@playwright/test'

/**
 * Lays pages out, but hardly paints them: no test looks at pixels, and painting took a sixth of the processor time of this
 * stage. The browser omits what would need more memory for pictures than this.
 */
export const unpainted = '--force-gpu-mem-available-mb=1'

// Run by scripts/test.mjs, which builds the web and provides the services and a browser.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  // Each has a browser and a server: on two cores a third worker slows down all of them by more than it adds.
  workers: 2,
  // A test that passes at the second attempt would be a bug that nobody looks for.
  retries: 0,
  // Wide limits, for busy machines: they cost nothing if the condition holds soon.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // Less than the test's limit, so that a step that hangs is reported with what it waits for.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
    // Playwright stores the accessibility tree of a failed test; the page is not painted (see `unpainted`).
    screenshot: 'off',
    trace: 'off',
    // Rendering animations costs processor time; motion.spec.ts tests them.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would bypass tests that mock the network; offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      // If not set, Playwright's own headless shell.
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        unpainted,
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
