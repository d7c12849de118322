import { createPool, type Pool, type PoolConfig, type PoolConnection } from 'mariadb'
import { currentDeadline, type Deadline } from './deadline.ts'
import { failure, limitSilence, named, silentConnect, type BareConnection } from './driver.ts'

/** Time limits of the database, in milliseconds. */
export type PoolTimings = {
  /** for a new connection */
  connect: number
  /** until a connection of the pool is free, so that short peaks do not cause errors */
  acquire: number
  /** for one statement, by the server's clock */
  statement: number
  /** for a lock, by the server's clock */
  lock: number
  /** for a statement, if the server's limit does not end it: a connection without traffic for this long is closed */
  silence: number
  /** between two statements of a transaction, by the server's clock */
  idle: number
  /** for statements that still wait when the database is known to be reachable again */
  grace: number
}

export const poolTimings: PoolTimings = {
  connect: 3_000,
  acquire: 10_000,
  statement: 15_000,
  lock: 8_000,
  silence: 20_000,
  idle: 20_000,
  grace: 1_000,
}

/** Interval of the check for calls that wait too long, in milliseconds. */
const LOOK = 250
/** Minimum time between two renewals of a pool, in milliseconds: a database that stays read-only rejects every write. */
const RENEW_EVERY = 2_000

const CLOSING = new Set([45_027, 45_035, 45_037])
/** errors of read-only servers (MySQL and MariaDB), and of a node that has left its cluster */
const READ_ONLY = new Set([1290, 1792, 1836, 1047])

/**
 * A connection pool in which every promise settles: by the deadline of the response that waits for it, or when its connection is
 * silent for too long. Its connections can be replaced: after a failover the old ones can lead to a read-only server, or to none.
 */
export type EnduringPool = Pick<Pool, 'execute' | 'query' | 'getConnection' | 'end'> & {
  /** Opens new connections for further calls. Calls on the old ones may finish, unless they are abandoned (`abandon`). */
  renew: (options?: { abandon?: boolean }) => void
  /** Rejects all calls immediately with a reason, until it is called with null. */
  refuse: (reason: string | null) => void
  /** returns the maximum number of connections, how many are active and idle, and how many calls wait for one */
  counts: () => { limit: number; active: number; idle: number; waiting: number }
}

type Waiting = {
  pool: Pool
  since: number
  deadline: Deadline | undefined
  reject: (error: Error) => void
}

const isReadOnly = (error: unknown) => READ_ONLY.has((error as { errno?: number } | null)?.errno ?? 0)

// One statement for both servers: only MariaDB runs the contents of /*M! */, only MySQL those of /*! */ with a number above
// 50700. (MySQL's limit ends only SELECTs; the limits of locks and silence cover the rest.) Times are stored in UTC, whatever the
// server's own time zone is. A process whose machine vanishes does not close its connections: MariaDB ends their transactions,
// with their locks, by idle_transaction_timeout; MySQL by wait_timeout, which ends any idle connection (the pool opens another).
const sessionOf = ({ statement, lock, idle }: PoolTimings) =>
  `SET SESSION time_zone = '+00:00', SESSION innodb_lock_wait_timeout = ${Math.ceil(lock / 1_000)}` +
  ` /*M!100101 , SESSION max_statement_time = ${statement / 1_000}` +
  `, SESSION idle_transaction_timeout = ${Math.ceil(idle / 1_000)} */` +
  ` /*!50708 , SESSION max_execution_time = ${statement}, SESSION wait_timeout = 300 */`
// In a Galera cluster (MariaDB; no effect elsewhere) a read waits until its node has everything that was committed before on
// other nodes. A MariaDB built without Galera does not know the variable.
const clusterSession = 'SET @plak = 1 /*M!100101 , SESSION wsrep_sync_wait = 1 */'
const UNKNOWN_VARIABLE = 1193

