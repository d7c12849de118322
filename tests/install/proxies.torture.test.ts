import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/freePort.ts'
import { startProcess } from '../support/process.ts'
import { findProgram } from '../support/programs.ts'
import { testConnection } from '../support/testServer.ts'
import { HOST, makeBrowser } from './browser.ts'
import { fenced } from './document.ts'

// Runs the proxies with the configurations of docs/install.md in front of the product.

const folder = mkdtempSync(join(tmpdir(), 'plak-proxies-'))
const file = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  const about = ['-days', '2', '-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const into = ['-keyout', file('key.pem'), '-out', file('cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...into, ...about], {
    stdio: 'ignore',
  })
  writeFileSync(
    file('both.pem'),
    readFileSync(file('cert.pem'), 'utf8') + readFileSync(file('key.pem'), 'utf8'),
  )
})

type Ports = { product: number; tls: number; plain: number }
/** Describes how a proxy runs: which parts of its configuration depend on the machine, and how it is checked and started. */
type Proxy = {
  language: string
  program: string
  here: (text: string, ports: Ports) => string
  check: (config: string) => string[]
  run: (config: string) => string[]
}

const behind = (text: string, { product }: Ports) => replaced(text, '127.0.0.1:3000', `127.0.0.1:${product}`)

/** Replaces a text; fails if it is missing, because the document has changed then. */
function replaced(text: string, from: string, to: string): string {
  expect(text).toContain(from)
  return text.replaceAll(from, to)
}

const proxies: Record<string, Proxy> = {
  nginx: {
    language: 'nginx',
    program: 'nginx',
    here(text, ports) {
      let here = replaced(behind(text, ports), 'listen 443 ', `listen 127.0.0.1:${ports.tls} `)
      here = replaced(here, 'listen 80;', `listen 127.0.0.1:${ports.plain};`)
      here = replaced(here, `/etc/letsencrypt/live/${HOST}/fullchain.pem`, file('cert.pem'))
      here = replaced(here, `/etc/letsencrypt/live/${HOST}/privkey.pem`, file('key.pem'))
      return replaced(here, '/var/log/nginx/', `${folder}/`)
    },
    check: (config) => ['-t', '-c', config, '-g', `pid ${file('nginx.pid')};`],
    run: (config) => ['-c', config, '-g', `daemon off; pid ${file('nginx.pid')};`],
  },
  Caddy: {
    language: 'caddyfile',
    program: 'caddy',
    here(text, ports) {
      const site = `${HOST}:${ports.tls} {\n\tbind 127.0.0.1\n\ttls ${file('cert.pem')} ${file('key.pem')}`
      return `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${replaced(behind(text, ports), `${HOST} {`, site)}`
    },
    check: (config) => ['validate', '--adapter', 'caddyfile', '--config', config],
    run: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  },
  HAProxy: {
    language: 'haproxy',
    program: 'haproxy',
    here(text, ports) {
      let here = replaced(behind(text, ports), 'bind :443 ', `bind 127.0.0.1:${ports.tls} `)
      here = replaced(here, 'bind :80\n', `bind 127.0.0.1:${ports.plain}\n`)
      return replaced(here, `/etc/haproxy/certs/${HOST}.pem`, file('both.pem'))
    },
    check: (config) => ['-c', '-f', config],
    run: (config) => ['-db', '-f', config],
  },
}

/** Writes the document's configuration of a proxy, adapted to this machine. */
function writeConfig(name: string, ports: Ports): string {
  const config = file(`${name}-${ports.tls}.conf`)
  writeFileSync(config, proxies[name]!.here(fenced(proxies[name]!.language), ports))
  return config
}

/** Caddy stores its state in its home. */
const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }

/** Starts a proxy with the document's configuration. */
async function startProxy(name: string, product: number) {
  const { program, run } = proxies[name]!
  const ports = { product, tls: await freePort(), plain: await freePort() }
  const child = spawn(findProgram(program)!, run(writeConfig(name, ports)), { env, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (said += data.toString()))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 3_000)
    await gone
    clearTimeout(late)
  })
  const ca = readFileSync(file('cert.pem'))
  const browserAt = (localAddress: string) => makeBrowser({ port: ports.tls, ca, localAddress })
  return {
    name,
    browserAt,
    log: () => said + (name === 'nginx' ? readFileSync(file('access.log'), 'utf8') : ''),
  }
}

