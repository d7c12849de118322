import { defineConfig } from '@playwright/test'

/**
 * Pages are laid out, but little of them is painted: nothing here looks at pixels, and painting took a sixth of the processor
 * time of this stage. The browser leaves out what would need more memory for pictures than this.
 */
export const unpainted = '--force-gpu-mem-available-mb=1'

// Run by scripts/test.mjs, which builds the web and brings the services and a browser.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  // Each has a browser and a server: on two cores a third worker makes all of them slower by more than it adds.
  workers: 2,
  // A test that passes at the second try is a bug that nobody looks for.
  retries: 0,
  // Wide, for busy machines: what comes at all comes soon, and waiting for it costs nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // Less than the test's: a step that hangs is named, with what it waits for.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
    // Of a test that fails Playwright keeps what the page says, as screen readers read it; painted it is not (see `unpainted`).
    screenshot: 'off',
    trace: 'off',
    // Drawing every step of an animation costs processor time; motion.spec.ts looks at motion.
    contextOptions: { reducedMotion: 'reduce' },
    // What is kept on the device is in the way of tests that stand in for the network; offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      // Without one, Playwright's own headless shell.
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
