import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TRPCClientError } from '@trpc/client'
import { expect, vi } from 'vitest'
import { startDemo } from '../../demo/server.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startProcess } from '../support/process.ts'
import type { Stage } from './stage.ts'

type Server = Awaited<ReturnType<typeof startProcess>>

/** Several processes of the product behind one address, and its users. */
export type World = {
  db: Db
  /** the single address of all processes */
  url: string
  harness: Harness
  /** controls the processes, by their index */
  processes: {
    count: number
    kill: (index: number) => Promise<void>
    start: (index: number) => Promise<void>
  }
  authors: Person[]
  followers: Person[]
  /** a follower who repeatedly unfollows and follows an author */
  restless: Person
  /** the list with everybody's comments, the album that all review, and other albums that they log */
  list: number
  album: Album
  albums: Album[]
  /** retries a call until the server responds; unexpected errors are stored in `failures` */
  insist: <Result>(call: () => Promise<Result>) => Promise<Result>
  failures: string[]
  /** returns the processes' log lines about them */
  reasons: () => string[]
  close: () => Promise<void>
}
type Album = { artist: string; album: string }

const album = { artist: 'Björk', album: 'Homogenic' }
const albums = [
  { artist: 'Portishead', album: 'Dummy' },
  { artist: 'Radiohead', album: 'OK Computer' },
  { artist: 'Massive Attack', album: 'Mezzanine' },
]
const TRY_AGAIN = 25

/** True if the server refused the call; otherwise the call or only its response can have been lost. */
export const isRefusal = (error: unknown, code?: string): boolean => {
  const data =
    error instanceof TRPCClientError ? (error.data as { code: string; httpStatus: number } | null) : null
  return (
    data !== null && data !== undefined && data.httpStatus < 500 && (code === undefined || data.code === code)
  )
}

/** Starts a process and waits until it serves. Several that start at once under load can be slow. */
async function startServer(settings: Record<string, string>, leash?: readonly string[]): Promise<Server> {
  const server = await startProcess(settings, undefined, undefined, leash)
  const died = server.ended.then(({ said }) => {
    throw new Error(`A server process ended: ${said}`)
  })
  const isUp = () =>
    vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), 60_000)
  await Promise.race([isUp(), died])
  return server
}

/** Starts the processes of the product on a stage, and creates users. The stage is closed with the world. */
export async function makeWorld(size: { authors: number; followers: number }, stage: Stage): Promise<World> {
  const demo = await startDemo({ port: 0 })
  const { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL } = stage
  const stores = { DATABASE_URL, REDIS_URL, LASTFM_BASE: demo.lastfmBase }
  // Hundreds of users have the address of one machine.
  const settings = { ...stores, LIMITS_FACTOR: '0', ...stage.settings }
  const start = (port: number) => startServer({ ...settings, PORT: `${port}` }, stage.leash)
  const servers: Server[] = await Promise.all(stage.ports.map(start))
  // The proxy before them checks them periodically.
  await vi.waitFor(async () => expect((await fetch(`${stage.url}/readyz`)).status).toBe(200), 60_000)
  const db = makeDb(DATABASE_URL)
  const harness = makeHarness(stage.url)
  const failures: string[] = []

  async function insist<Result>(call: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (isRefusal(error)) throw error
        const { data } = error as { data?: { httpStatus?: number } }
        // A 503 is a valid response of an overloaded process; other errors are failures.
        if (data?.httpStatus && data.httpStatus !== 503) failures.push(`${data.httpStatus}: ${String(error)}`)
        await sleep(TRY_AGAIN)
      }
    }
  }

  const register = (name: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => harness.register(`${name}${index}`)))
  const [authors, followers, restless] = await Promise.all([
    register('author', size.authors),
    register('follower', size.followers),
    harness.register('restless'),
  ])
  for (const { client } of [...followers, restless]) {
    await Promise.all(authors.map(({ nickname }) => client.follows.set.mutate({ nickname, following: true })))
  }
  // The last requests to the catalogue.
  for (const each of [album, ...albums])
    await authors[0]!.client.logs.save.mutate({ ...each, review: 'To begin with.' })
  const { id: list } = await db.list.create({
    data: { name: 'For the night', submission: randomUUID(), user: { connect: { nickname: 'author0' } } },
  })

  const gone: Server[] = []
  const reasons = () =>
    [...gone, ...servers].flatMap((server) =>
      server
        .said()
        .split('\n')
        .filter((line) => line.includes('a procedure failed'))
        .map((line) => line.slice(0, 1_000)),
    )
  const processes = {
    count: servers.length,
    async kill(index: number) {
      await servers[index]!.kill()
      stage.leave(stage.ports[index]!)
    },
    async start(index: number) {
      const port = stage.ports[index]!
      gone.push(servers[index]!)
      servers[index] = await start(port)
      stage.join(port)
    },
  }
  async function close() {
    await harness.close()
    await Promise.all(servers.map((server) => server.kill()))
    await Promise.all([demo.close(), db.$disconnect()])
    await stage.close()
  }
  return {
    db,
    url: stage.url,
    harness,
    processes,
    authors,
    followers,
    restless,
    list,
    album,
    albums,
    insist,
    failures,
    reasons,
    close,
  }
}
