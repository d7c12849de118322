import { setTimeout } from 'node:timers/promises'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import type { Pool, PoolConnection } from 'mariadb'
import { PrismaClient, type Prisma } from '../generated/prisma/client.ts'
import { asyncContext, within } from './asyncContext.ts'
import { databaseConfig } from './databaseUrl.ts'
import { makePool, poolTimings, type EnduringPool, type PoolTimings } from './pool.ts'

export type Db = PrismaClient
/** The database, or one transaction on it. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

/** What a statement of our own runs on: the pool, or the connection of one transaction. */
export type Connection = Pick<Pool, 'execute'>
/**
 * The connection of a transaction: undefined until it has one, null when it is over. Prisma opens its transactions on a connection of
 * its choice; by the context (lib/asyncContext.ts) the transaction that asks for one learns which.
 */
export type Opening = { connection: PoolConnection | null | undefined }

const connections = new WeakMap<object, Connection | Opening>()
const pools = new WeakMap<Db, EnduringPool>()

/** The server's limit of prepared statements is for all connections of all processes: one takes a part of so many of it. */
const PARTS = 16
const [FEWEST_PREPARED, MOST_PREPARED] = [10, 100]
/** MySQL's and MariaDB's default, when the server was not asked */
const PREPARED_IN_ALL = 16_382

/** Statements that each of so many connections keeps prepared. */
const preparedOf = (connections: number, inAll: number) =>
  Math.max(FEWEST_PREPARED, Math.min(MOST_PREPARED, Math.floor(inAll / PARTS / connections)))

/**
 * A Prisma client on a pool of connections, which statements of our own share (lib/sql.ts). `preparedInAll` is the server's
 * max_prepared_stmt_count.
 */
export function makeDb(
  databaseUrl: string,
  {
    connections: connectionLimit = 10,
    preparedInAll = PREPARED_IN_ALL,
    timings = {},
  }: { connections?: number; preparedInAll?: number; timings?: Partial<PoolTimings> } = {},
): Db {
  const config = {
    ...databaseConfig(databaseUrl),
    connectionLimit,
    prepareCacheLength: preparedOf(connectionLimit, preparedInAll),
    // The driver's own dates are in the process's time zone: they travel as texts, which are in UTC. Said here, because the driver
    // copies all its options for a statement that has some of its own.
    dateStrings: true,
  }
  const pool = makePool(config, { ...poolTimings, ...timings })
  // Our pool implements the part of mariadb's interface that the adapter uses.
  const adapter = new PrismaMariaDb(noting(pool) as unknown as Pool, {
    useTextProtocol: false,
    disposeExternalPool: true,
  })
  const db = new PrismaClient({ adapter })
  connections.set(db, pool)
  pools.set(db, pool)
  return db
}

/** The pool of a database that makeDb made: its connections can be exchanged. */
export function enduringPoolOf(db: Db): EnduringPool {
  const pool = pools.get(db)
  if (!pool) throw new Error('Only clients made by makeDb have a pool')
  return pool
}

/** The state of a pool: active connections, idle ones, and calls that wait for one. */
export const poolOf = (db: Db) => enduringPoolOf(db).counts()

/** A pool that notes which connection a transaction is given, until it gives that back. */
function noting(pool: EnduringPool): EnduringPool {
  const { getConnection } = pool
  pool.getConnection = async () => {
    const connection = await getConnection()
    const held = asyncContext()?.opening
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
  cause?: unknown
  meta?: { driverAdapterError?: { cause?: Cause } }
} | null

/** What the driver says, whether it came through Prisma, which leaves that of a COMMIT as it is, or from a statement of our own. */
function causeOf(error: unknown): Cause {
  const { errno, message, meta, cause } = (error as Thrown) ?? {}
  if (typeof errno !== 'number') return meta?.driverAdapterError?.cause ?? (isCause(cause) ? cause : {})
  return { originalCode: String(errno), cause: message, ...(errno === 1146 && { kind: 'TableDoesNotExist' }) }
}

const isCause = (cause: unknown): cause is Cause =>
  typeof cause === 'object' && cause !== null && 'originalCode' in cause

/** The unique index that a failed write ran into ('User_email_key'), or null when it failed otherwise. */
export function violatedIndex(error: unknown): string | null {
  return (error as Thrown)?.code === 'P2002' ? (causeOf(error).constraint?.index ?? '') : null
}

// The server rolled the whole transaction back, because of another one: a deadlock, a row that changed since it was read, and what
// the nodes of a cluster say at COMMIT.
const conflicts = new Set('1213 1020 1180 3101'.split(' '))
const LOCK_WAIT = '1205'

function isConflict(error: unknown): boolean {
  const { kind, originalCode = '' } = causeOf(error)
  return (
    (error as Thrown)?.code === 'P2034' || kind === 'TransactionWriteConflict' || conflicts.has(originalCode)
  )
}

const isLockWait = (error: unknown) => causeOf(error).originalCode === LOCK_WAIT

// What Prisma says (no connection in time, connection lost, a transaction that could not begin), and what the driver
// and the server say below it: connection closed, time-outs, too many connections, shutting down, killed, a statement or a
// lock that took too long, and a server that takes no writes.
const prismaDown = new Set(['P1001', 'P1017', 'P2024', 'P2028', 'P2039'])
const driverDown = new Set(
  (
    '45001 45004 45009 45012 45013 45019 45026 45027 45028 45030 45035 45037 45042 45060 45061 ' +
    '1040 1053 1203 1927 1969 3024 1205 1290 1792 1836 1047'
  ).split(' '),
)

/**
 * Whether the database could not be reached, took too long, takes no writes just now, or undid the work because of another again and
 * again (a node of a cluster does while it leaves or joins), as against having said no.
 */
export const isDatabaseDown = (error: unknown): boolean =>
  prismaDown.has((error as Thrown)?.code ?? '') ||
  driverDown.has(causeOf(error).originalCode ?? '') ||
  isConflict(error)

/** Why the database could not be reached, in the driver's words; only for the operator. */
export const whyDatabaseDown = (error: unknown): string => causeOf(error).cause?.split('\n')[0] ?? 'no answer'

/** Whether the database is there but was never migrated. */
export const lacksTables = (error: unknown): boolean => causeOf(error).kind === 'TableDoesNotExist'

/** One transaction; when the database undid it because of another it is tried again, so `work` must have no effect outside of it. */
export async function transaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: { isolationLevel?: Prisma.TransactionIsolationLevel; timeout?: number } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const held: Opening = { connection: undefined }
    const noted = (tx: Tx) => {
      connections.set(tx, held)
      return work(tx)
    }
    try {
      return await within({ opening: held }, () =>
        db.$transaction(noted, { maxWait: 10_000, timeout: 10_000, ...options }),
      )
    } catch (error) {
      const most = isConflict(error) ? 10 : isLockWait(error) ? 2 : 1
      if (attempt >= most) throw error
      await setTimeout(Math.random() * 20 * attempt)
    }
  }
}
