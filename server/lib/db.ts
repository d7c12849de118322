import { setTimeout } from 'node:timers/promises'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import type { Pool, PoolConnection } from 'mariadb'
import { PrismaClient, type Prisma } from '../generated/prisma/client.ts'
import { asyncContext, runWithContext } from './asyncContext.ts'
import { databaseConfig } from './databaseUrl.ts'
import { failure } from './driver.ts'
import { makePool, poolTimings, type EnduringPool, type PoolTimings } from './pool.ts'

export type Db = PrismaClient
/** The database, or one transaction on it. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

export type Connection = Pick<Pool, 'execute'>
/**
 * The connection of a transaction: undefined until it is opened, null after the end. Prisma chooses the connection for its
 * transactions; the async context (lib/asyncContext.ts) tells us which one a transaction got.
 */
export type Opening = { connection: PoolConnection | null | undefined }

const connections = new WeakMap<object, Connection | Opening>()
const pools = new WeakMap<Db, EnduringPool>()

/**
 * The server's limit of prepared statements applies to all connections of all processes. This process uses one part in `PARTS`.
 */
const PARTS = 16
const [FEWEST_PREPARED, MOST_PREPARED] = [10, 100]
/** default of MySQL and MariaDB, used if the server's limit was not read */
const PREPARED_IN_ALL = 16_382

const preparedOf = (connections: number, inAll: number) =>
  Math.max(FEWEST_PREPARED, Math.min(MOST_PREPARED, Math.floor(inAll / PARTS / connections)))

/** `preparedInAll` is the server's max_prepared_stmt_count. The pool is shared with our raw statements (lib/sql.ts). */
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
    // The driver's own dates use the time zone of the process, so dates travel as strings in UTC. Set here and not per statement,
    // because the driver copies all its options for a statement with options of its own.
    dateStrings: true,
  }
  const pool = retryStatements(makePool(config, { ...poolTimings, ...timings }))
  // Our pool implements the part of mariadb's interface that the adapter uses.
  const adapter = new PrismaMariaDb(recordConnections(pool) as unknown as Pool, { useTextProtocol: false })
  const db = new PrismaClient({ adapter })
  const disconnect = db.$disconnect.bind(db)
  // Prisma does not end a pool that only our own statements have used.
  db.$disconnect = async () => {
    await disconnect()
    await pool.end()
  }
  connections.set(db, pool)
  pools.set(db, pool)
  return db
}

export function enduringPoolOf(db: Db): EnduringPool {
  const pool = pools.get(db)
  if (!pool) throw new Error('Only clients made by makeDb have a pool')
  return pool
}

export const poolOf = (db: Db) => enduringPoolOf(db).counts()

/** Retries statements outside of transactions after a conflict, which rolls them back whole. */
function retryStatements({ execute, query, ...rest }: EnduringPool): EnduringPool {
  return {
    ...rest,
    execute: (sql, values) => retried(() => execute(sql, values)),
    query: (sql, values) => retried(() => query(sql, values)),
  }
}

function recordConnections(pool: EnduringPool): EnduringPool {
  const { getConnection } = pool
  pool.getConnection = async () => {
    const connection = await getConnection()
    const slot = asyncContext()?.opening
    if (slot && slot.connection === undefined) {
      slot.connection = connection
      const release = connection.release.bind(connection)
      connection.release = async () => {
        slot.connection = null
        await release()
      }
    }
    return connection
  }
  return pool
}

/** @throws if the transaction has ended: Prisma ends one that takes too long, so this counts as a database that is too slow */
export function connectionOf(db: Tx): Connection {
  const entry = connections.get(db)
  if (!entry) throw new Error('Only clients made by makeDb and transaction() have a pool')
  if (!('connection' in entry)) return entry
  if (!entry.connection) throw failure('The transaction is over')
  return entry.connection
}

type Cause = { kind?: string; originalCode?: string; constraint?: { index?: string }; cause?: string }
type Thrown = {
  code?: string
  errno?: number
  message?: string
  sqlMessage?: string
  cause?: unknown
  meta?: { driverAdapterError?: { cause?: Cause } }
} | null

