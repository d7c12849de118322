// Promise P6: the cost of a warm album page compared with a bare route that does one Redis GET of the same bytes; the number of
// calls that a crowd before a cold page causes at the metadata service; and the maximum rate of calls to it.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import Fastify from 'fastify'
import { startDemo, type Demo } from '../../demo/server.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { makeRedis } from '../../server/lib/redis.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { launchProduct } from './parts/product.ts'
import { kept, median, record, rounded } from './parts/results.ts'

const ROUNDS = 9
/** loads before the first round: V8 goes on optimising for about 40,000 requests, longer for the product than for the bare route */
const WARM_UPS = 10
const REQUESTS = 4_000
const CONNECTIONS = 16
const CROWD = 1_000
const PROMISED = 1.3
const BYTES = 'bench:album'
const database = `plak_bench_${process.pid}`
const homogenic = { artist: 'Björk', album: 'Homogenic' }

/** Returns the path that the web requests: a batch of one call. */
const albumPath = (ref: object) =>
  `/trpc/catalog.album?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: ref }))}`

// — The servers, each in a process of its own: the product, and this file again.

/** Reports its URL to the parent, and its processor time (µs) on request. */
function serve(url: string) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!({ cpu: user + system })
  })
  process.on('disconnect', () => process.exit(0))
  process.send!({ url })
}

async function startProduct(databaseUrl: string, lastfmBase: string): Promise<Server> {
  const settings = { LASTFM_BASE: lastfmBase, LIMITS_FACTOR: '0' }
  const { url, ask, stop } = await launchProduct(databaseUrl, settings)
  return { url, cpu: () => ask<number>('cpu'), stop }
}

async function serveBare() {
  const redis = makeRedis(process.env.TEST_REDIS_URL!, console.error)
  const app = Fastify()
  app.get('/album/:artist/:album', async (_request, reply) =>
    reply.type('application/json').send(await redis.get(BYTES)),
  )
  serve(await app.listen({ port: 0, host: '127.0.0.1' }))
}

type Server = { url: string; cpu: () => Promise<number>; stop: () => void }

