import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../support/freePort.ts'
import { endOf, talkTo, type Child } from './children.ts'

/** the program that `npm start` runs, built by scripts/bench.mjs */
const program = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url))
const answers = new URL('answers.mjs', import.meta.url).href

/**
 * Starts the product as `npm start` does, in a process that contains nothing else, on a migrated database. It answers the
 * questions of answers.mjs.
 */
export async function launchProduct(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Child> {
  const port = await freePort()
  const child = fork(program, {
    execArgv: ['--enable-source-maps', '--expose-gc', '--import', answers],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      REDIS_URL: process.env.TEST_REDIS_URL,
      APP_SECRET: 'a secret of the benchmarks, long enough to be one',
      LASTFM_API_KEY: 'bench',
      ...settings,
    },
    // Ignores its log on standard output, and shows its standard error.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = endOf(child, 'The product')
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await Promise.race([isReady(), ended]))) await sleep(20)
  return talkTo(child, url, ended)
}
