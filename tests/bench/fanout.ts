// Promise P1: the cost of one comment for a process with 2,000 watchers of a list's thread, compared with a bare `ws` loop that
// sends one prepared string of the same bytes to as many sockets; and the heap per watcher with 8,000 of them. Promise P10: the
// same if all watchers are signed in and the author has blocked a tenth of them. Promise P17: a like of a list that as many event
// streams of the API watch, compared with the same loop.
// Another process (this one) writes the comments, so that only the delivery is measured.
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { WebSocketServer } from 'ws'
import { beginSession } from '../../server/auth/sessions.ts'
import { addComment } from '../../server/comments/mutations.ts'
import { change } from '../../server/core/change.ts'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { transaction } from '../../server/lib/db.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { lockUser } from '../../server/users/lock.ts'
import { topics } from '../../shared/events.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { processorTime } from './parts/children.ts'
import { launchProduct } from './parts/product.ts'
import { kept, median, record, rounded } from './parts/results.ts'
import { watch, watchStreams, type Watchers } from './parts/watchers.ts'

const SOCKETS = 2_000
const CROWD = 8_000
const ROUNDS = 7
const EVENTS = 10
/** number of signed-in watchers with several tabs each, and how many of them the author has blocked */
const PEOPLE = 200
const BLOCKED = 20
const PROMISED = 1.15
const PROMISED_KILOBYTES = 20
const database = `plak_bench_${process.pid}`

// — The servers, each in a process of its own: the product, and this file again.

/** Reports its URL to the parent, and its processor time (µs) or its heap (bytes) on request. */
function serve(url: string, send: (text: string) => void) {
  process.on('message', (message: { send: string } | 'cpu' | 'heap') => {
    if (typeof message === 'object') send(message.send)
    else process.send!({ used: message === 'cpu' ? processorTime() : heap() })
  })
  process.on('disconnect', () => process.exit(0))
  process.send!({ url })
}

