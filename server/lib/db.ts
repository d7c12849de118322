import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { createPool, type Pool, type PoolConnection } from 'mariadb'
import { PrismaClient, type Prisma } from '../generated/prisma/client.ts'
import { databaseConfig } from './databaseUrl.ts'

export type Db = PrismaClient
/** The database, or one transaction on it. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

/** What a statement of our own runs on: the pool, or the connection of one transaction. */
export type Connection = Pick<Pool, 'execute'>
/** The connection of a transaction: undefined until it has one, null when it is over. */
type Held = { connection: PoolConnection | null | undefined }

/** Prisma opens its transactions on a connection of its choice; here the transaction that asks for one learns which. */
const opening = new AsyncLocalStorage<Held>()
const connections = new WeakMap<object, Pool | Held>()

/** Statements that a connection keeps prepared. The server's limit (16,382) is for all connections of all processes. */
const PREPARED = 100
/** Connections of one process. */
const POOL_LIMIT = 10

/** A Prisma client on a pool of connections, which statements of our own share (lib/sql.ts). */
export function makeDb(databaseUrl: string, { connections: connectionLimit = POOL_LIMIT } = {}): Db {
  const pool = createPool({
    ...databaseConfig(databaseUrl),
    connectionLimit,
    connectTimeout: 3_000,
    // A busy moment is waited for; an error is for a database that is away.
    acquireTimeout: 10_000,
    prepareCacheLength: PREPARED,
    // Times are kept in UTC whatever the server's own zone is.
    timezone: 'Z',
  })
  const adapter = new PrismaMariaDb(noting(pool), { useTextProtocol: false, disposeExternalPool: true })
  const db = new PrismaClient({ adapter })
  connections.set(db, pool)
  return db
}

/** How the connections of a database stand: how many work, how many wait for work, and how many calls wait for one. */
export function poolOf(db: Db): { limit: number; active: number; idle: number; waiting: number } {
  const pool = connections.get(db)
  if (!pool || 'connection' in pool) throw new Error('Only clients made by makeDb have a pool')
  return {
    limit: POOL_LIMIT,
    active: pool.activeConnections(),
    idle: pool.idleConnections(),
    waiting: pool.taskQueueSize(),
  }
}

/** A pool that notes which connection a transaction is given, until it gives that back. */
function noting(pool: Pool): Pool {
  const getConnection = pool.getConnection.bind(pool)
  pool.getConnection = async () => {
    const connection = await getConnection()
    const held = opening.getStore()
    if (held && held.connection === undefined) {
      held.connection = connection
      const release = connection.release.bind(connection)
      connection.release = async () => {
        held.connection = null
        await release()
      }
    }
    return connection
  }
  return pool
}

/** What runs the statements of a database or of one of its transactions. @throws for a transaction that is over */
export function connectionOf(db: Tx): Connection {
  const known = connections.get(db)
  if (!known) throw new Error('Only clients made by makeDb and transaction() have a pool')
  if (!('connection' in known)) return known
  if (!known.connection) throw new Error('The transaction is over')
  return known.connection
}

type Cause = { kind?: string; originalCode?: string; constraint?: { index?: string }; cause?: string }
type Thrown = {
  code?: string
  errno?: number
  message?: string
  meta?: { driverAdapterError?: { cause?: Cause } }
} | null

/** What the driver says, whether it came through Prisma or from a statement of our own. */
function causeOf(error: unknown): Cause {
  const { errno, message, meta } = (error as Thrown) ?? {}
  if (typeof errno !== 'number') return meta?.driverAdapterError?.cause ?? {}
  return { originalCode: String(errno), cause: message, ...(errno === 1146 && { kind: 'TableDoesNotExist' }) }
}

/** The unique index that a failed write ran into ('User_email_key'), or null when it failed otherwise. */
export function violatedIndex(error: unknown): string | null {
  return (error as Thrown)?.code === 'P2002' ? (causeOf(error).constraint?.index ?? '') : null
}

function isDeadlock(error: unknown): boolean {
  const { kind, originalCode } = causeOf(error)
  return (error as Thrown)?.code === 'P2034' || kind === 'TransactionWriteConflict' || originalCode === '1213'
}

// What Prisma says (no connection in time, connection lost, a transaction that could not begin), and what the driver
// and the server say below it: connection closed, time-outs, too many connections, shutting down, killed.
const prismaDown = new Set(['P1001', 'P1017', 'P2024', 'P2028', 'P2039'])
const driverDown = new Set(
  '45001 45004 45009 45012 45013 45019 45026 45028 45061 1040 1053 1203 1927'.split(' '),
)

/** Whether the database could not be reached, as against having said no. */
export const isDatabaseDown = (error: unknown): boolean =>
  prismaDown.has((error as Thrown)?.code ?? '') || driverDown.has(causeOf(error).originalCode ?? '')

/** Why the database could not be reached, in the driver's words; for an operator's eyes alone. */
export const whyDatabaseDown = (error: unknown): string => causeOf(error).cause?.split('\n')[0] ?? 'no answer'

/** Whether the database is there but was never migrated. */
export const lacksTables = (error: unknown): boolean => causeOf(error).kind === 'TableDoesNotExist'

/** One transaction; when it loses a deadlock it is tried again, so `work` must have no effect outside of it. */
export async function transaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: { isolationLevel?: Prisma.TransactionIsolationLevel; timeout?: number } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const held: Held = { connection: undefined }
    const noted = (tx: Tx) => {
      connections.set(tx, held)
      return work(tx)
    }
    try {
      return await opening.run(held, () =>
        db.$transaction(noted, { maxWait: 10_000, timeout: 10_000, ...options }),
      )
    } catch (error) {
      if (!isDeadlock(error) || attempt === 5) throw error
      await setTimeout(Math.random() * 20 * attempt)
    }
  }
}