const here = Object.keys(proxies).filter((name) => findProgram(proxies[name]!.program) !== null)

// `npm run torture` installs them if possible (scripts/proxies.mjs); otherwise they are counted as skipped.
describe.each(Object.keys(proxies))('%s', (name) => {
  it.skipIf(!here.includes(name))('takes its configuration', () => {
    const { program, check } = proxies[name]!
    const config = writeConfig(name, { product: 3000, tls: 443, plain: 80 })
    expect(() => execFileSync(findProgram(program)!, check(config), { env, stdio: 'pipe' })).not.toThrow()
  })
})

it.skipIf(here.length === 0)(
  'each brings pages, the login and live events, says who somebody is, and serves what is not ready',
  async () => {
    const { url: DATABASE_URL } = await testDatabase()
    const settings = { DATABASE_URL, PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: '1' }
    const product = await startProcess(settings)
    const port = Number(new URL(product.url).port)
    const running = await Promise.all(here.map((name) => startProxy(name, port)))
    await product.isUp()

    for (const [at, { name, browserAt, log }] of running.entries()) {
      const [browser, other] = [browserAt(`127.0.1.${at + 1}`), browserAt(`127.0.2.${at + 1}`)]
      await vi.waitFor(async () => expect([name, (await browser.get('/readyz')).status]).toEqual([name, 200]))

      const page = await browser.get('/register?invite=CANARY', { 'x-request-id': 'made-up-by-somebody' })
      expect([name, page.status, page.headers['content-type']]).toEqual([
        name,
        200,
        'text/html; charset=utf-8',
      ])
      expect(page.headers['strict-transport-security']).toMatch(/max-age=\d{7}/)
      expect(page.headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/)

      const [ayse, bora] = [`ayse_${name.toLowerCase()}`, `bora_${name.toLowerCase()}`]
      const made = await register(browser, ayse, { 'x-forwarded-for': '203.0.113.7' })
      expect([name, made.headers['set-cookie']]).toEqual([
        name,
        [expect.stringMatching(/^__Host-[^;]+;.*Secure/)],
      ])
      await register(other, bora)
      expect((await browser.get('/trpc/auth.me')).body).toContain(`"${ayse}"`)
      expect([name, await addressesOf(DATABASE_URL, [ayse, bora])]).toEqual([
        name,
        [`127.0.1.${at + 1}`, `127.0.2.${at + 1}`],
      ])

      const live = await browser.subscribe('activity.live')
      await vi.waitFor(() => expect(live.started()).toBe(true))
      expect((await browser.call('follows.set', { nickname: bora, following: true })).status).toBe(200)
      await vi.waitFor(() => expect(live.types()).toContain('follow.added'))
      live.close()
      expect(log()).not.toContain('CANARY')
    }

    // A product that is not ready, for example because its database is read-only, still serves pages and its status.
    await product.kill()
    const unready = createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? 503 : 200).end('still here')
    }).listen(port, '127.0.0.1')
    onTestFinished(() => {
      unready.close()
      unready.closeAllConnections()
    })
    for (const { name, browserAt } of running)
      await vi.waitFor(async () => {
        const [ready, read] = [
          await browserAt('127.0.0.1').get('/readyz'),
          await browserAt('127.0.0.1').get('/'),
        ]
        expect([name, ready.status, ready.body, read.status, read.body]).toEqual([
          name,
          503,
          'still here',
          200,
          'still here',
        ])
      })
  },
)

const register = (
  browser: ReturnType<typeof makeBrowser>,
  nickname: string,
  headers: Record<string, string> = {},
) =>
  browser.call(
    'auth.register',
    {
      username: nickname,
      nickname,
      email: `${nickname}@plak.example`,
      password: `${nickname} has a record player`,
    },
    headers,
  )

/** Returns the addresses of users in the trail. */
async function addressesOf(databaseUrl: string, nicknames: string[]): Promise<string[]> {
  const connection = await testConnection(new URL(databaseUrl).pathname.slice(1))
  try {
    return await vi.waitFor(async () => {
      const rows = await connection.query<{ address: string }[]>(
        `SELECT address FROM AuditEntry JOIN User ON User.id = AuditEntry.subjectId
         WHERE event = 'register' AND nickname IN (?) ORDER BY nickname`,
        [nicknames],
      )
      expect(rows).toHaveLength(2)
      return rows.map(({ address }) => address)
    })
  } finally {
    await connection.end()
  }
}