function heap(): number {
  gc!()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function serveBare() {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(sockets, 'listening')
  serve(`http://127.0.0.1:${(sockets.address() as AddressInfo).port}`, (text) => {
    for (const socket of sockets.clients) socket.send(text)
  })
}

async function startProduct(databaseUrl: string): Promise<Server> {
  // The whole crowd has one address.
  const { url, ask, stop } = await launchProduct(databaseUrl, { LIMITS_FACTOR: '0' })
  return { url, used: (what) => ask<number>(what), send: () => {}, stop }
}

type Server = {
  url: string
  used: (what: 'cpu' | 'heap') => Promise<number>
  send: (text: string) => void
  stop: () => void
}

async function launch(...role: string[]): Promise<Server> {
  const child: ChildProcess = fork(import.meta.filename, role, {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The ${role[0]} server ended by itself`)
  })
  ended.catch(() => {})
  const heard = async () =>
    (await Promise.race([once(child, 'message') as Promise<[{ url: string; used: number }]>, ended]))[0]
  const { url } = await heard()
  return {
    url,
    async used(what) {
      const answer = heard()
      child.send(what)
      return (await answer).used
    },
    send: (text) => void child.send({ send: text }),
    stop: () => child.disconnect(),
  }
}

/**
 * Returns a function that sends several messages to `hearers` sockets each; it returns the processor time per delivery (µs).
 */
function makeRound(
  server: Server,
  { watchers, hearers }: { watchers: Watchers; hearers: number },
  tell: () => unknown,
) {
  let told = 0
  return async () => {
    const before = await server.used('cpu')
    for (let event = 0; event < EVENTS; event++) {
      const all = watchers.heard(++told * hearers)
      await tell()
      await all
    }
    return ((await server.used('cpu')) - before) / (EVENTS * hearers)
  }
}

type World = { list: number; author: SignedIn; cookies: string[] }

/** Creates a list, a user who comments on it, and the sessions of the signed-in watchers. */
async function makeWorld({ db, now }: Deps): Promise<World> {
  const names = ['owner', 'author', ...Array.from({ length: PEOPLE }, (_, index) => `person${index}`)]
  await db.user.createMany({
    data: names.map((nickname, index) => ({ id: index + 1, nickname, email: `${nickname}@plak.example` })),
  })
  const [ownerId, authorId, ...people] = names.map((_, index) => index + 1) as [number, number, ...number[]]
  const { id: list } = await db.list.create({
    data: { userId: ownerId, name: 'For the night', submission: randomUUID() },
  })
  await db.block.createMany({
    data: people.slice(0, BLOCKED).map((blockedId) => ({ blockerId: authorId, blockedId })),
  })
  const cookies = await transaction(db, async (tx) => {
    const made: string[] = []
    for (const id of people)
      made.push(`plak=${(await beginSession({ tx, now: now() }, await lockUser(tx, id), 'bench')).token}`)
    return made
  })
  return { list, author: { id: authorId } as SignedIn, cookies }
}

type Servers = { product: Server; bare: Server }

/** Connects watchers to the product, and tells them something. */
type Way = { connect: (server: Server, count: number) => Promise<Watchers>; tell: () => unknown }

/** Watchers of a list's thread; each event is a comment. */
function sockets(deps: Deps, { list, author }: World, cookies: readonly string[] = []): Way {
  const thread = { list }
  const params = { path: 'comments.live', input: { thread } }
  // The welcome messages are the start of the subscription and its position.
  const coming = {
    path: '/trpc',
    hello: JSON.stringify({ id: 1, method: 'subscription', params }),
    welcome: 2,
    cookies,
  }
  const text = 'The second half of this list is where it gets good: put the headphones on.'
  return {
    connect: (server, count) => watch(server, count, coming),
    tell: () => addComment(deps, author, { thread, text, submission: randomUUID() }),
  }
}

const head = {
  version: 1,
  name: 'For the night',
  description: 'The second half of this list is where it gets good: put the headphones on.',
  owner: { nickname: 'owner', avatar: null },
  albumCount: 1,
  visibility: 'everyone' as const,
  hidden: false,
  ranked: false,
  noted: false,
  createdAt: new Date().toISOString(),
}

/** Programs that watch a list; each event is a change of it. */
const streams = (deps: Deps, { list }: World): Way => ({
  connect: (server, count) => watchStreams(server, count, `/api/v1/lists/${list}/live`),
  tell: () =>
    change(deps, async ({ emit }) => {
      const view = { ...head, id: list, updatedAt: new Date().toISOString() }
      emit(topics.list(list), { type: 'list.saved', list: view }, null)
    }),
})

/** Connects a crowd, of whom `hearers` receive each event, and as many to the bare server. */
async function race({ product, bare }: Servers, way: Way, hearers = SOCKETS) {
  const people = await way.connect(product, SOCKETS)
  const others = await watch(bare, hearers, { path: '/' })
  const productRound = makeRound(product, { watchers: people, hearers }, way.tell)
  await productRound()
  const prepared = people.last()
  const bareRound = makeRound(bare, { watchers: others, hearers }, () => bare.send(prepared))
  await bareRound()

  const rounds: { product: number; bare: number }[] = []
  for (let index = 0; index < ROUNDS; index++) {
    // Takes turns, and changes the order of each round: a slow phase of the machine affects both.
    const measured = { product: 0, bare: 0 }
    const turns = [
      ['product', productRound],
      ['bare', bareRound],
    ] as const
    for (const [name, round] of index % 2 ? turns.toReversed() : turns) measured[name] = await round()
    rounds.push(measured)
  }
  return {
    bytes: Buffer.byteLength(prepared),
    micros: (name: keyof Servers) => rounded(median(rounds.map((round) => round[name]))),
    ratio: rounded(median(rounds.map((each) => each.product / each.bare)), 2),
    // Connects another crowd that only watches.
    more: async (count: number) => [
      await way.connect(product, count),
      await watch(bare, count, { path: '/' }),
    ],
    close: () => [people, others].forEach((crowd) => crowd.close()),
  }
}

async function measure(deps: Deps, servers: Servers) {
  const { product, bare } = servers
  const world = await makeWorld(deps)
  const empty = { product: await product.used('heap'), bare: await bare.used('heap') }
  const all = await race(servers, sockets(deps, world))
  const latecomers = await all.more(CROWD - SOCKETS)
  const full = { product: await product.used('heap'), bare: await bare.used('heap') }
  for (const crowd of [all, ...latecomers]) crowd.close()
  const hearers = SOCKETS - (SOCKETS * BLOCKED) / PEOPLE
  const some = await race(servers, sockets(deps, world, world.cookies), hearers)
  some.close()
  const apart = await product.used('heap')
  const programs = await race(servers, streams(deps, world))
  const kilobytesOfStream = rounded(((await product.used('heap')) - apart) / SOCKETS / 1_024)
  programs.close()
  const of = (name: keyof Servers) => ({
    micros: all.micros(name),
    kilobytes: rounded((full[name] - empty[name]) / CROWD / 1_024),
  })
  const { bytes, ratio } = all
  return {
    bytes,
    product: of('product'),
    bare: of('bare'),
    ratio,
    blocked: { hearers, ratio: some.ratio },
    streams: { ratio: programs.ratio, kilobytes: kilobytesOfStream },
  }
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  const [product, bare] = await Promise.all([startProduct(databaseUrl), launch('bare')])
  try {
    const measured = await measure(deps, { product, bare })
    const { bytes, ratio, blocked, streams: ofStreams } = measured
    const { kilobytes } = measured.product
    console.table({
      'bare ws, one prepared string': measured.bare,
      'comments.live': measured.product,
    })
    console.log(
      `${bytes} bytes each to ${SOCKETS} sockets; medians of ${ROUNDS} rounds by turns of ${EVENTS} comments`,
    )
    console.log(`processor time ${ratio} times the bare loop's (promised ${PROMISED})`)
    console.log(`${blocked.ratio} times where the author has blocked a tenth of the watchers`)
    console.log(
      `${ofStreams.ratio} times for event streams of the API, ${ofStreams.kilobytes} KB of heap a stream`,
    )
    console.log(`${kilobytes} KB of heap a socket at ${CROWD} (promised ${PROMISED_KILOBYTES})`)
    const promises = [
      kept('P1', `processor time of an event to ${SOCKETS} sockets over raw ws`, ratio, { atMost: PROMISED }),
      kept('P10', 'the same with a tenth of the watchers blocked', blocked.ratio, { atMost: PROMISED }),
      kept('P17', `processor time of an event to ${SOCKETS} event streams over raw ws`, ofStreams.ratio, {
        atMost: PROMISED,
      }),
      kept('P1', `heap a socket at ${CROWD}`, kilobytes, { atMost: PROMISED_KILOBYTES }, 'KB'),
    ]
    record('fanout', promises, { sockets: SOCKETS, crowd: CROWD, ...measured })
  } finally {
    for (const server of [product, bare]) server.stop()
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

const [role] = process.argv.slice(2)
if (role === 'bare') await serveBare()
else await bench()
