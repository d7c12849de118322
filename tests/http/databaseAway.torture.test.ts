import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answerFailures } from '../../server/http/web/failures.ts'
import { listUploads } from '../../server/imports/files.ts'
import { unsubscribeLink } from '../../server/notifications/delivery/unsubscribe.ts'
import { pages } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { testDatabase } from '../support/database.ts'
import { startDatabaseProxy } from '../support/databaseProxy.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { testConnection } from '../support/testServer.ts'

const database = {
  connect: 500,
  acquire: 2_000,
  statement: 5_000,
  silence: 7_000,
  every: 100,
  patience: 1_000,
  giveUp: 1_500,
}
const TOKEN = 'a token of the tests'
const album = { artist: 'Björk', album: 'Homogenic' }
/** Matches internal details of the server: messages of the driver, SQL, stacks and paths. */
const INSIDE =
  /prisma|mariadb|mysql|pool|connection|sqlstate|errno|SELECT |INSERT |UPDATE |node_modules|\.m?[jt]s:\d|\bat [\w.]+ \(|stack"/i

type Line = { requestId?: string; err?: { message: string } }
type Route = { method: string; url: string }

let databaseUrl: string
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
let server: TestServer
let harness: Harness
let person: Person
const routes: Route[] = []
const lines: Line[] = []

/** Records every route of an app as soon as the app exists. */
const onApp = (message: unknown) =>
  void (message as { fastify: FastifyInstance }).fastify.addHook(
    'onRoute',
    ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) routes.push({ method: each, url })
    },
  )

beforeAll(async () => {
  databaseUrl = (await testDatabase()).url
  proxy = await startDatabaseProxy(databaseUrl)
  subscribe('fastify.initialization', onApp)
  server = await startServer({
    databaseUrl: proxy.url,
    database,
    settings: {
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: 'info',
      GOOGLE_CLIENT_ID: 'plak',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
    log: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  })
  unsubscribe('fastify.initialization', onApp)
  harness = makeHarness(server.url)
  person = await harness.register('author')
  await person.client.logs.save.mutate({ ...album, rating: 8, review: 'Cold and warm.' })
})
afterAll(async () => {
  await harness.close()
  await server.close()
  await proxy.close()
})

/** Freezes the database until the test ends, and then waits until the server has recovered. */
async function freeze() {
  proxy.freeze()
  onTestFinished(async () => {
    proxy.thaw()
    await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), {
      timeout: 30_000,
    })
  })
}
/** Waits until calls are refused at once. */
const known = () =>
  vi.waitFor(async () => expect((await ask({ method: 'GET', path: '/profile/author' })).status).toBe(503), {
    timeout: 30_000,
  })

type Asked = Parameters<typeof ask>[0]
async function ask({
  method,
  path,
  body,
  isVisitor = false,
}: {
  method: string
  path: string
  body?: string
  isVisitor?: boolean
}) {
  const type = path === paths.importFile() ? 'application/octet-stream' : 'application/json'
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      // Elsewhere this would be an access token.
      ...(path === '/metrics' && { authorization: `Bearer ${TOKEN}` }),
      ...(!isVisitor && { cookie: person.cookies.header()! }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  })
  const { status, headers } = response
  return { status, headers, text: await response.text() }
}

const fill = (url: string) =>
  url
    .replace(':artist', 'Bj%C3%B6rk')
    .replace(':album', 'Homogenic')
    .replace(':nickname', 'author')
    .replace(':tag', 'calm')
    .replace(':year', '2026')
    .replace(':file', '1.png')
    .replace(':id', '1')
    .replace(':token', unsubscribeLink(server.deps, { userId: 1, kind: 'digest' }).split('/').at(-1)!)

/** Returns requests that get past the checks of a route. */
function requestsOf({ method, url }: Route): Asked[] {
  // The product only handles these two; tRPC's plugin registers every method.
  if (method !== 'GET' && method !== 'POST') return []
  const body = method === 'GET' ? undefined : '{}'
  if (url === '/*')
    return Object.values(pages).flatMap(({ path }) =>
      [true, false].map((isVisitor) => ({ method, path: fill(path), isVisitor })),
    )
  if (url === '/trpc/:path' || url === '/trpc/*')
    return method === 'GET'
      ? [{ method, path: '/trpc/lists.random' }]
      : [{ method, path: '/trpc/logs.save', body: JSON.stringify({ ...album, rating: 3 }) }]
  // A body that is only parsed for signed-in users.
  if (url.startsWith('/trpc/lists.'))
    return [{ method, path: url, body: JSON.stringify({ name: 'long'.repeat(50_000) }) }]
  return [{ method, path: fill(url), ...(body !== undefined && { body }) }]
}

