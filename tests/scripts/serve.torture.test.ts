import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { makeDb } from '../../server/lib/db.ts'
import { testDatabase } from '../support/database.ts'
import { readMetrics, type Families } from '../support/metrics.ts'
import { startProcess } from '../support/process.ts'
import { testConnection, testDatabaseUrl } from '../support/testServer.ts'

// `npm run serve`: runs the product as in production, with secrets from files, and each line of its output is JSON.

const serve = ['scripts/serve.mjs']
const METRICS_TOKEN = 'a token for the figures'
const folder = mkdtempSync(join(tmpdir(), 'plak-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
function fileWith(name: string, secret: string) {
  writeFileSync(join(folder, name), `${secret}\n`)
  return join(folder, name)
}

type Line = { level: number; time: number; pid: number; msg: string; err?: object }
const linesOf = (said: string) =>
  said
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

const setupLinksIn = (said: string) =>
  linesOf(said).filter(({ msg }) => /^Set up Plak at http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}$/.test(msg))

it('serves from several processes, says every line as JSON, and no counter falls when one is killed or replaced', async () => {
  const { url: DATABASE_URL } = await testDatabase()
  const settings = {
    DATABASE_URL: '',
    DATABASE_URL_FILE: fileWith('database', DATABASE_URL),
    APP_SECRET: '',
    APP_SECRET_FILE: fileWith('key', 'a key out of a file, long enough to be one'),
    METRICS_TOKEN_FILE: fileWith('token', METRICS_TOKEN),
    PROCESSES: '2',
    LOG_LEVEL: 'info',
    NODE_ENV: '',
  }
  const { url, child, ended, isUp, says } = await startProcess(settings, serve)
  await isUp()
  await vi.waitFor(() => expect(says('2 server processes are up.')).toBe(true), 90_000)
  const figures = () => readMetrics(url, METRICS_TOKEN)
  const processes = (families: Families) => families.get('plak_processes')!.series.get('plak_processes')
  let asked = 0
  /** Calls over separate connections, so that both processes receive some. */
  async function call(times: number) {
    for (let time = 0; time < times; time++)
      await fetch(`${url}/trpc/auth.me`, { headers: { connection: 'close' } })
    asked += times
  }

  await call(20)
  const first = await figures()
  expect([processes(first), callsIn(first), callsIn(await figures())]).toEqual([2, asked, asked])

  process.kill(childrenOf(child.pid!)[0]!, 'SIGKILL')
  await vi.waitFor(() => expect(says('restarting it')).toBe(true))
  await vi.waitFor(async () => {
    const now = await figures()
    expect(processes(now)).toBe(2)
    expectNotFallen(first, now)
  })
  await call(10)
  const second = await figures()
  expect(callsIn(second)).toBe(asked)

  child.kill('SIGUSR2')
  await vi.waitFor(() => expect(says('All server processes were replaced.')).toBe(true), 90_000)
  await call(5)
  const third = await figures()
  expect([processes(third), callsIn(third)]).toEqual([2, asked])
  expectNotFallen(second, third)

  child.kill('SIGTERM')
  const { code, said } = await ended
  expect(code).toBe(0)
  // By one process, and not again by those that replace it.
  expect(setupLinksIn(said)).toHaveLength(1)
  const lines = linesOf(said)
  for (const line of lines)
    expect(line).toEqual(
      expect.objectContaining({
        level: expect.any(Number),
        time: expect.any(Number),
        msg: expect.any(String),
      }),
    )
  expect(new Set(lines.map(({ pid }) => pid)).size).toBeGreaterThan(2)
  expect(said).not.toContain('a key out of a file')
})

it('an error that nobody expected is a line, and ends its process in order', async () => {
  const { url: DATABASE_URL } = await testDatabase()
  const crash = fileWith(
    'crash.cjs',
    `process.on('SIGHUP', () => { throw new Error('nobody expected this') })`,
  )
  const settings = { DATABASE_URL, LOG_LEVEL: 'error', NODE_OPTIONS: `--require=${crash}` }
  const { child, ended, isUp } = await startProcess(settings, serve)
  await isUp()
  child.kill('SIGHUP')
  const { code, said } = await ended
  expect(code).toBe(1)
  const fatal = linesOf(said).filter(({ level }) => level === 60)
  expect(fatal).toMatchObject([{ err: { message: 'nobody expected this' } }])
  // The link before has ended, so the new one is said at any log level.
  expect(setupLinksIn(said)).toHaveLength(1)
})

it.each([
  ['a setting that is wrong', { APP_SECRET: 'short' }, 'APP_SECRET must have at least 32 characters'],
  ['a secret in two places', { APP_SECRET_FILE: '/nowhere' }, 'APP_SECRET_FILE and APP_SECRET are both set'],
  [
    'a number of processes that is none',
    { PROCESSES: 'many' },
    'PROCESSES must be a whole number from 1 to 64',
  ],
  [
    'a database without tables',
    { DATABASE_URL: 'empty' },
    'The database has no tables of Plak. `npm run migrate` creates them.',
  ],
  ['a database of before', { DATABASE_URL: 'before' }, 'The database lacks migrations of this version (20'],
])(
  'with %s it says so in one line and ends with 1',
  async (_, settings: Record<string, string>, sentence) => {
    const { url } = await testDatabase()
    const database = new URL(url).pathname.slice(1)
    const connection = await testConnection(database)
    const at =
      'migration_name = (SELECT MAX(migration_name) FROM (SELECT * FROM _prisma_migrations) AS history)'
    const isBefore = settings.DATABASE_URL === 'before'
    if (isBefore) await connection.query(`UPDATE _prisma_migrations SET rolled_back_at = NOW() WHERE ${at}`)
    const { ended } = await startProcess(
      { ...settings, DATABASE_URL: settings.DATABASE_URL === 'empty' ? testDatabaseUrl('mysql') : url },
      serve,
    )
    const { code, said } = await ended
    await connection.query(`UPDATE _prisma_migrations SET rolled_back_at = NULL`)
    await connection.end()
    expect(linesOf(said)).toMatchObject([{ level: 60, msg: expect.stringContaining(sentence) }])
    expect(code).toBe(1)
  },
)

it.each([[[]], [['--migrate']]])('refuses a database with the people of the demo: serve %j', async (more) => {
  const { url: DATABASE_URL, truncate } = await testDatabase()
  onTestFinished(truncate)
  const db = makeDb(DATABASE_URL)
  await seed(db, { picturesBase: 'http://127.0.0.1:1' })
  await db.$disconnect()
  const { ended } = await startProcess({ DATABASE_URL }, [...serve, ...more])
  const { code, said } = await ended
  expect(linesOf(said).filter(({ level }) => level === 60)).toMatchObject([
    {
      msg: expect.stringMatching(
        /This database holds \d+ of the demo's people .+ npm run admin -- remove-demo/,
      ),
    },
  ])
  expect(code).toBe(1)
})

const callsIn = (families: Families) =>
  families
    .get('plak_procedure_duration_seconds')!
    .series.get('plak_procedure_duration_seconds_count{procedure="auth.me",outcome="ok"}')

function expectNotFallen(before: Families, after: Families) {
  for (const [name, { type, series }] of before) {
    if (type !== 'counter' && type !== 'histogram') continue
    for (const [key, value] of series)
      expect([key, after.get(name)?.series.get(key)]).toEqual([
        key,
        expect.toSatisfy((now: number) => now >= value),
      ])
  }
}

function childrenOf(pid: number) {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([parent]) => parent === pid).map(([, child]) => child!)
}
