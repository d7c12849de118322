import { defineConfig } from '@playwright/test'

// Run by scripts/test.mjs, which builds the web and brings the services and a browser.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  // A test waits for the server, a page or another service between two actions: three workers keep two cores busy.
  workers: 3,
  // A test that passes at the second try is a bug that nobody looks for.
  retries: 0,
  // Wide, for busy machines: what comes at all comes soon, and waiting for it costs nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
    screenshot: 'only-on-failure',
    trace: 'off',
    // Drawing every step of an animation costs processor time; motion.spec.ts looks at motion.
    contextOptions: { reducedMotion: 'reduce' },
    // What is kept on the device is in the way of tests that stand in for the network; offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      // Without one, Playwright's own headless shell.
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
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