export function makePool(config: PoolConfig, timings: PoolTimings): EnduringPool {
  const session = sessionOf(timings)
  const { connect: connectTimeout, acquire: acquireTimeout } = timings
  const options = { ...config, ...silentConnect, connectTimeout, acquireTimeout, keepAliveDelay: 10_000 }
  const prepared = new WeakSet<object>()
  const waiting = new Set<Waiting>()
  let current = open()
  let renewedAt = -Infinity
  let refused: string | null = null
  let ended = false

  function open(): Pool {
    const pool = createPool(options)
    // The driver's own limit would also close idle connections.
    pool.on('acquire', (connection) => {
      limitSilence(connection, timings.silence)
      if (!prepared.has(connection)) prepare(connection)
    })
    pool.on('release', (connection) => limitSilence(connection, 0))
    return pool
  }

  /** Sets up the session of a new connection; the call that acquired it is queued behind that. */
  function prepare(connection: object) {
    prepared.add(connection)
    const { query, socket } = connection as BareConnection
    const failed = ({ message }: Error) =>
      socket?.destroy(failure(`the session could not be set up (${message})`))
    const unlessUnknown = (error: Error & { errno?: number }) => {
      if (error.errno !== UNKNOWN_VARIABLE) failed(error)
    }
    query.call(connection, { sql: session }, () => {}, failed)
    query.call(connection, { sql: clusterSession }, () => {}, unlessUnknown)
  }

  function renew({ abandon = false } = {}) {
    const now = performance.now()
    if (ended || (!abandon && now - renewedAt < RENEW_EVERY)) return
    renewedAt = now
    const old = current
    current = open()
    old.end().catch(() => {})
    if (!abandon) return
    const late = setTimeout(() => {
      for (const each of waiting) if (each.pool === old) each.reject(failure('the connection is abandoned'))
    }, timings.grace)
    late.unref()
  }

  const sweep = setInterval(() => {
    const now = performance.now()
    for (const { since, deadline, reject } of waiting) {
      const isLate = deadline && !deadline.isMet() && now >= deadline.until
      if (isLate) reject(failure('the answer could not wait for the database any longer'))
      else if (now - since >= timings.silence + timings.acquire)
        reject(failure('the database did not answer in time'))
    }
  }, LOOK)
  sweep.unref()

  /**
   * Runs work on a pool so that it settles in time, whatever the driver does. A result that arrives later is passed to `late`.
   */
  function bounded<Result>(
    pool: Pool,
    work: () => Promise<Result>,
    late?: (result: Result) => void,
  ): Promise<Result> {
    if (refused !== null) return Promise.reject(failure(refused))
    return new Promise<Result>((resolve, reject) => {
      const entry: Waiting = {
        pool,
        since: performance.now(),
        deadline: currentDeadline(),
        reject: (error) => {
          waiting.delete(entry)
          reject(error)
        },
      }
      waiting.add(entry)
      work().then(
        (result) => {
          if (waiting.delete(entry)) resolve(result)
          else late?.(result)
        },
        (error: unknown) => {
          if (isReadOnly(error)) renew()
          entry.reject(named(error) as Error)
        },
      )
    })
  }

  /** Runs work on the current pool; runs it again on the next pool if the first was closed before the work began. */
  async function onCurrent<Result>(
    work: (pool: Pool) => Promise<Result>,
    late?: (result: Result) => void,
  ): Promise<Result> {
    const pool = current
    try {
      return await bounded(pool, () => work(pool), late)
    } catch (error) {
      const isClosing = CLOSING.has((error as { errno?: number }).errno ?? 0)
      if (!isClosing || pool === current || ended) throw error
      return await onCurrent(work, late)
    }
  }

  return {
    execute: (sql, values) => onCurrent((pool) => pool.execute(sql, values)),
    query: (sql, values) => onCurrent((pool) => pool.query(sql, values)),
    getConnection: () =>
      onCurrent(
        async (pool) => {
          const connection = await pool.getConnection()
          return boundedConnection(connection, (work) => bounded(pool, work))
        },
        (connection) => void connection.release(),
      ),
    async end() {
      ended = true
      clearInterval(sweep)
      await current.end()
    },
    renew,
    refuse: (reason) => (refused = reason),
    counts: () => ({
      limit: config.connectionLimit ?? 0,
      active: current.activeConnections(),
      idle: current.idleConnections(),
      waiting: current.taskQueueSize(),
    }),
  }
}

type Bound = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Limits the statements of one connection in the same way. Releasing it never fails: its user no longer needs it. */
function boundedConnection(connection: PoolConnection, bound: Bound): PoolConnection {
  const execute = connection.execute.bind(connection)
  const query = connection.query.bind(connection)
  const release = connection.release.bind(connection)
  return Object.assign(connection, {
    execute: ((sql, values) => bound(() => execute(sql, values))) as typeof execute,
    query: ((sql, values) => bound(() => query(sql, values))) as typeof query,
    release: () => {
      // Always called, or the pool would never get the connection back.
      const released = release().catch(() => {})
      return bound(() => released).catch(() => {})
    },
  })
}
