import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../harness/command.ts'
import { makeProxy } from '../harness/proxy.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { fakeTerminal, type Outcome } from '../support/terminal.ts'

const scenarios = join(import.meta.dirname, '..', 'harness', 'scenarios')

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plak-scenario-'))
  server = await startServer()
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a scenario with the command in this process, because a separate one takes seconds to start. */
async function run(file: string, url = server.url): Promise<Outcome> {
  const { streams, outcome } = fakeTerminal()
  const args = ['--scenario', file, '--url', url]
  return outcome(runCommand({ args, env: {}, onInterrupt: () => {}, ...streams }))
}

/** Writes a scenario file with these lines as its steps. */
function written(name: string, lines: string) {
  const file = join(folder, name)
  writeFileSync(file, `export async function scenario({ register, step }) {\n${lines}\n}\n`)
  return file
}

const people = () => server.deps.db.user.count()

test.each(readdirSync(scenarios))('%s passes, twice at once, and leaves nobody behind', async (file) => {
  const runs = await Promise.all([run(join(scenarios, file)), run(join(scenarios, file))])
  for (const { code, stdout, stderr } of runs) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^(✓ .+ \(\d+ ms\)\n){5,}$/)
  }
  expect(await people()).toBe(0)
})

test('a step that fails ends it with one line and 1, and the people go', async () => {
  const file = written(
    'fails.ts',
    `
    const person = await step('somebody comes', () => register('somebody'))
    await step('nobody is found', () => person.client.users.profile.query({ nickname: 'nobody_at_all' }))
    await step('never', () => register('another'))`,
  )
  const { code, stdout, stderr } = await run(file)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^✓ somebody comes \(\d+ ms\)\n$/)
  expect(stderr).toMatch(/^✗ nobody is found: .*User not found\n$/)
  expect(await people()).toBe(0)
})

test('exits with 5 if no server responds, and with 2 if the file is not a scenario', async () => {
  const { url, close } = await makeProxy(server.url)
  await close()
  const file = written('comes.ts', "await step('somebody comes', () => register('somebody'))")
  const reason = `✗ somebody comes: ${url} cannot be reached (ECONNREFUSED)\n`
  expect(await run(file, url)).toEqual({ code: 5, stdout: '', stderr: reason })
  expect(await run('nowhere.ts')).toEqual({ code: 2, stdout: '', stderr: 'There is no file nowhere.ts\n' })
  const other = await run(join(scenarios, '..', 'cookies.ts'))
  expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/^\S+ is no scenario: .*\n$/) })
})
