import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { makeHarness } from '../harness/client.ts'
import { testDatabase } from '../support/database.ts'
import { testDatabaseUrl } from '../support/testServer.ts'

const root = join(import.meta.dirname, '../..')
const running = new Set<() => void>()
afterEach(() => running.forEach((kill) => kill()))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The server as it is deployed: its own process, its settings in the environment. */
async function startProcess(more: Record<string, string>) {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    REDIS_URL: process.env.TEST_REDIS_URL,
    APP_SECRET: 'a secret of the tests, long enough to be one',
    LASTFM_API_KEY: 'tests',
    LASTFM_BASE: 'http://127.0.0.1:9/2.0/',
    LOG_LEVEL: 'warn',
    ...more,
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { cwd: root, env })
  const kill = () => void child.kill('SIGKILL')
  running.add(kill)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(kill)
    return { code: code as number | null, signal: signal as string | null, said }
  })
  return { url: `http://127.0.0.1:${env.PORT}`, child, ended }
}

const isUp = (url: string) => vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 10_000)

it.each([
  ['a wrong setting', { APP_SECRET: 'short', PASSWORD_LOGIN: 'perhaps' }, /APP_SECRET must have at least 32 characters\n\s+PASSWORD_LOGIN must be 'on' or 'off'/],
  ['a missing setting', { DATABASE_URL: '' }, /DATABASE_URL is missing/],
  ['a database out of reach', { DATABASE_URL: 'mysql://root@localhost/plak?socket=/nowhere.sock' }, /^The database cannot be reached \(connect ENOENT \/nowhere\.sock\)\. Check DATABASE_URL\.\n$/],
  ['a database that is none of ours', {}, /^The database has no tables of ours\. `npm start` makes them\.\n$/],
  ['a taken port', { PORT: 'taken' }, /^Port \d+ is taken\. Set PORT to a free one\.\n$/],
])('with %s it says what to do and ends with 1', async (what, settings, sentence) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { url } = await testDatabase()
  const port = String((taken.address() as AddressInfo).port)
  const { ended } = await startProcess({
    DATABASE_URL: what.includes('none of ours') ? testDatabaseUrl('mysql') : url,
    ...settings,
    ...('PORT' in settings ? { PORT: port } : {}),
  })
  const { code, said } = await ended
  taken.close()
  expect(said).toMatch(sentence)
  expect(said).not.toMatch(/\n\s+at /)
  expect(code).toBe(1)
})

it('SIGTERM finishes what runs, tells the sockets and ends with 0 within ten seconds', async () => {
  const { url: databaseUrl } = await testDatabase()
  const { url, child, ended } = await startProcess({ DATABASE_URL: databaseUrl })
  await isUp(url)
  const harness = makeHarness(url)
  const { client } = await harness.register('leaver')
  let open = false
  client.activity.live.subscribe({}, { onStarted: () => (open = true), onError: () => {} })
  await vi.waitFor(() => expect(open).toBe(true), 5_000)
  const began = Date.now()
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, signal: null })
  expect(Date.now() - began).toBeLessThan(10_000)
  await harness.close()
})

it('what was acknowledged survives kill -9, and a new process goes on with it', async () => {
  const { url: databaseUrl } = await testDatabase()
  const first = await startProcess({ DATABASE_URL: databaseUrl })
  await isUp(first.url)
  const harness = makeHarness(first.url)
  const { cookies } = await harness.register('survivor')
  first.child.kill('SIGKILL')
  await first.ended
  await harness.close()
  const second = await startProcess({ DATABASE_URL: databaseUrl })
  await isUp(second.url)
  const me = await fetch(`${second.url}/trpc/auth.me`, { headers: { cookie: cookies.header()! } })
  expect(await me.json()).toEqual({ result: { data: { nickname: 'survivor', avatar: null, bio: null } } })
})
