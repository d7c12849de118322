// The browser of the tests: the one that is named, one of this machine, Playwright's own, or installed by
// apt. Chromium's headless shell comes first: it shows the same pages for less than half the processor time.
import { existsSync } from 'node:fs'
import { findProgram, refusal } from './environment.mjs'
import { canInstall, installFromApt } from './packages.mjs'
import { succeeds } from './processes.mjs'

const findShell = () => findProgram('chromium-headless-shell', 'chrome-headless-shell')
const findWhole = () => findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')

/** The packages with a browser for the tests that are worth installing here. */
export async function missingBrowserPackages() {
  const isThere = process.env.CHROMIUM_PATH || findShell() || (await playwrightHasOne())
  return isThere ? [] : [findWhole() ? ['chromium-headless-shell'] : ['chromium-headless-shell', 'chromium']]
}

/** The setting CHROMIUM_PATH of the tests: a path, or '' for Playwright's own browser. */
export async function findBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw refusal(`CHROMIUM_PATH names ${CHROMIUM_PATH}, and there is no such file.`)
  }
  const found = findShell() ?? ((await playwrightHasOne()) ? '' : findWhole())
  if (found !== null) return found
  if (canInstall() && (await installFromApt(await missingBrowserPackages())))
    return findShell() ?? findWhole()
  throw refusal(
    'The browser tests need Chromium. Install it (Debian: apt install chromium-headless-shell; elsewhere: npx ' +
      'playwright install --only-shell chromium), or name one by CHROMIUM_PATH.',
  )
}

/** Whether Playwright has downloaded a browser for itself, and it starts. */
async function playwrightHasOne() {
  const launch = "require('playwright-core').chromium.launch().then((browser) => browser.close())"
  return succeeds(process.execPath, ['-e', launch])
}
