// Runs the journeys of tests/browsers in each browser of this machine. Installs nothing.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { isNamed } from './engines.mjs'
import { findProgram, refusal, root } from './environment.mjs'
import { interrupted } from './lifetime.mjs'
import { run, show } from './processes.mjs'
import { tallyVitest } from './tally.mjs'

/** `find` returns the programs of a browser. It throws if one is missing; the message names it. */
const browsers = [
  { name: 'Chromium', find: async () => ({ browser: (await findBrowser()) || refuse('chromium') }) },
  {
    name: 'Firefox',
    find: async () => ({ browser: findProgram('firefox-esr', 'firefox') ?? refuse('firefox-esr') }),
  },
  {
    name: 'WebKit',
    find: async () => ({
      driver: findProgram('WebKitWebDriver') ?? refuse('webkit2gtk-driver'),
      browser: findMiniBrowser() ?? refuse('webkit2gtk-driver'),
      display: findProgram('Xvfb') ?? refuse('xvfb'),
    }),
  },
]

function refuse(name) {
  throw refusal(`${name} is not installed (Debian: apt install ${name})`)
}

/** WebKitGTK's browser for tests is not in the PATH. */
function findMiniBrowser() {
  const libraries = '/usr/lib/x86_64-linux-gnu'
  const folders = existsSync(libraries) ? readdirSync(libraries) : []
  return folders
    .filter((name) => name.startsWith('webkit2gtk-'))
    .map((name) => join(libraries, name, 'MiniBrowser'))
    .find(existsSync)
}

/** MiniBrowser prints its own version only with a display, so this reads that of its package. */
async function versionOf(name, { browser }) {
  const output = await (name === 'WebKit'
    ? run('dpkg-query', ['--show', 'webkit2gtk-driver']).catch(() => '')
    : run(browser, ['--version']))
  return /\d+(\.\d+)+/.exec(output)?.[0] ?? 'unknown'
}

export const browsersNamed = (names) => browsers.filter(({ name }) => isNamed(name, names))

/**
 * Runs the journeys in each of these browsers, one after the other, and prints a table. Returns the exit code: a missing
 * browser is not a failure. `services` contains the addresses of the database and Redis.
 */
export async function testBrowsers(services, selection) {
  const rows = []
  for (const browser of selection) {
    interrupted.throwIfAborted()
    console.log(`\n— ${browser.name}`)
    rows.push({ name: browser.name, ...(await testIn(browser, services)) })
  }
  for (const { failures = [] } of rows) for (const failure of failures) console.log(`✗ ${failure}`)
  if (rows.length > 0) console.log(`\n${tableOf(rows)}`)
  return rows.some(({ failed }) => failed > 0) ? 1 : 0
}

async function testIn({ name, find }, services) {
  const programs = await find().catch((error) => error)
  if (programs instanceof Error) return { reason: programs.message.split('\n')[0] }
  const folder = mkdtempSync(join(tmpdir(), 'plak-browser-'))
  try {
    const report = join(folder, 'report.json')
    const options = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`]
    const config = ['--config', 'tests/browsers/vitest.config.ts']
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...options]
    const env = { ...process.env, ...services, TEST_BROWSER: JSON.stringify({ name, programs }) }
    const code = await show(process.execPath, args, { env })
    const tally = tallyVitest(report)
    // A run can end without a report, or fail outside of any journey.
    const total =
      code !== 0 && tally.failed === 0 ? { ...tally, failed: 1, failures: [`exit code ${code}`] } : tally
    return { version: await versionOf(name, programs), ...total }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tableOf = (rows) =>
  [
    '| browser | version | passed | failed | not possible |',
    '|---|---|---|---|---|',
    ...rows.map(({ name, version, passed, failed, skipped, reason }) =>
      reason
        ? `| ${name} | not here: ${reason} | | | |`
        : `| ${name} | ${version} | ${passed} | ${failed} | ${skipped} |`,
    ),
  ].join('\n')
