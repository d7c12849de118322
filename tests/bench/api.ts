// Promise P17: the processor time of a read of the API, compared with the same procedure over tRPC, by the same caller: the feed with
// an access token, and a diary without one.
import { addTokenRow } from '../../server/auth/tokenRows.ts'
import { closeDeps } from '../../server/deps.ts'
import { tokenHash } from '../../server/lib/crypto.ts'
import { transaction } from '../../server/lib/db.ts'
import { newAccessToken } from '../../server/tokens/secret.ts'
import { lockUser } from '../../server/users/lock.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { endLoad, load, makeReader, productDeps, send, VIEWER, type Headers } from './parts/feedLoad.ts'
import { launchProduct } from './parts/product.ts'
import { kept, median, record, rounded } from './parts/results.ts'

const ROUNDS = 7
const REQUESTS = 400
/** requests before the server is measured, until V8 has compiled the hot code */
const WARM_UP = 3_000
const PROMISED = 1.15
const database = `plak_bench_${process.pid}`

const procedure = (name: string, input: object) =>
  `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`

/** Creates an access token of the reader; returns their nickname, too. */
async function makeToken(databaseUrl: string): Promise<{ headers: Headers; nickname: string }> {
  const deps = await productDeps(databaseUrl)
  const token = newAccessToken()
  try {
    return await transaction(deps.db, async (tx) => {
      const row = {
        name: 'bench',
        tokenHash: tokenHash(token),
        lastFour: token.slice(-4),
        scopes: '["read"]',
        createdAt: new Date(),
        expiresAt: null,
      }
      await addTokenRow({ tx }, await lockUser(tx, VIEWER), row)
      const { nickname } = await tx.user.findUniqueOrThrow({ where: { id: VIEWER } })
      return { headers: { authorization: `Bearer ${token}` }, nickname }
    })
  } finally {
    await closeDeps(deps)
  }
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await makeReader(database)
  const { headers, nickname } = await makeToken(databaseUrl)
  const server = await launchProduct(databaseUrl, { LIMITS_FACTOR: '0' })
  const reads = {
    'the feed, with a token': {
      headers,
      api: '/api/v1/activity',
      trpc: procedure('activity.feed', { limit: 50 }),
    },
    'a diary, without': {
      headers: {},
      api: `/api/v1/people/${nickname}/diary`,
      trpc: procedure('logs.diary', { nickname, limit: 50 }),
    },
  }
  try {
    const ratios: Record<string, number> = {}
    for (const [name, { headers: sent, ...roads }] of Object.entries(reads)) {
      const items = async (path: string) =>
        (await send(server.url + path, sent)).match(/"version":|"id":/g)?.length
      if ((await items(roads.api)) !== (await items(roads.trpc)))
        throw new Error(`${name}: not the same items`)
      const micros = { api: [] as number[], trpc: [] as number[] }
      for (const road of ['api', 'trpc'] as const)
        await load({ server, path: roads[road] }, { headers: sent, requests: WARM_UP })
      for (let round = 0; round < ROUNDS; round++) {
        // Takes turns: a slow phase of the machine affects both.
        for (const road of round % 2 ? (['api', 'trpc'] as const) : (['trpc', 'api'] as const))
          micros[road].push(
            (await load({ server, path: roads[road] }, { headers: sent, requests: REQUESTS })).micros,
          )
      }
      ratios[name] = rounded(median(micros.api.map((each, round) => each / micros.trpc[round]!)), 2)
      console.log(
        `${name}: ${rounded(median(micros.api), 0)} µs over the API, ${rounded(median(micros.trpc), 0)} µs over tRPC`,
      )
    }
    console.table(ratios)
    const worst = Math.max(...Object.values(ratios))
    const promise = kept('P17', 'a read of the API, processor time over tRPC', worst, { atMost: PROMISED })
    record('api', [promise], { ratios })
  } finally {
    server.stop()
    endLoad()
    await dropDatabase(database)
  }
}

await bench()
