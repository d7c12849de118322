// `npm test`: runs most tests on throwaway services (longTests.mjs; in the browser those tagged @journey). `npm test -- --all` is
// the run of the continuous integration: also types and lint, every other test, and the files of `npm run torture`. `npm run
// check` (--fast) needs neither services nor a build. With file names (`npm test -- tests/logs`) it runs all tests of these.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, missingBrowserPackages } from './browser.mjs'
import { checkNode, findProgram, root } from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { withoutLong } from './longTests.mjs'
import { installIfPossible } from './packages.mjs'
import { missingPlayerPackages } from './players.mjs'
import {
  buildHarness,
  buildServer,
  buildSites,
  buildWeb,
  generateClient,
  installPackages,
} from './prepare.mjs'
import { show } from './processes.mjs'
import { missingProxyPackages } from './proxies.mjs'
import { quickTests } from './quickTests.mjs'
import { missingTestPackages, throwawayServices } from './services.mjs'
import { makeStages, waitForAll } from './stages.mjs'
import { tallyPlaywright, tallyVitest } from './tally.mjs'
import { onlyTorture, withoutTorture } from './tortureFiles.mjs'

const isFast = process.argv.includes('--fast')
const isAll = process.argv.includes('--all')
const names = process.argv.slice(2).filter((argument) => !['--fast', '--all'].includes(argument))
const files = names.map((file) => file.replace(/^\.\//, ''))
const webFiles = files.filter((file) => file.startsWith('tests/web'))
const otherFiles = files.filter((file) => !webFiles.includes(file))
const isEverything = files.length === 0
const needsVitest = isEverything || otherFiles.length > 0
const needsProxies = (isEverything && isAll) || otherFiles.some((file) => file.startsWith('tests/install'))
const needsPlayers = (isEverything && isAll) || otherFiles.some((file) => file.startsWith('tests/plays'))
const needsBrowser = (isEverything && !isFast) || webFiles.length > 0
const needsServices = !isEverything || !isFast

async function test() {
  const startedAt = Date.now()
  checkNode()
  await installPackages()
  await installPrograms()
  const reports = mkdtempSync(join(tmpdir(), 'plak-report-'))
  atEnd(() => rmSync(reports, { recursive: true, force: true }))
  const { stage, report } = makeStages()

  await stage('client', generateClient)
  const [env, isBuilt] = await waitForAll(
    needsServices ? startServices() : process.env,
    // Before the tests, which run these builds.
    ...(needsServices
      ? [stage('web', buildWeb), stage('server', buildServer), stage('harness', buildHarness)]
      : [false]),
    ...(needsBrowser ? [stage('sites', buildSites)] : []),
    ...(isEverything && (isFast || isAll)
      ? ['typecheck', 'lint', 'format:check', 'unused'].map((name) => stage(name, () => script(name)))
      : []),
  )
  // One after the other: in parallel they need the same total time, and everything that a test waits for takes twice as long.
  if (needsVitest) await stage('tests', () => vitest(env, join(reports, 'vitest.json')))
  if (needsBrowser && isBuilt) await stage('browser', () => playwright(env, join(reports, 'playwright.json')))
  if (isEverything && isAll) await stage('torture', () => torture(env, join(reports, 'torture.json')))
  return report(startedAt)
}

async function startServices() {
  const { databaseUrl, redisUrl, stop } = await throwawayServices()
  atEnd(stop)
  return { ...process.env, TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl }
}

async function installPrograms() {
  const missing = needsServices ? await missingTestPackages() : []
  if (needsBrowser) missing.push(...(await missingBrowserPackages()))
  if (needsProxies) missing.push(...missingProxyPackages())
  if (needsPlayers) missing.push(...missingPlayerPackages())
  await installIfPossible(missing)
}

async function script(name) {
  return { code: await show(findProgram('npm') ?? 'npm', ['run', '--silent', name], { label: name }) }
}

const program = (...parts) => join(root, 'node_modules', ...parts)

async function vitest(env, report) {
  // In a full run a forgotten `only` is an error.
  const long = isAll || isFast ? [] : withoutLong
  const options = isEverything ? ['--allowOnly=false', ...withoutTorture, ...long] : []
  const testFiles = isEverything && isFast ? quickTests() : otherFiles
  return await runVitest(env, report, [...options, ...testFiles])
}

const torture = (env, report) => runVitest(env, report, ['--allowOnly=false', ...onlyTorture])

async function runVitest(env, report, options) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [program('vitest/vitest.mjs'), 'run', ...reporters, ...options]
  const code = await show(process.execPath, args, { env })
  return { code, tests: tallyVitest(report) }
}

async function playwright(env, report) {
  const options = ['--config', 'tests/web/playwright.config.ts', '--reporter=list,json']
  if (isEverything) options.push('--forbid-only')
  if (isEverything && !isAll) options.push('--grep=@journey')
  const args = [program('@playwright/test/cli.js'), 'test', ...options, ...webFiles]
  const code = await show(process.execPath, args, {
    env: { ...env, CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return { code, tests: tallyPlaywright(report) }
}

await live(test)
