import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

// Pictures to look at (`npm run screenshots`), no part of `npm test`: nothing is compared.
export default defineConfig({ ...tests, testMatch: 'screenshots.ts', fullyParallel: true, timeout: 120_000 })