async function launch(...role: string[]): Promise<Server> {
  const child: ChildProcess = fork(import.meta.filename, role)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The ${role[0]} server ended by itself`)
  })
  ended.catch(() => {})
  const heard = async () =>
    (await Promise.race([once(child, 'message') as Promise<[{ url: string; cpu: number }]>, ended]))[0]
  const { url } = await heard()
  return {
    url,
    async cpu() {
      const answer = heard()
      child.send('cpu')
      return (await answer).cpu
    },
    stop: () => child.disconnect(),
  }
}

// — The load.

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Requests a text; fails for any status but 200, unless `anyStatus` is set. */
function get(url: string, anyStatus = false): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode === 200 || anyStatus) resolve(text)
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
      .on('error', reject)
      .end()
  })
}

/** Sends requests over several connections; returns the processor time per request (µs) and the requests per second. */
async function load(server: Server, path: string, count = REQUESTS) {
  const [cpuBefore, began] = [await server.cpu(), performance.now()]
  let left = count
  const connection = async () => {
    while (left-- > 0) await get(`${server.url}${path}`)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  const seconds = (performance.now() - began) / 1_000
  return { micros: ((await server.cpu()) - cpuBefore) / count, rate: count / seconds }
}

async function measureWarm(product: Server) {
  const bare = await launch('bare')
  const redis = makeRedis(process.env.TEST_REDIS_URL!, console.error)
  const warm = await get(`${product.url}${albumPath(homogenic)}`)
  await redis.set(BYTES, warm)
  const barePath = `/album/${encodeURIComponent(homogenic.artist)}/${homogenic.album}`
  if ((await get(`${bare.url}${barePath}`)) !== warm) throw new Error('The two do not answer the same bytes')

  for (let index = 0; index < WARM_UPS; index++) {
    await load(product, albumPath(homogenic))
    await load(bare, barePath)
  }
  const rounds = []
  for (let index = 0; index < ROUNDS; index++) {
    // Takes turns, and changes the order of each round: a slow phase of the machine affects both.
    const measured = { product: { micros: 0, rate: 0 }, bare: { micros: 0, rate: 0 } }
    const turns = [
      ['product', product, albumPath(homogenic)],
      ['bare', bare, barePath],
    ] as const
    for (const [name, server, path] of index % 2 ? turns.toReversed() : turns)
      measured[name] = await load(server, path)
    rounds.push(measured)
  }
  await redis.del(BYTES)
  redis.destroy()
  bare.stop()
  return {
    bytes: Buffer.byteLength(warm),
    product: {
      micros: rounded(median(rounds.map((each) => each.product.micros)), 1),
      rate: rounded(median(rounds.map((each) => each.product.rate)), 0),
    },
    bare: {
      micros: rounded(median(rounds.map((each) => each.bare.micros)), 1),
      rate: rounded(median(rounds.map((each) => each.bare.rate)), 0),
    },
    processorTime: rounded(median(rounds.map((each) => each.product.micros / each.bare.micros)), 2),
    throughput: rounded(median(rounds.map((each) => each.bare.rate / each.product.rate)), 2),
  }
}

/** Sends a crowd's requests for an album that is not cached to three processes; returns the number of calls to the service. */
async function measureCold(servers: Server[], demo: Demo) {
  demo.forgetRequests()
  const path = albumPath({ artist: 'Portishead', album: 'Dummy' })
  await Promise.all(
    Array.from({ length: CROWD }, (_, index) => get(`${servers[index % servers.length]!.url}${path}`)),
  )
  return demo.requests().length
}

/** Sends requests for many different albums to three processes; returns the maximum number of calls within one second. */
async function measurePace(servers: Server[], demo: Demo) {
  demo.forgetRequests()
  const names = Array.from({ length: 60 }, (_, index) => ({ artist: `Nobody ${index}`, album: 'Nothing' }))
  const asked = names.map((ref, index) =>
    get(`${servers[index % servers.length]!.url}${albumPath(ref)}`, true),
  )
  await Promise.all(asked)
  const at = demo
    .requests()
    .map((call) => Date.parse(call.at))
    .toSorted((a, b) => a - b)
  const within = at.map((time, index) => at.slice(index).filter((later) => later - time < 1_000).length)
  return { calls: at.length, mostWithinASecond: Math.max(...within) }
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const demo = await startDemo()
  const servers = await Promise.all([1, 2, 3].map(() => startProduct(databaseUrl, demo.lastfmBase)))
  try {
    const cold = await measureCold(servers, demo)
    const pace = await measurePace(servers, demo)
    const warm = await measureWarm(servers[0]!)
    console.table({
      'bare route, one Redis GET': { 'µs a request': warm.bare.micros, 'requests/s': warm.bare.rate },
      'catalog.album, warm': { 'µs a request': warm.product.micros, 'requests/s': warm.product.rate },
    })
    console.log(
      `${warm.bytes} bytes each; medians of ${ROUNDS} rounds by turns, ${REQUESTS} requests over ${CONNECTIONS} connections`,
    )
    console.log(
      `processor time ${warm.processorTime} times the bare route's (promised ${PROMISED}), throughput 1/${warm.throughput}`,
    )
    console.log(`${CROWD} cold requests over 3 processes: ${cold} call to the metadata service (promised 1)`)
    console.log(
      `60 cold albums at once over 3 processes: at most ${pace.mostWithinASecond} calls within a second (promised 4), ${pace.calls} in all`,
    )
    const promises = [
      kept('P6', 'processor time of a warm album over one Redis GET', warm.processorTime, {
        atMost: PROMISED,
      }),
      kept('P6', `calls for ${CROWD} cold requests of one album`, cold, { atMost: 1 }),
      kept('P6', 'calls within a second over three processes', pace.mostWithinASecond, { atMost: 4 }),
    ]
    record('catalogue', promises, { warm, coldCalls: cold, pace })
  } finally {
    for (const server of servers) server.stop()
    agent.destroy()
    await demo.close()
    await dropDatabase(database)
  }
}

const [role] = process.argv.slice(2)
if (role === 'bare') await serveBare()
else await bench()
