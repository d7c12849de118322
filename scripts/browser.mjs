// Finds the browser of the tests: CHROMIUM_PATH, one of this machine, Playwright's own, or one installed by apt.
// Chromium's headless shell comes first: it renders the same pages with less than half the processor time.
import { existsSync } from 'node:fs'
import { findProgram, refusal } from './environment.mjs'
import { canInstall, installFromApt } from './packages.mjs'
import { succeeds } from './processes.mjs'

const findShell = () => findProgram('chromium-headless-shell', 'chrome-headless-shell')
const findWhole = () => findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')

export async function missingBrowserPackages() {
  const isThere = process.env.CHROMIUM_PATH || findShell() || (await playwrightHasOne())
  return isThere ? [] : [findWhole() ? ['chromium-headless-shell'] : ['chromium-headless-shell', 'chromium']]
}

/** A path, or '' for Playwright's own browser. */
export async function findBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw refusal(`CHROMIUM_PATH names ${CHROMIUM_PATH}, and there is no such file.`)
  }
  const path = findShell() ?? ((await playwrightHasOne()) ? '' : findWhole())
  if (path !== null) return path
  if (canInstall() && (await installFromApt(await missingBrowserPackages())))
    return findShell() ?? findWhole()
  throw refusal(
    'The browser tests need Chromium. Install it (Debian: apt install chromium-headless-shell; elsewhere: npx ' +
      'playwright install --only-shell chromium), or name one by CHROMIUM_PATH.',
  )
}

async function playwrightHasOne() {
  const launch = "require('playwright-core').chromium.launch().then((browser) => browser.close())"
  return succeeds(process.execPath, ['-e', launch])
}
