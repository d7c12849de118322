import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { freePort } from './freePort.ts'
import { storeFolderOf } from './storeFolder.ts'

const root = join(import.meta.dirname, '../..')

const oneProcess = ['--enable-source-maps', 'dist/server/main.js']

/**
 * Starts the server as it is deployed: as its own process (or as `program`, in the checkout `cwd`), with its settings in the
 * environment. It ends with the test at the latest; `leash` is a command that runs it.
 */
export async function startProcess(
  settings: Record<string, string>,
  program = oneProcess,
  cwd = root,
  leash: readonly string[] = [],
) {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    REDIS_URL: process.env.TEST_REDIS_URL,
    APP_SECRET: 'a secret of the tests, long enough to be one',
    LASTFM_API_KEY: 'tests',
    LASTFM_BASE: 'http://127.0.0.1:9/2.0/',
    LOG_LEVEL: 'warn',
    // Keeps the files of the tests separate from those of this checkout, and deletes uploads with the run.
    PLAK_STORE_FOLDER: join(storeFolderOf(process.ppid), crypto.randomUUID()),
    // All requests have the same address.
    LIMITS_FACTOR: '0',
    ...settings,
  }
  const [command, ...given] = [...leash, process.execPath, ...program] as [string, ...string[]]
  const child = spawn(command, given, { cwd, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (said += data.toString()))
  const ended = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    said,
  }))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const url = `http://127.0.0.1:${env.PORT}`
  const isUp = () => vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 90_000)
  return { url, child, ended, kill, isUp, says: (text: string) => said.includes(text), said: () => said }
}
