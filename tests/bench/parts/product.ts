import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../support/freePort.ts'

/** what `npm start` runs, which scripts/bench.mjs has built */
const program = new URL('../../../dist/server/main.js', import.meta.url).href

/** Starts the product in this process as it is started, with its log, on a migrated database; gives where it listens. */
export async function startProduct(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<string> {
  const port = await freePort()
  Object.assign(process.env, {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    REDIS_URL: process.env.TEST_REDIS_URL,
    APP_SECRET: 'a secret of the benchmarks, long enough to be one',
    LASTFM_API_KEY: 'bench',
    LOG_LEVEL: 'info',
    ...settings,
  })
  await import(program)
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(20)
  return url
}
