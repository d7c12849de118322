// Promise P17: plays a second that players send one by one over ListenBrainz' protocol to one process of the product, with its
// database, Redis and the players on the same two cores.
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { makeSecret } from '../../server/plays/credentials.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { CLIENTS, endLoad, loadWith, productDeps, send, type Load } from './parts/feedLoad.ts'
import { launchProduct } from './parts/product.ts'
import { kept, median, record, rounded, type Promised } from './parts/results.ts'

const ROUNDS = 7
const PLAYS = 2_000
/** number of users with a player each, who take turns */
const PLAYERS = 500
/** rounds before the first measurement, until V8 has compiled the hot code */
const WARM_UP = 2
const PROMISED = 1_000
/** seconds between two plays of a player */
const TRACK = 200
const database = `plak_bench_${process.pid}`

/** Returns the secrets of users whose scrobbling is on. */
async function makePlayers({ db, seal }: Deps): Promise<string[]> {
  const people = Array.from({ length: PLAYERS }, (_, index) => {
    const nickname = `player${index + 1}`
    return { id: index + 1, nickname, email: `${nickname}@plak.example` }
  })
  await db.user.createMany({ data: people })
  const made = people.map(({ id }) => ({ userId: id, ...makeSecret({ seal }, id) }))
  await db.scrobbling.createMany({ data: made.map(({ userId, columns }) => ({ userId, ...columns })) })
  return made.map(({ secret }) => secret)
}

/** The play with this number, of the player whose turn it is. */
function bodyOf(number: number, from: number): string {
  const turn = Math.floor(number / PLAYERS)
  const play = {
    listened_at: from + turn * TRACK,
    track_metadata: {
      artist_name: `Artist ${number % 97}`,
      track_name: `Track ${turn % 12}`,
      release_name: `Album ${number % 97}`,
      additional_info: { duration: TRACK, media_player: 'bench' },
    },
  }
  return JSON.stringify({ listen_type: 'single', payload: [play] })
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await productDeps(databaseUrl)
  const settings = { LIMITS_FACTOR: '0', APP_SECRET: deps.settings.APP_SECRET }
  const server = await launchProduct(databaseUrl, settings)
  try {
    const secrets = await makePlayers(deps)
    const from = Math.floor(Date.now() / 1_000) - 30 * 24 * 60 * 60
    let next = 0
    const submit = () => {
      const number = next++
      const headers = {
        authorization: `Token ${secrets[number % PLAYERS]!}`,
        'content-type': 'application/json',
      }
      return send(`${server.url}/listenbrainz/1/submit-listens`, headers, { body: bodyOf(number, from) })
    }
    const promises: Promised[] = []
    const results: Record<string, object> = {}
    for (const connections of CLIENTS) {
      const round = () => loadWith(server, { requests: PLAYS, connections }, submit)
      for (let count = 0; count < WARM_UP; count++) await round()
      const rounds: Load[] = []
      for (let count = 0; count < ROUNDS; count++) rounds.push(await round())
      const rate = rounded(median(rounds.map((each) => each.rate)), 0)
      const micros = rounded(median(rounds.map((each) => each.micros)), 0)
      console.log(
        `${rate} plays a second of ${connections} players at once, ${micros} µs of the server each; medians of ${ROUNDS} rounds`,
      )
      const what = `plays a second, sent one by one by ${connections} players at once`
      promises.push(kept('P17', what, rate, { atLeast: PROMISED }))
      results[`${connections} players`] = { rate, micros }
    }
    const stored = await deps.db.play.count()
    if (stored !== next) throw new Error(`${stored} of ${next} plays were stored`)
    record('scrobbles', promises, results)
  } finally {
    server.stop()
    endLoad()
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
