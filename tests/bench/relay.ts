// Promise P2: the time from a comment's commit until the last of 2,000 watchers of its thread at three server processes has
// received it, at 200 comments a second. Compared with a bare relay: three `ws` processes that forward messages from Redis.
// One comment in forty is in the watched thread: two cores cannot handle 200 × 2,000 deliveries a second, whatever sends them.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { WebSocket, WebSocketServer } from 'ws'
import { addComment } from '../../server/comments/mutations.ts'
import { publicView } from '../../server/comments/view.ts'
import { change } from '../../server/core/change.ts'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { makeRedis } from '../../server/lib/redis.ts'
import { UNCOUNTED } from '../../server/live/eventLog.ts'
import { topics } from '../../shared/events.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { answer, launch, type Child } from './parts/children.ts'
import { launchProduct } from './parts/product.ts'
import { kept, median, quantile, record, rounded } from './parts/results.ts'

const SOCKETS = 2_000
const AT_ONCE = 50
const PROCESSES = 3
const RATE = 200
/** maximum number of comments in progress */
const OPEN = 40
const WATCHED_EVERY = 40
const ROUNDS = 6
const SECONDS = 8
const PROMISED = 2
const QUIET_LISTS = 20
const database = `plak_bench_${process.pid}`

/** Returns milliseconds of the machine's clock, the same in every process. */
const moment = () => Number(process.hrtime.bigint() / 1_000n) / 1_000

// — The other processes: this file again.

async function serveRelay(channel: string) {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(sockets, 'listening')
  makeRedis(process.env.TEST_REDIS_URL!, console.error).listen(channel, (text) => {
    if (text.includes('watched ')) for (const socket of sockets.clients) socket.send(text)
  })
  answer(`http://127.0.0.1:${(sockets.address() as AddressInfo).port}`, () => null)
}

type Heard = Record<string, { count: number; last: number }>

/** Watches at several servers with many sockets. Reports how many received each comment, and when the last one did. */
async function serveCrowd(path: string, hello: string, ...urls: string[]) {
  let heard: Heard = {}
  let welcomed = 0
  const hear = (socket: WebSocket, text: string) => {
    // The server's heartbeat.
    if (text === 'PING') return socket.send('PONG')
    const [, mark] = /watched (\d+)/.exec(text) ?? []
    if (!mark) return void welcomed++
    const known = (heard[mark] ??= { count: 0, last: 0 })
    known.count++
    known.last = moment()
  }
  const connect = async (index: number) => {
    const url = urls[index % urls.length]!
    const socket = new WebSocket(url.replace('http', 'ws') + path, { origin: url, perMessageDeflate: false })
    socket.on('message', (data: Buffer) => hear(socket, data.toString()))
    await once(socket, 'open')
    if (hello) socket.send(hello)
  }
  for (let from = 0; from < SOCKETS; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => connect(from + index)))
  }
  // The start of the subscription and its position.
  while (hello && welcomed < SOCKETS * 2) await sleep(20)
  answer('', () => {
    const all = heard
    heard = {}
    return all
  })
}

// — The comments.

type Say = (text: string, isWatched: boolean) => Promise<number>

/** Sends 200 comments a second for a while, or fewer if the servers cannot keep up; returns the commit times. */
async function talk(say: Say): Promise<{ said: Map<string, number>; rate: number }> {
  const said = new Map<string, number>()
  let open = 0
  const utter = async (mark: string, isWatched: boolean) => {
    open++
    const text = `${isWatched ? 'watched' : 'quiet'} ${mark}: the second half of this list is where it gets good, headphones on.`
    const at = await say(text, isWatched)
    if (isWatched) said.set(mark, at)
    open--
  }
  const under: Promise<void>[] = []
  const began = performance.now()
  for (let index = 0; index < RATE * SECONDS; index++) {
    const wait = began + (index * 1_000) / RATE - performance.now()
    if (wait > 1) await sleep(wait)
    while (open >= OPEN) await sleep(1)
    under.push(utter(`${index}`, index % WATCHED_EVERY === 0))
  }
  await Promise.all(under)
  return { said, rate: (RATE * SECONDS * 1_000) / (performance.now() - began) }
}

/** Returns the time of each watched comment until the last socket received it. Fails if a socket did not receive it. */
async function round(crowd: Child, say: Say): Promise<{ times: number[]; rate: number }> {
  const { said, rate } = await talk(say)
  const heard: Heard = {}
  const isOver = () => [...said.keys()].every((mark) => heard[mark]?.count === SOCKETS)
  for (const end = Date.now() + 20_000; !isOver(); await sleep(200)) {
    if (Date.now() > end) throw new Error(`Not everybody heard everything: ${JSON.stringify(heard)}`)
    for (const [mark, { count, last }] of Object.entries(await crowd.ask<Heard>('heard'))) {
      heard[mark] = { count: (heard[mark]?.count ?? 0) + count, last }
    }
  }
  return { times: [...said].map(([mark, at]) => heard[mark]!.last - at), rate }
}