describe('while the database does not answer', () => {
  it('a visitor gets the page that says so, and no empty shell', async () => {
    await freeze()
    await known()
    const statuses: Record<string, number> = {}
    for (const [name, { path }] of Object.entries(pages)) {
      const { status, headers, text } = await ask({ method: 'GET', path: fill(path), isVisitor: true })
      statuses[name] = status
      const says = [headers.get('retry-after'), text.includes(texts.resting)]
      if (status === 503) expect([name, ...says]).toEqual([name, '5', true])
    }
    const away = Object.keys(statuses).filter((name) => statuses[name] === 503)
    // The other pages show visitors nothing from the database. The setup exists while there is no administrator.
    expect(away).toEqual([
      'home',
      'lists',
      'list',
      'album',
      'profile',
      'stats',
      'tags',
      'tag',
      'year',
      'setup',
    ])
  })
  it.each([
    ['and nobody knows it yet', () => Promise.resolve()],
    ['and that is known', known],
  ])(
    'no route shows the inside, and each failure has its id and its cause in the log: %s',
    async (_, wait) => {
      await freeze()
      await wait()
      const asked = routes.flatMap(requestsOf)
      expect(asked.length).toBeGreaterThan(50)
      const answers = await Promise.all(
        asked.map(async (each) => ({
          where: `${each.method} ${each.path}${each.isVisitor ? ' (visitor)' : ''}`,
          ...(await ask(each)),
        })),
      )
      const faults = answers.flatMap(({ where, status, headers, text }) => {
        const id = headers.get('x-request-id')!
        const causes = lines.filter(({ requestId, err }) => requestId === id && err)
        return [
          ...(status >= 400 && INSIDE.test(text) ? [`${where}: the inside: ${text.slice(0, 300)}`] : []),
          ...(status >= 500 && status !== 503 ? [`${where}: ${status}`] : []),
          ...(status === 503 && where !== 'GET /readyz' && !text.includes(id)
            ? [`${where}: no error id`]
            : []),
          ...(status === 503 && where !== 'GET /readyz' && causes.length === 0
            ? [`${where}: no cause in the log`]
            : []),
          ...(status >= 500 && headers.has('content-disposition')
            ? [`${where}: the error is a download`]
            : []),
        ]
      })
      expect(faults).toEqual([])
    },
  )
})

describe('a table that cannot be read', () => {
  /** Locks a table for the rest of the test: reads of it wait until their statement is killed. */
  async function lock(table: string) {
    const connection = await testConnection(new URL(databaseUrl).pathname.slice(1))
    onTestFinished(() => connection.end())
    await connection.query(`LOCK TABLES ${table} WRITE`)
  }

  it('never leaves a download that looks whole', async () => {
    await lock('Log')
    await expect(ask({ method: 'GET', path: paths.exportZip() })).rejects.toThrow('terminated')
  })
  it('fails an upload, which can be sent again', async () => {
    await lock('Import')
    // Another test file can have left some in this worker's folder.
    const before = (await listUploads()).map(({ key }) => key)
    const upload = { method: 'POST', path: paths.importFile(), body: 'Artist,Album\nBjörk,Post\n' }
    const { status, headers, text } = await ask(upload)
    expect([status, text.includes(headers.get('x-request-id')!)]).toEqual([503, true])
    expect((await listUploads()).filter(({ key }) => !before.includes(key))).toEqual([])
  })
})

it('a download that fails before its first byte is an error, and no file', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  answerFailures(app)
  await app.register(cookie)
  app.get('/account/export.zip', (_, reply) =>
    reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="plak.zip"')
      .send(new Readable({ read: () => {} }).destroy(new Error('from the inside'))),
  )
  const { statusCode, headers, body } = await app.inject('/account/export.zip')
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    500,
    'application/json; charset=utf-8',
    undefined,
  ])
  expect(body).not.toContain('inside')
})
