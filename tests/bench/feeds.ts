// Promise P17: the cost of a feed that did not change, as readers of feeds request it every few minutes, compared with a route
// of the same server that responds 304 and does nothing else. The feed reads from the database that it did not change.
import { buildApp } from '../../server/http/app.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { answer, launch, processorTime } from './parts/children.ts'
import { CLIENTS, endLoad, load, productDeps, type Load } from './parts/feedLoad.ts'
import { makeCommunity } from './parts/logs.ts'
import { kept, median, record, rounded, type Promised } from './parts/results.ts'

const ROUNDS = 9
const REQUESTS = 2_000
/** requests before the first measurement, until V8 has compiled the hot code */
const WARM_UP = 4_000
const PROMISED = 1.2
/** the most active user */
const FEED = '/profile/person1/diary.xml'
const BARE = '/bare'
const database = `plak_bench_${process.pid}`

/** Serves the product, with the bare route, in a process of its own. */
async function serve(databaseUrl: string) {
  const app = await buildApp(await productDeps(databaseUrl))
  app.get(BARE, (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').header('etag', 'W/"bare"').code(304).send(),
  )
  answer(await app.listen({ port: 0, host: '127.0.0.1' }), processorTime)
}

async function bench() {
  await makeCommunity(database, { power: 5, people: 1_000 })
  const server = await launch(import.meta.filename, 'serve', testDatabaseUrl(database))
  try {
    const { headers } = await fetch(server.url + FEED)
    const unchanged = { headers: { 'if-none-match': headers.get('etag')! }, status: 304 }
    const promises: Promised[] = []
    const results: Record<string, object> = {}
    for (const connections of CLIENTS) {
      const measure = (path: string, requests: number) =>
        load({ server, path }, { ...unchanged, requests, connections })
      const { table, ratio, processor } = await compare(measure)
      console.table({ 'a bare 304': table.bare, 'a feed, not modified': table.feed })
      console.log(
        `medians of ${ROUNDS} rounds by turns, ${REQUESTS} requests of ${connections} readers at once: ` +
          `time ${ratio} times the bare route's (promised ${PROMISED}), processor time ${processor} times`,
      )
      const what = `a feed that is not modified, ${connections} readers at once, time over a bare 304`
      promises.push(kept('P17', what, ratio, { atMost: PROMISED }))
      results[`${connections} readers`] = { ...table, processor }
    }
    record('feeds', promises, results)
  } finally {
    server.stop()
    endLoad()
    await dropDatabase(database)
  }
}

async function compare(measure: (path: string, requests: number) => Promise<Load>) {
  for (const path of [BARE, FEED]) await measure(path, WARM_UP)
  const rounds: { bare: Load; feed: Load }[] = []
  // In turns, so that a slow phase of the machine affects both.
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ bare: await measure(BARE, REQUESTS), feed: await measure(FEED, REQUESTS) })
  const rowOf = (name: 'bare' | 'feed') => ({
    'µs a request': rounded(median(rounds.map((each) => each[name].micros)), 0),
    'requests/s': rounded(median(rounds.map((each) => each[name].rate)), 0),
  })
  return {
    table: { bare: rowOf('bare'), feed: rowOf('feed') },
    ratio: rounded(median(rounds.map(({ bare, feed }) => bare.rate / feed.rate)), 2),
    processor: rounded(median(rounds.map(({ bare, feed }) => feed.micros / bare.micros)), 2),
  }
}

const [role, databaseUrl] = process.argv.slice(2)
await (role === 'serve' ? serve(databaseUrl!) : bench())
