// Promise P4: the cost of the feed over HTTP as the web requests it (a session, a batch of one call, tRPC), compared with a
// bare Fastify route that reads the same 50 entries only with the database's driver, which is the minimum. A second bare route
// reads them with the product's function, to distinguish its cost from that of everything around it.
import Fastify from 'fastify'
import { createPool } from 'mariadb'
import { getFeed } from '../../server/activity/queries.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import type { ActivityPage } from '../../shared/activity.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { answer, launch, processorTime, type Child } from './parts/children.ts'
import {
  endLoad,
  feedPath,
  load,
  makeReader,
  productDeps,
  send,
  VIEWER,
  type Load,
} from './parts/feedLoad.ts'
import { launchProduct } from './parts/product.ts'
import { kept, quantile, record, rounded } from './parts/results.ts'

const ROUNDS = 7
const REQUESTS = 400
/** requests before a server is measured, until V8 has compiled the hot code: the product has more code than its baselines */
const WARM_UP = 4_000
const PROMISED = 0.7
const database = `plak_bench_${process.pid}`

// — The bare servers: this file again, each in a process of its own.

/** Serves the same reads without a session, tRPC, or rules. */
async function serveBare(databaseUrl: string) {
  const deps = await productDeps(databaseUrl)
  const app = Fastify()
  app.get('/feed', () => getFeed(deps, { id: VIEWER } as SignedIn, {}))
  answer(await app.listen({ port: 0, host: '127.0.0.1' }), processorTime)
}

/** Serves the three reads of a feed with the driver: the minimum cost of the same entries. */
async function serveDriver(databaseUrl: string) {
  const pool = createPool({ ...databaseConfig(databaseUrl), timezone: 'Z', connectionLimit: 10 })
  const app = Fastify()
  app.get('/feed', async () => {
    const heads = await pool.execute<{ id: number; at: Date }[]>(
      `SELECT u.id, u.lastLogAt AS at FROM Follow f JOIN User u ON u.id = f.followingId
       WHERE f.followerId = ? AND u.lastLogAt IS NOT NULL ORDER BY u.lastLogAt DESC, u.lastLogId DESC LIMIT 51`,
      [VIEWER],
    )
    const logs = await pool.execute<{ id: number }[]>(
      `SELECT id FROM Log WHERE userId IN (${heads.map(() => '?').join()}) AND feedAt >= ?
       ORDER BY feedAt DESC, id DESC LIMIT 50`,
      [...heads.map(({ id }) => id), heads.at(-1)!.at],
    )
    const items = await pool.execute<{ favorite: bigint }[]>(
      `SELECT l.id, l.version, u.nickname, u.avatar, a.artist, a.name, a.image, l.rating, l.review, l.date, l.feedAt AS createdAt,
         EXISTS(SELECT 1 FROM Favorite f WHERE f.userId = l.userId AND f.albumId = l.albumId) AS favorite
       FROM Log l JOIN User u ON u.id = l.userId JOIN Album a ON a.id = l.albumId
       WHERE l.id IN (${logs.map(() => '?').join()}) ORDER BY l.feedAt DESC, l.id DESC`,
      logs.map(({ id }) => id),
    )
    return { items: items.map((item) => ({ ...item, favorite: item.favorite === 1n })) }
  })
  answer(await app.listen({ port: 0, host: '127.0.0.1' }), processorTime)
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  const headers = await makeReader(database)
  const start = (role: string) => launch(import.meta.filename, role, databaseUrl)
  const [product, bare, driver] = await Promise.all([
    launchProduct(databaseUrl),
    start('bare'),
    start('driver'),
  ])
  const ways = {
    product: { server: product, path: feedPath },
    bare: { server: bare, path: '/feed' },
    driver: { server: driver, path: '/feed' },
  }
  const names = ['product', 'bare', 'driver'] as const
  try {
    const [said] = JSON.parse(await send(product.url + feedPath, headers)) as [
      { result: { data: ActivityPage } },
    ]
    const ids = async (server: Child) =>
      (JSON.parse(await send(`${server.url}/feed`, headers)) as Pick<ActivityPage, 'items'>).items
        .map(({ id }) => id)
        .join()
    const wanted = said.result.data.items.map(({ id }) => id).join()
    if ((await ids(bare)) !== wanted || (await ids(driver)) !== wanted)
      throw new Error('They do not answer the same entries')

    const asked = { headers, requests: REQUESTS }
    for (const name of names) await load(ways[name], { headers, requests: WARM_UP })
    const rounds: Record<(typeof names)[number], Load>[] = []
    for (let index = 0; index < ROUNDS; index++) {
      // Takes turns, and changes the order of each round: a slow phase of the machine affects all.
      const nothing = { micros: 0, rate: 0 }
      const measured = { product: nothing, bare: nothing, driver: nothing }
      for (const name of index % 2 ? names.toReversed() : names)
        measured[name] = await load(ways[name], asked)
      rounds.push(measured)
    }
    const of = (name: (typeof names)[number]) => ({
      'µs a request': rounded(
        quantile(
          rounds.map((each) => each[name].micros),
          0.5,
        ),
        0,
      ),
      'requests/s': rounded(
        quantile(
          rounds.map((each) => each[name].rate),
          0.5,
        ),
        0,
      ),
    })
    const ratioTo = (name: 'bare' | 'driver') =>
      rounded(
        quantile(
          rounds.map((each) => each.product.rate / each[name].rate),
          0.5,
        ),
        2,
      )
    const table = { product: of('product'), bare: of('bare'), driver: of('driver') }
    console.table({
      'bare route, the driver alone': table.driver,
      'bare route': table.bare,
      'activity.feed': table.product,
    })
    console.log(
      `medians of ${ROUNDS} rounds by turns, ${REQUESTS} requests over 16 connections, 50 entries each`,
    )
    console.log(
      `throughput ${ratioTo('driver')} times the driver's (promised ${PROMISED}), ${ratioTo('bare')} times the bare route's`,
    )
    const promise = kept('P4', 'feed over HTTP, requests/s over the driver alone', ratioTo('driver'), {
      atLeast: PROMISED,
    })
    record('feedHttp', [promise], { ...table, ratioToBare: ratioTo('bare') })
  } finally {
    for (const server of [product, bare, driver]) server.stop()
    endLoad()
    await dropDatabase(database)
  }
}

const [role, databaseUrl] = process.argv.slice(2)
const roles: Record<string, (databaseUrl: string) => Promise<void>> = {
  bare: serveBare,
  driver: serveDriver,
}
await (role ? roles[role]!(databaseUrl!) : bench())