/**
 * Emits the events of comments on a watched list and on others, as writing a comment does; the moment is that of the commit.
 * Does not write the comments' own rows: their cost is another matter, and would leave no processor time for the delivery here.
 */
async function makeTelling(deps: Deps) {
  const user = await deps.db.user.create({ data: { nickname: 'owner', email: 'owner@plak.example' } })
  const lists: number[] = []
  for (let index = 0; index <= QUIET_LISTS; index++) {
    const { id } = await deps.db.list.create({
      data: { userId: user.id, name: `List ${index}`, submission: randomUUID() },
    })
    lists.push(id)
  }
  const first = { thread: { list: lists[0]! }, text: 'The first.', submission: randomUUID() }
  const comment = publicView((await addComment(deps, { id: user.id } as SignedIn, first)).comment)
  let turn = 0
  async function say(text: string, isWatched: boolean): Promise<number> {
    let committed = 0
    const wake = () => {
      committed = moment()
      deps.bus.wake()
    }
    const thread = { list: isWatched ? lists[0]! : lists[1 + (turn++ % QUIET_LISTS)]! }
    const said = { thread, comment: { ...comment, text }, submission: first.submission, count: UNCOUNTED }
    await change({ ...deps, bus: { ...deps.bus, wake } }, ({ emit }) =>
      Promise.resolve(emit(topics.thread(thread), { type: 'comment.added', ...said }, user.id)),
    )
    return committed
  }
  return { list: lists[0]!, say }
}

const start = (role: string, ...rest: string[]) => launch(import.meta.filename, role, ...rest)
const several = (begin: () => Promise<Child>) => Promise.all(Array.from({ length: PROCESSES }, begin))

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  const children: Child[] = []
  try {
    const channel = `${database}:relay`
    const [products, relays] = await Promise.all([
      // The whole crowd has one address.
      several(() => launchProduct(databaseUrl, { LIMITS_FACTOR: '0' })),
      several(() => start('relay', channel)),
    ])
    children.push(...products, ...relays)
    const { list, say } = await makeTelling(deps)
    const hello = JSON.stringify({
      id: 1,
      method: 'subscription',
      params: { path: 'comments.live', input: { thread: { list } } },
    })
    const people = await start('crowd', '/trpc', hello, ...products.map(({ url }) => url))
    const others = await start('crowd', '/', '', ...relays.map(({ url }) => url))
    children.push(people, others)
    const relay = async (text: string) => {
      const at = moment()
      await deps.redis.publish(channel, text)
      return at
    }
    const ways = { product: { crowd: people, say }, relay: { crowd: others, say: relay } }
    const names = ['product', 'relay'] as const
    const times = { product: [] as number[], relay: [] as number[] }
    const rates = { product: [] as number[], relay: [] as number[] }
    // Until V8 has compiled the hot code.
    for (const name of names) await round(ways[name].crowd, ways[name].say)
    for (let index = 0; index < ROUNDS; index++) {
      // Takes turns, and changes the order of each round: a slow phase of the machine affects both.
      for (const name of index % 2 ? names.toReversed() : names) {
        const measured = await round(ways[name].crowd, ways[name].say)
        times[name].push(...measured.times)
        rates[name].push(measured.rate)
      }
    }
    const of = (name: 'product' | 'relay') => ({
      'p50 ms': rounded(median(times[name])),
      'p90 ms': rounded(quantile(times[name], 0.9)),
      'p99 ms': rounded(quantile(times[name], 0.99)),
      'events/s': rounded(median(rates[name]), 0),
    })
    const [product, bare] = [of('product'), of('relay')]
    const ratio = {
      p50: rounded(product['p50 ms'] / bare['p50 ms'], 2),
      p99: rounded(product['p99 ms'] / bare['p99 ms'], 2),
    }
    console.table({ 'Redis to ws': bare, 'comments.live': product })
    console.log(
      `${times.product.length} comments, each to ${SOCKETS} sockets at ${PROCESSES} processes, among ${RATE} a second (as far as the machine goes)`,
    )
    console.log(`p99 ${ratio.p99} times the relay's (promised ${PROMISED}), p50 ${ratio.p50} times`)
    const promise = kept('P2', 'p99 from commit to the last socket over Redis to ws', ratio.p99, {
      atMost: PROMISED,
    })
    record('relay', [promise], { sockets: SOCKETS, processes: PROCESSES, rate: RATE, product, bare, ratio })
  } finally {
    for (const child of children) child.stop()
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

const [role, ...rest] = process.argv.slice(2)
const roles: Record<string, (...rest: [string, string, ...string[]]) => Promise<void>> = {
  relay: serveRelay,
  crowd: serveCrowd,
}
await (role ? roles[role]!(...(rest as [string, string, ...string[]])) : bench())
