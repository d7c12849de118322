import { execFileSync } from 'node:child_process'
import { chromium, type Browser } from '@playwright/test'
import { onTestFinished } from 'vitest'
import config from '../web/playwright.config.ts'

/** Starts a browser for one test, with the options of the browser tests. */
export async function openBrowser(): Promise<Browser> {
  const find = `import('./scripts/browser.mjs').then(async ({ findBrowser }) => console.log(await findBrowser()))`
  const path = execFileSync(process.execPath, ['-e', find], { encoding: 'utf8' }).trim().split('\n').at(-1)
  const browser = await chromium.launch({
    ...config.use!.launchOptions,
    executablePath: path || undefined,
  })
  onTestFinished(() => browser.close())
  return browser
}
