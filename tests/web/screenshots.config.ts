import { defineConfig } from '@playwright/test'
import tests, { unpainted } from './playwright.config.ts'

const { launchOptions, ...use } = tests.use!

// Pictures to look at (`npm run screenshots`), no part of `npm test`: nothing is compared.
export default defineConfig({
  ...tests,
  use: {
    ...use,
    launchOptions: {
      ...launchOptions,
      args: launchOptions!.args!.filter((argument) => argument !== unpainted),
    },
  },
  testMatch: 'screenshots.ts',
  fullyParallel: true,
  timeout: 120_000,
})
