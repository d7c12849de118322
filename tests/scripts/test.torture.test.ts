import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeProject, runScript } from './project.ts'

// Runs the real runners on a few tests that need neither a browser nor a database. Each case starts the script and whole
// runners, one process after another.
vi.setConfig({ testTimeout: 120_000 })

const vitestFile = `
  import { expect, test } from 'vitest'
  let tries = 0
  test('passes', () => {})
  test('passes at the second try', { retry: 1 }, () => expect(++tries).toBe(2))
  test.skip('is left out', () => {})
`
const onlySkipped = `
  import { test } from 'vitest'
  test.skip('is left out', () => {})
`
const playwrightFile = `
  import { expect, test } from '@playwright/test'
  test('passes', () => {})
  test('passes at the second try', () => expect(test.info().retry).toBe(1))
  test.skip('is left out', () => {})
  test.describe.serial('in a row', () => {
    test('fails', () => expect(1).toBe(2))
    test('is not run', () => {})
  })
`
const files: Record<string, string> = {
  'vitest.config.ts': `export default { test: { exclude: ['tests/web/**'] } }`,
  'tests/some.test.ts': vitestFile,
  'tests/skipped.test.ts': onlySkipped,
  'tests/web/playwright.config.ts': 'export default { retries: 1, workers: 1 }',
  'tests/web/some.spec.ts': playwrightFile,
}

async function npmTest(...names: string[]) {
  const project = await makeProject()
  onTestFinished(project.remove)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(project.folder, name, '..'), { recursive: true })
    writeFileSync(join(project.folder, name), text)
  }
  for (const name of ['vitest', '@playwright']) {
    symlinkSync(resolve('node_modules', name), join(project.folder, 'node_modules', name))
  }
  const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '' } = process.env
  const run = runScript(project, ['scripts/test.mjs', ...names], {
    TEST_DATABASE_URL,
    TEST_REDIS_URL,
    CHROMIUM_PATH: process.execPath,
  })
  return { code: await run.code, output: run.output() }
}

test('only what ran and passed at its first try is counted as passed', async () => {
  const { code, output } = await npmTest('tests/some.test.ts', 'tests/web')
  expect(output).toMatch(/\n2 skipped\n\n2 passed, 4 failed\n$/)
  expect(output).toContain('\n✗ tests/some.test.ts › passes at the second try: ')
  expect(output).toContain('\n✗ some.spec.ts › fails: Error: expect(received).toBe(expected)')
  expect(output).toMatch(/client \d+ s, .*tests \d+ s.*; together \d+ s\n/)
  expect(code).toBe(1)
})

test.each(['tests/skipped.test.ts', 'tests/none.test.ts', 'tests/web/none.spec.ts'])(
  'a stage that runs no test fails: %s',
  async (name) => {
    const { code, output } = await npmTest(name)
    expect(output).toMatch(/: no test has run\.\n(.*\n)*\n0 passed, 1 failed\n$/)
    expect(code).toBe(1)
  },
)
