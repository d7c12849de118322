import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { texts } from '../../shared/texts.ts'
import { startServer, type TestServer } from '../support/server.ts'

// `npm run call` as a separate process: its exit code, its pipes, Ctrl-C. call.test.ts tests its output.

let server: TestServer
let home: string
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  await server.reset()
  home = mkdtempSync(join(tmpdir(), 'plak-call-'))
})
afterEach(() => rmSync(home, { recursive: true }))
afterAll(() => server?.close())

/** Starts the command for a user who has not set XDG_CONFIG_HOME. */
function start(...args: string[]): ChildProcessWithoutNullStreams {
  const env = { PATH: process.env.PATH, HOME: home, PUBLIC_URL: server.url }
  const child = spawn(process.execPath, ['scripts/call.mjs', ...args], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function finished(child: ChildProcessWithoutNullStreams) {
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, ...written }
}

const firstOutput = (child: ChildProcessWithoutNullStreams) =>
  new Promise((resolve) => child.stdout.once('data', resolve))

const registration = { username: 'gonca', email: 'gonca@plak.example', password: 'a long and odd one' }

test('it reads a pipe, remembers the session for the next call, and the shell gets its exit code', async () => {
  const piped = start('auth.register', '-')
  piped.stdin.end(JSON.stringify(registration))
  const gonca = { code: 0, stdout: expect.stringMatching(/^\{.*"gonca".*\}\n$/), stderr: '' }
  expect(await finished(piped)).toEqual(gonca)
  expect(statSync(join(home, '.config/plak/session.json')).mode & 0o777).toBe(0o600)
  expect(await finished(start('auth.me'))).toEqual(gonca)
  expect(await finished(start('users.profile', '--nickname', 'nobody_at_all'))).toEqual({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^.*${texts.users.notFound}\\n$`)),
  })
})

test('Ctrl-C ends a subscription well', async () => {
  await finished(start('auth.register', JSON.stringify(registration)))
  // An id of another life is answered at once with a reset, which shows that the command runs.
  const child = start('activity.live', '--last-event-id', 'abc.1')
  const ended = finished(child)
  await firstOutput(child)
  child.kill('SIGINT')
  const reset = expect.stringMatching(/^\{"id":.*"reset".*\}\n$/)
  expect(await ended).toEqual({ code: 0, stdout: reset, stderr: '' })
})

test('Ctrl-C ends a scenario with 1, and its people are deleted; a second Ctrl-C changes nothing', async () => {
  const file = join(home, 'waits.ts')
  writeFileSync(
    file,
    `export async function scenario({ register, step }) {
    await step('somebody comes', () => register('somebody'))
    await step('a long wait', () => new Promise((resolve) => setTimeout(resolve, 600_000)))
  }`,
  )
  const child = start('--scenario', file)
  const ended = finished(child)
  await firstOutput(child)
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 1, stderr: '✗ Interrupted\n' })
  expect(await server.deps.db.user.count()).toBe(0)
})

test('it does not mind a reader that leaves', async () => {
  const child = start()
  const ended = finished(child)
  child.stdout.destroy()
  expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' })
})
