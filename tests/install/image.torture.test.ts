import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../support/freePort.ts'
import { testConnection, testDatabaseUrl } from '../support/testServer.ts'

// Builds no image: it creates a folder with the files that the last stage copies, and runs its commands there.

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'plak-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The instructions of the Dockerfile's last stage, each on one line. */
const lastStage = read('scripts/Dockerfile')
  .replace(/\\\n\s*/g, '')
  .split(/^FROM .*$/m)
  .at(-1)!
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
const commandOf = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[]

/** Copies the installed packages that `npm ci --omit=dev` would install. */
function copyPackages() {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: true }> }
  const wanted = Object.entries(packages)
    .filter(([name, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) && !dev)
    .map(([name]) => name)
    .filter((name) => existsSync(join(root, name)))
  execFileSync('cp', ['-al', '--parents', ...wanted, folder], { cwd: root })
  const note = '.package-lock.json'
  cpSync(join(root, 'node_modules', note), join(folder, 'node_modules', note))
}

function layOut() {
  for (const line of lastStage.filter((each) => each.startsWith('COPY '))) {
    const words = line
      .split(' ')
      .slice(1)
      .filter((word) => !word.startsWith('--'))
    const [to, from] = [words.at(-1)!, words.slice(0, -1).map((each) => each.replace('/plak/', ''))]
    for (const each of from) {
      if (each === 'node_modules') copyPackages()
      else cpSync(join(root, each), join(folder, to === './' ? each : to), { recursive: true })
    }
  }
}

/** Returns the files of a folder with their modification times, except those that the product can write. */
const filesIn = (under: string) =>
  readdirSync(under, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(node_modules|\.data)/.test(name))
    .map((name) => [name, statSync(join(under, name)).mtimeMs])

it('what the image holds serves, on a database that it migrates, is found healthy, and changes nothing of itself', async () => {
  layOut()
  const before = filesIn(folder)
  const database = `plak_image_${process.pid}`
  onTestFinished(async () => {
    const connection = await testConnection('mysql')
    await connection.query(`DROP DATABASE IF EXISTS ${database}`)
    await connection.end()
  })
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(
      lastStage.flatMap((line) =>
        line.startsWith('ENV ')
          ? line
              .slice(4)
              .split(' ')
              .map((each) => each.split('='))
          : [],
      ),
    ),
    PORT: String(await freePort()),
    DATABASE_URL: testDatabaseUrl(database),
    REDIS_URL: process.env.TEST_REDIS_URL,
    APP_SECRET: 'a secret of the tests, long enough to be one',
    LASTFM_API_KEY: 'tests',
  } as Record<string, string>
  const run = (args: string[]) =>
    execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
  const [, ...program] = commandOf(lastStage.find((line) => line.startsWith('CMD'))!)
  const [, ...health] = commandOf(lastStage.find((line) => line.startsWith('HEALTHCHECK'))!)
  expect(() => run(health)).toThrow('Command failed')

  const child = spawn(process.execPath, program, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (said += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${env.PORT}/readyz`)).status).toBe(200),
    90_000,
  )
  run(health)
  expect(await (await fetch(`http://127.0.0.1:${env.PORT}/`)).text()).toContain('<div id="root">')
  // The operator's tasks work, too, without the packages for building and testing.
  const migrations = run(['scripts/admin.mjs', 'migrations', '--json'])
  expect(JSON.parse(migrations)).toMatchObject({ schema: 'ok', pending: [] })

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const lines = said.split('\n').filter((line) => line !== '')
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContainEqual(
    expect.stringMatching(/^Listening on /),
  )
  expect(filesIn(folder)).toEqual(before)
})

it('the image runs as nobody who may change it, without what builds and tests', () => {
  expect(lastStage.findLast((line) => line.startsWith('USER'))).toBe('USER node')
  expect(lastStage.filter((line) => line.startsWith('COPY')).join('\n')).not.toMatch(
    /--chown|tests|bench|\. \./,
  )
})

type Service = Record<string, unknown> & { environment?: Record<string, string>; networks?: string[] }
type Compose = {
  name: string
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
}

it('docker-compose.yml restarts what it runs, and opens the product alone, to this machine', () => {
  const { name, services, networks } = parse(read('docker-compose.yml'), { merge: true }) as Compose
  const { app, mysql, redis } = services as Record<'app' | 'mysql' | 'redis', Service>
  expect(name).toBe('plak')
  for (const service of [app, mysql, redis]) expect(service['restart']).toBe('unless-stopped')
  for (const service of Object.values(services))
    expect(service['security_opt']).toEqual(['no-new-privileges:true'])
  expect([mysql.networks, redis.networks, networks['inside']]).toEqual([
    ['inside'],
    ['inside'],
    { internal: true },
  ])
  expect(
    Object.entries(services)
      .filter(([, service]) => 'ports' in service)
      .map(([each]) => each),
  ).toEqual(['app'])
  expect(app['ports']).toEqual(['127.0.0.1:3000:3000'])
  expect(app).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'], init: true })
  expect(app.environment!['DATABASE_URL']).toMatch(/^mysql:\/\/plak:/)
  expect(Number.parseInt(String(app['stop_grace_period']), 10)).toBeGreaterThanOrEqual(20)
  expect(redis['command']).toEqual(expect.arrayContaining(['--maxmemory', '128mb', 'allkeys-lru']))
})