/** Prisma wraps the driver's error, except the error of a COMMIT. */
function causeOf(error: unknown): Cause {
  const { errno, message, meta, cause } = (error as Thrown) ?? {}
  if (typeof errno !== 'number') return meta?.driverAdapterError?.cause ?? (isCause(cause) ? cause : {})
  return { originalCode: String(errno), cause: message, ...(errno === 1146 && { kind: 'TableDoesNotExist' }) }
}

const isCause = (cause: unknown): cause is Cause =>
  typeof cause === 'object' && cause !== null && 'originalCode' in cause

const DUPLICATE = 1062

/** Returns the name of the unique index that a write violated, '' if it is unknown; null for any other error. */
export function violatedIndex(error: unknown): string | null {
  const { code, errno, sqlMessage = '' } = (error as Thrown) ?? {}
  if (code === 'P2002') return causeOf(error).constraint?.index ?? ''
  // MySQL puts the table before the index.
  return errno === DUPLICATE ? (/.*for key '(?:\w+\.)?(\w+)'/s.exec(sqlMessage)?.[1] ?? '') : null
}

// The server rolled back the whole transaction because of another one: a deadlock, a row that changed since it was read, or a
// conflict that cluster nodes report at COMMIT.
const conflicts = new Set('1213 1020 1180 3101'.split(' '))
const LOCK_WAIT = '1205'

function isConflict(error: unknown): boolean {
  const { kind, originalCode = '' } = causeOf(error)
  return (
    (error as Thrown)?.code === 'P2034' || kind === 'TransactionWriteConflict' || conflicts.has(originalCode)
  )
}

const isLockWait = (error: unknown) => causeOf(error).originalCode === LOCK_WAIT

// Errors of Prisma (no connection in time, connection lost, transaction not started), and the driver's and server's errors below
// them: connection closed, time-outs, too many connections, shutting down, killed, a statement or lock that took too long, and a
// server that is read-only.
const prismaDown = new Set(['P1001', 'P1017', 'P2024', 'P2028', 'P2039'])
const driverDown = new Set(
  (
    '45001 45004 45009 45012 45013 45019 45026 45027 45028 45030 45035 45037 45042 45060 45061 ' +
    '1040 1053 1203 1927 1969 3024 1205 1290 1792 1836 1047'
  ).split(' '),
)

/**
 * True if the database was unreachable, too slow or read-only, or kept rolling back the work because of conflicts (as a cluster
 * node does while it leaves or joins). False if it rejected the statement.
 */
export const isDatabaseDown = (error: unknown): boolean =>
  prismaDown.has((error as Thrown)?.code ?? '') ||
  driverDown.has(causeOf(error).originalCode ?? '') ||
  isConflict(error)

export const whyDatabaseDown = (error: unknown): string => causeOf(error).cause?.split('\n')[0] ?? 'no answer'

export const lacksTables = (error: unknown): boolean => causeOf(error).kind === 'TableDoesNotExist'

/**
 * Calls `work` again if the database rolled it back because of another transaction; up to `lockWaits` times in all if it waited
 * for a lock too long.
 */
async function retried<Result>(work: () => Promise<Result>, lockWaits = 1): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const maxAttempts = isConflict(error) ? 10 : isLockWait(error) ? lockWaits : 1
      if (attempt >= maxAttempts) throw error
      await setTimeout(Math.random() * 20 * attempt)
    }
  }
}

/**
 * Runs a transaction. It is retried if the database rolls it back because of another one, so `work` must have no other effect.
 */
export const transaction = <Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: { isolationLevel?: Prisma.TransactionIsolationLevel; timeout?: number } = {},
): Promise<Result> =>
  retried(async () => {
    const slot: Opening = { connection: undefined }
    const noted = (tx: Tx) => {
      connections.set(tx, slot)
      return work(tx)
    }
    return await runWithContext({ opening: slot }, () =>
      db.$transaction(noted, { maxWait: 10_000, timeout: 10_000, ...options }),
    )
  }, 2)
