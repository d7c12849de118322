// `npm test` and `npm run check` (--fast): every stage in turn, on services of its own, then the count.
// With names of files (`npm test -- tests/logs`) only the tests that match.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { checkNode, findProgram, root, tell } from './environment.mjs'
import { atEnd, interrupted, live } from './lifetime.mjs'
import { buildWeb, generateClient, installPackages } from './prepare.mjs'
import { show } from './processes.mjs'
import { throwawayServices } from './services.mjs'

const isFast = process.argv.includes('--fast')
const names = process.argv.slice(2).filter((argument) => argument !== '--fast')
const files = names.map((file) => file.replace(/^\.\//, ''))
const webFiles = files.filter((file) => file.startsWith('tests/web'))
const otherFiles = files.filter((file) => !webFiles.includes(file))
const isEverything = files.length === 0

const count = { passed: 0, failed: 0 }

async function test() {
  checkNode()
  await installPackages()
  const reports = mkdtempSync(join(tmpdir(), 'plak-report-'))
  atEnd(() => rmSync(reports, { recursive: true, force: true }))
  await stage('client', generateClient)
  if (isEverything) {
    await stage('types', () => script('typecheck'))
    await stage('lint', () => script('lint'))
  }
  const services = await throwawayServices()
  atEnd(services.stop)
  const env = { ...process.env, TEST_DATABASE_URL: services.databaseUrl, TEST_REDIS_URL: services.redisUrl }

  // Before the tests: the servers that they start serve it.
  const isBuilt = await stage('web', buildWeb)
  if (isEverything || otherFiles.length > 0) {
    await stage('tests', () => vitest(env, join(reports, 'vitest.json')))
  }
  if (isBuilt && ((isEverything && !isFast) || webFiles.length > 0)) {
    await stage('browser', () => playwright(env, join(reports, 'playwright.json')))
  }
  console.log(`\n${count.passed} passed, ${count.failed} failed`)
  return count.failed > 0 ? 1 : 0
}

/** One stage. Its failure is counted, and the next ones still run. */
async function stage(name, work) {
  console.log(`\n— ${name}`)
  const failedBefore = count.failed
  try {
    const code = (await work()) ?? 0
    // A stage may fail without a failed test: a file that cannot be read, an error outside of any test.
    if (code !== 0 && count.failed === failedBefore) count.failed++
  } catch (error) {
    interrupted.throwIfAborted()
    tell(error)
    count.failed++
  }
  return count.failed === failedBefore
}

const script = (name) => show(findProgram('npm') ?? 'npm', ['run', '--silent', name])
const program = (...parts) => join(root, 'node_modules', ...parts)

async function vitest(env, report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [program('vitest/vitest.mjs'), 'run', ...reporters, ...otherFiles]
  const code = await show(process.execPath, args, { env })
  const { numPassedTests = 0, numFailedTests = 0 } = read(report)
  count.passed += numPassedTests
  count.failed += numFailedTests
  return code
}

async function playwright(env, report) {
  const config = ['--config', 'tests/web/playwright.config.ts', '--reporter=list,json', ...webFiles]
  const code = await show(process.execPath, [program('@playwright/test/cli.js'), 'test', ...config], {
    env: { ...env, CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const { expected = 0, flaky = 0, unexpected = 0 } = read(report).stats ?? {}
  count.passed += expected + flaky
  count.failed += unexpected
  return code
}

const read = (report) => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {})

await live(test)
