// The browser of the tests: the one that is named, one of this machine, Playwright's own, or installed by
// apt.
import { existsSync } from 'node:fs'
import { findProgram, refusal } from './environment.mjs'
import { canInstall, installFromApt } from './packages.mjs'
import { run } from './processes.mjs'

const ofThisMachine = () =>
  findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')

/** The path of a Chromium. */
export async function findBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw refusal(`CHROMIUM_PATH names ${CHROMIUM_PATH}, and there is no such file.`)
  }
  const found = ofThisMachine() ?? (await ofPlaywright())
  if (found) return found
  if (canInstall() && (await installFromApt(['chromium']))) {
    const installed = ofThisMachine()
    if (installed) return installed
  }
  throw refusal(
    'The browser tests need Chromium. Install it (Debian: apt install chromium; elsewhere: npx playwright ' +
      'install chromium), or name one by CHROMIUM_PATH.',
  )
}

async function ofPlaywright() {
  const question = "require('playwright-core').chromium.executablePath()"
  const path = await run(process.execPath, ['-p', question]).catch(() => '')
  return path && existsSync(path) ? path : null
}
