import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataFile, hasServerPrograms, listen, projectsOfTests, runScript } from './project.ts'

const project = projectsOfTests()
const start = ['scripts/start.mjs']
const get = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()

describe.skipIf(!hasServerPrograms)('npm start', { timeout: 180_000 }, () => {
  test('brings everything up in order, shares it with another script, and brings it down again', async () => {
    const plak = await project()
    const file = join(plak.folder, 'key')
    writeFileSync(file, 'a key out of a file, long enough to be one\n')
    const run = runScript(plak, start, {
      CATALOGUE: 'demo',
      LASTFM_API_KEY: 'my own',
      SPOTIFY_CLIENT_ID: 'my own',
      APP_SECRET_FILE: file,
    })
    await run.says('Ctrl-C stops it.')
    expect(run.output()).toContain('This is a demo: CATALOGUE is demo.\n')
    expect(run.output()).toContain(
      'So SPOTIFY_CLIENT_ID is not used either: a stand-in takes the place of Spotify.\n',
    )
    expect(run.output()).toContain(`Plak runs at http://127.0.0.1:${plak.port}\n`)
    expect(run.output()).toContain('p1 (p1@plak.test), password pw1\n  p2')
    expect(run.output()).not.toContain('p4')

    const env = JSON.parse(await get(plak.port, '/env')) as Record<string, string>
    const demoPort = dataFile(plak, 'demo-port')
    const data = join(plak.folder, '.data')
    expect(env).toMatchObject({
      PORT: String(plak.port),
      DATABASE_URL: `mysql://root@localhost/plak_demo?socket=${encodeURIComponent(`${data}/mysql.sock`)}`,
      REDIS_URL: `unix://${data}/redis.sock`,
      APP_SECRET: 'a key out of a file, long enough to be one',
      PLAK_DEMO: '1',
      LASTFM_API_KEY: 'demo',
      LASTFM_BASE: `http://127.0.0.1:${demoPort}/lastfm/2.0/`,
      MUSICBRAINZ_BASE: `http://127.0.0.1:${demoPort}/musicbrainz/ws/2/`,
      CONTACT: 'plak@example.org',
      SPOTIFY_CLIENT_ID: 'demo',
      GOOGLE_CLIENT_ID: 'demo',
      OIDC_ISSUER: `http://127.0.0.1:${demoPort}/google`,
    })

    // Another script uses the same servers, and leaves them running.
    const admin = runScript(plak, ['scripts/admin.mjs', 'disable', 'a "b" $c', ''], { CATALOGUE: 'demo' })
    expect(await admin.code).toBe(7)
    expect(admin.output()).toBe('["disable","a \\"b\\" $c",""]\n')
    expect(await get(plak.port, '/livez')).toBe('ok')

    process.kill(run.pid, 'SIGINT')
    expect(await run.code).toBe(0)
    expect(run.output()).toMatch(/server closed\n(.*\n)*demo closed/)
  })
})

test.each([
  [['--processes', '0'], '--processes needs a whole number from 1 to 64'],
  [['--processes'], '--processes needs a whole number from 1 to 64'],
  [['--dev', '--processes', '2'], '--processes is for npm start'],
])('npm start refuses %j', async (args, sentence) => {
  const plak = await project()
  const run = runScript(plak, [...start, ...args])
  expect(await run.code).toBe(1)
  expect(run.output()).toContain(sentence)
})

// A Docker client that logs its arguments. Its database is unreachable, so the start fails.
const docker = `#!/bin/sh
echo "$*" >> docker.log
case "$*" in *"port mysql"*) echo 127.0.0.1:1;; *"port redis"*) echo 127.0.0.1:2;; *"ps "*) echo redis;; esac
`

test('where Docker answers, npm start uses containers, and stops those that it started', async () => {
  const plak = await project()
  writeFileSync(join(plak.folder, 'docker'), docker, { mode: 0o755 })
  const run = runScript(plak, start, { PATH: `${plak.folder}:${process.env.PATH}`, START_WAIT: '1' })
  expect(await run.code).toBe(1)
  expect(run.output()).toContain('The database could not be migrated')
  const compose = `compose --project-directory ${plak.folder}`
  expect(readFileSync(join(plak.folder, 'docker.log'), 'utf8').trim().split('\n')).toEqual([
    'info',
    'compose version',
    `${compose} ps --services --status running`,
    `${compose} up --detach --wait mysql`,
    `${compose} port mysql 3306`,
    `${compose} port redis 6379`,
    `${compose} stop mysql`,
  ])
})

