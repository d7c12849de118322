import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { network, readTrustedProxies, trackCallers, trustOf } from '../../server/lib/callers.ts'
import { SettingsError } from '../../server/lib/settings.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, testSettings, type TestServer } from '../support/server.ts'

const json = { 'content-type': 'application/json' }
const ME = '127.0.0.1'
const ANN = '203.0.113.7'
const BEN = '203.0.113.8'

/** Returns the caller to whom a request is attributed with a setting, and the warnings. */
async function seen(setting: string, forwarded?: string) {
  const proxies = readTrustedProxies(setting)!
  const app = Fastify({ trustProxy: trustOf(proxies) })
  onTestFinished(() => app.close())
  const warn = vi.fn<(details: unknown, text?: string) => void>()
  const callerOf = trackCallers(app, proxies, { warn })
  app.get('/', ({ raw, protocol }) => ({ ...callerOf(raw), protocol }))
  const url = await app.listen({ host: ME, port: 0 })
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const ask = () => fetch(url, { headers: { ...headers, 'x-forwarded-proto': 'https' } })
  const caller = (await (await ask()).json()) as { address: string; network: string; protocol: string }
  await ask()
  return { ...caller, warnings: warn.mock.calls.map(([, text]) => text) }
}

describe('a request is counted for', () => {
  it.each([
    // setting, X-Forwarded-For, address, network
    ['1', ANN, ANN, ANN],
    ['1', undefined, ME, ME],
    ['1', `6.6.6.6, ${ANN}`, ANN, ANN],
    ['2', `${ANN}, 10.0.0.2`, ANN, ANN],
    ['2', `6.6.6.6, ${ANN}, 10.0.0.2`, ANN, ANN],
    ['127.0.0.1', `6.6.6.6, ${ANN}`, ANN, ANN],
    ['127.0.0.1, 10.0.0.0/8', `6.6.6.6, ${ANN}, 10.9.8.7`, ANN, ANN],
    ['::1,10.0.0.0/8', ANN, ME, ME],
    ['127.0.0.0/8', '2001:db8:1:2:3::4', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ['127.0.0.0/8', `${ANN}:4711`, ANN, ANN],
    ['127.0.0.0/8', '[2001:db8::1]:4711', '2001:db8::1', '2001:db8:0:0::/64'],
    ['127.0.0.0/8', 'unknown', ME, ME],
    ['127.0.0.0/8', `::ffff:${ANN}`, ANN, ANN],
    ['127.0.0.0/8', '"><script>', ME, ME],
    ['0', undefined, ME, ME],
    ['0', ANN, ME, ME],
    ['127.0.0.0/8', '[fe80::1%eth0]:4711', 'fe80::1', 'fe80:0:0:0::/64'],
    ['127.0.0.0/8', '0177.0.0.1', ME, ME],
    ['127.0.0.0/8', '3405803783', ME, ME],
  ] as const)('TRUSTED_PROXIES=%s, X-Forwarded-For: %s → %s, %s', async (setting, forwarded, address, by) => {
    const { warnings, protocol, ...caller } = await seen(setting, forwarded)
    expect(caller).toEqual({ address, network: by })
    // One warning for any number of requests, and only if no proxies are declared.
    const isUndeclared = setting === '0' && forwarded !== undefined
    expect(warnings).toEqual(isUndeclared ? [expect.stringContaining('Set TRUSTED_PROXIES to')] : [])
    expect(protocol).toBe(setting === '0' || setting.startsWith('::1') ? 'http' : 'https')
  })
  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s stands for %s', (address, by) => expect(network(address)).toBe(by))
})

/** Sends a request and resets the connection at once. */
const hastyClient = `
  const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1')
  socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\nX-Forwarded-For: ${ANN}\\r\\n\\r\\n', () => socket.resetAndDestroy())`

it.each([
  ['0', ''],
  ['1', ANN],
  ['127.0.0.0/8', ''],
])(
  'a request whose client has gone is no error, with TRUSTED_PROXIES=%j: its address is %j',
  async (setting, address) => {
    const proxies = readTrustedProxies(setting)!
    const app = Fastify({ trustProxy: trustOf(proxies) })
    onTestFinished(() => app.close())
    const callerOf = trackCallers(app, proxies, { warn: () => {} })
    const said = new Promise((resolve) => {
      app.get('/', ({ raw }) => resolve(callerOf(raw).address))
      app.setErrorHandler((error) => resolve(error))
    })
    const url = new URL(await app.listen({ host: ME, port: 0 }))
    // Blocks this process meanwhile, as if it were frozen: the connection is closed when it handles the request.
    spawnSync(process.execPath, ['-e', hastyClient, url.port])
    expect(await said).toBe(address)
  },
)

it.each([
  'proxy.example',
  '10.0.0.0/33',
  '::1/129',
  '-1',
  '1.5',
  '1,,2',
  '127.0.0.1;::1',
  '10.0.0.0/',
  'all',
  '300',
])('TRUSTED_PROXIES=%s is refused by name', (value) => {
  const read = () => testSettings('mysql://plak@127.0.0.1/plak', { TRUSTED_PROXIES: value })
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(/TRUSTED_PROXIES must be a number of proxies/)
})

describe.each([
  ['2', true],
  ['127.0.0.1,10.0.0.0/8', true],
  ['', false],
])('behind two proxies, with TRUSTED_PROXIES=%j', (setting, isDeclared) => {
  let server: TestServer
  let harness: Harness
  beforeAll(async () => {
    server = await startServer({ settings: { TRUSTED_PROXIES: setting } })
    harness = makeHarness(server.url)
  })
  afterAll(async () => {
    await harness.close()
    await server.close()
  })
  beforeEach(async () => {
    await server.reset()
    await harness.register('ayse')
  })
  const through = (who: string) => ({ 'x-forwarded-for': `${who}, 10.0.0.2` })
  const wrong = { identifier: 'ayse', password: 'wrong' }

  /** Returns the status of a wrong login over HTTP. */
  const overHttp = async (who: string) =>
    (
      await fetch(`${server.url}/trpc/auth.login`, {
        method: 'POST',
        headers: { ...json, ...through(who) },
        body: JSON.stringify(wrong),
      })
    ).status

  /** Returns the statuses of several wrong logins over one WebSocket. */
  async function overSocket(who: string, times: number): Promise<number[]> {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, {
      origin: server.url,
      headers: through(who),
    })
    await once(socket, 'open')
    const statuses: number[] = []
    for (let id = 1; id <= times; id++) {
      const params = { path: 'auth.login', input: wrong }
      socket.send(JSON.stringify({ id, method: 'mutation', params }))
      const [data] = (await once(socket, 'message')) as [Buffer]
      const answer = JSON.parse(data.toString()) as { error: { data: { httpStatus: number } } }
      statuses.push(answer.error.data.httpStatus)
    }
    socket.terminate()
    return statuses
  }

  it('failures count for the person and not for the proxy, whether they come over HTTP or a WebSocket', async () => {
    expect(await overSocket(`6.6.6.6, ${ANN}`, 10)).toEqual(Array(10).fill(401))
    expect(await overHttp(`7.7.7.7, ${ANN}`)).toBe(429)
    expect(await overSocket(ANN, 1)).toEqual([429])
    // Without declared proxies everybody has the address of the peer.
    expect(await overHttp(BEN)).toBe(isDeclared ? 401 : 429)
    expect(await overSocket(BEN, 1)).toEqual([isDeclared ? 401 : 429])
  })
})

it('who sends the header to a server without proxies is counted as before', async () => {
  const server = await startServer({ settings: { LIMITS_FACTOR: '1' } })
  onTestFinished(() => server.close())
  const register = async (index: number) => {
    const answer = await fetch(`${server.url}/trpc/auth.register`, {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': `203.0.113.${index}` },
      body: JSON.stringify({
        username: `person_${index}`,
        email: `person_${index}@plak.example`,
        password: 'a stylus and a groove',
      }),
    })
    return answer.status
  }
  const statuses: number[] = []
  for (let index = 0; index < 8; index++) statuses.push(await register(index))
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(3).fill(429)])
})
