// Load for feedHttp, previews, pages and api: the product's feed over HTTP as the web requests it (a session, a batch of one call, tRPC).
import { Agent, request } from 'node:http'
import { pino } from 'pino'
import { beginSession } from '../../../server/auth/sessions.ts'
import type { Deps } from '../../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../../server/deps.ts'
import { transaction } from '../../../server/lib/db.ts'
import { lockUser } from '../../../server/users/lock.ts'
import { testSettings } from '../../support/server.ts'
import { testDatabaseUrl } from '../../support/testServer.ts'
import type { Child } from './children.ts'
import { makeCommunity } from './logs.ts'

/** id of the user who reads the feed, the last one of the community */
export const VIEWER = 1_000
const CONNECTIONS = 16
const FOLLOWED = 100

export const feedPath = `/trpc/activity.feed?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: {} }))}`

/** Returns the product's dependencies, for a benchmark that reads or prepares data itself. */
export const productDeps = (databaseUrl: string): Promise<Deps> =>
  makeDeps(testSettings(databaseUrl, { NODE_ENV: 'production' }), pino({ level: 'silent' }))

/** Numbers of clients with a connection each, for what becomes cheaper the more of them there are at once. */
export const CLIENTS = [CONNECTIONS, 128]

const agent = new Agent({ keepAlive: true })

export const endLoad = (): void => agent.destroy()

/** of each request: a session's cookie or an access token */
export type Headers = Record<string, string>

/**
 * Sends a request, with a body as a POST; returns the body of the response.
 * @throws for another status than `status`
 */
export function send(
  url: string,
  headers: Headers,
  { status = 200, body }: { status?: number | undefined; body?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode === status) resolve(text)
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
      .on('error', reject)
      .end(body)
  })
}

type Amount = { requests: number; connections?: number }
export type Load = { micros: number; rate: number }

/**
 * Sends requests over several connections; returns the server's processor time per request (µs) and the requests per second.
 */
export const load = (
  { server, path }: { server: Child; path: string },
  { headers, status, ...amount }: { headers: Headers; status?: number } & Amount,
): Promise<Load> => loadWith(server, amount, () => send(server.url + path, headers, { status }))

/** The same with requests that differ from each other. */
export async function loadWith(
  server: Child,
  { requests, connections = CONNECTIONS }: Amount,
  sendNext: () => Promise<unknown>,
): Promise<Load> {
  const [before, began] = [await server.ask<number>('cpu'), performance.now()]
  let left = requests
  const connection = async () => {
    while (left-- > 0) await sendNext()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - began) / 1_000
  return { micros: ((await server.ask<number>('cpu')) - before) / requests, rate: requests / seconds }
}

/**
 * Creates a community with a hundred thousand logs, and a session of a user who follows a hundred others; returns the headers of
 * their requests.
 */
export async function makeReader(database: string): Promise<Headers> {
  await makeCommunity(database, { power: 5, people: VIEWER })
  const deps = await productDeps(testDatabaseUrl(database))
  try {
    return await transaction(deps.db, async (tx) => {
      await tx.$executeRaw`
        INSERT INTO Follow (followerId, followingId)
        SELECT ${VIEWER}, id FROM User WHERE id <> ${VIEWER} ORDER BY CRC32(id) LIMIT ${FOLLOWED}`
      const { token } = await beginSession({ tx, now: new Date() }, await lockUser(tx, VIEWER), 'bench')
      return { cookie: `plak=${token}` }
    })
  } finally {
    await closeDeps(deps)
  }
}
