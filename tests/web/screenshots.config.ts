import { defineConfig } from '@playwright/test'
import tests, { unpainted } from './playwright.config.ts'

const { launchOptions, ...use } = tests.use!

// Screenshots to look at (`npm run screenshots`), not part of `npm test`: nothing is compared.
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