describe('npm start refuses', () => {
  test('a port that is taken, before it starts anything', async () => {
    const plak = await project()
    const other = await listen(plak.port)
    const run = runScript(plak, start)
    expect(await run.code).toBe(1)
    expect(run.output()).toContain(`Port ${plak.port} is taken`)
    expect(run.output()).toContain(`PORT=${plak.port + 1} npm start`)
    expect(existsSync(join(plak.folder, '.data'))).toBe(false)
    other.close()
  })

  test.each([
    [{ PORT: 'three' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '0' }, 'PORT is 0: choose a port from 1 to 65535'],
    [{ HOST: '203.0.113.9' }, 'Plak may not listen on port'],
    [{ NODE_ENV: 'production' }, 'APP_SECRET is missing'],
    [{ CATALOGUE: 'spotify' }, "CATALOGUE must be 'lastfm', 'musicbrainz' or 'demo'"],
    [{ NODE_ENV: 'production', CATALOGUE: 'demo' }, "CATALOGUE must not be 'demo' where NODE_ENV=production"],
    [{ CATALOGUE: 'musicbrainz', MUSICBRAINZ: 'off' }, "MUSICBRAINZ must be 'on'"],
    [{ START_WAIT: 'long' }, 'START_WAIT must be a whole number from 0 to 3600'],
    [
      { DATABASE_URL: 'mysql://root:secret@127.0.0.1:1/plak', START_WAIT: '1' },
      'cannot be reached at 127.0.0.1:1 yet (ECONNREFUSED); waiting 1 seconds for it.',
    ],
    [
      { DATABASE_URL: 'mysql://root:secret@127.0.0.1:1/plak', START_WAIT: '0' },
      'nobody can be reached there (ECONNREFUSED)',
    ],
    [{ APP_SECRET_FILE: '/nowhere/key' }, 'APP_SECRET_FILE names a file that cannot be read (ENOENT)'],
    [
      { APP_SECRET_FILE: '/dev/null', APP_SECRET: 'x' },
      'APP_SECRET_FILE and APP_SECRET are both set: keep one',
    ],
    [
      { REDIS_URL: 'unix:///nowhere/redis.sock', START_WAIT: '0' },
      'REDIS_URL says that Redis is at /nowhere/redis.sock',
    ],
  ])('%j', async (env, sentence) => {
    const plak = await project()
    const run = runScript(plak, start, env)
    expect(await run.code).toBe(1)
    expect(run.output()).toContain(sentence)
    expect(run.output()).not.toMatch(/secret|\n\s+at /)
  })

  const wrong = {
    REGISTRATION: 'maybe',
    SHUTDOWN_DELAY: 'soon',
    METRICS_TOKEN_FILE: '/nowhere/token',
    DATABASE_URL: 'mysql://root:secret@127.0.0.1:1/plak',
  }
  test.each([
    ['start', start, wrong],
    ['start -- --dev', [...start, '--dev'], wrong],
    ['run migrate', ['scripts/migrate.mjs'], wrong],
    [
      'run serve',
      ['scripts/serve.mjs'],
      { ...wrong, PROCESSES: 'many', LASTFM_API_KEY: 'key', REDIS_URL: 'redis://127.0.0.1:1' },
    ],
    [
      'run serve -- --migrate',
      ['scripts/serve.mjs', '--migrate'],
      { ...wrong, LASTFM_API_KEY: 'key', REDIS_URL: 'redis://127.0.0.1:1' },
    ],
  ])('every wrong setting at once, before it touches any data: npm %s', async (_, script, env) => {
    const plak = await project()
    for (const folder of ['web', 'render'])
      cpSync('web/index.html', join(plak.folder, `dist/${folder}/index.html`))
    cpSync('dist/server', join(plak.folder, 'dist/server'), { recursive: true })
    const run = runScript(plak, script, env)
    expect(await run.code).toBe(1)
    for (const said of [
      "REGISTRATION must be 'open', 'invite' or 'closed'",
      'SHUTDOWN_DELAY must be a whole number from 0 to 300',
      'METRICS_TOKEN_FILE names a file that cannot be read (ENOENT)',
      ...('PROCESSES' in env ? ['PROCESSES must be a whole number from 1 to 64'] : []),
    ])
      expect(run.output()).toContain(said)
    // It did not even try the address of the database.
    expect(run.output()).not.toMatch(/127\.0\.0\.1|secret|Building the web/)
    expect(existsSync(join(plak.folder, '.data'))).toBe(false)
  })

  test('a machine without services, and names the three ways', async () => {
    const plak = await project()
    const run = runScript(plak, start, { PATH: plak.folder })
    expect(await run.code).toBe(1)
    expect(run.output()).toMatch(/1\. Name servers[^]*2\. Start Docker[^]*3\. Install/)
  })
})
