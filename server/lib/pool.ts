import { createPool, type Pool, type PoolConfig, type PoolConnection } from 'mariadb'
import { currentDeadline, type Deadline } from './deadline.ts'
import { failure, limitSilence, asFailure, silentConnect, type BareConnection } from './driver.ts'

/** Time limits of the database, in milliseconds. */
export type PoolTimings = {
  connect: number
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
  /** `null` ends the refusal. */
  refuse: (reason: string | null) => void
  counts: () => { limit: number; active: number; idle: number; waiting: number }
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

function openPool(config: PoolConfig, timings: PoolTimings): Pool {
  const session = sessionOf(timings)
  const { connect: connectTimeout, acquire: acquireTimeout, silence } = timings
  const pool = createPool({
    ...config,
    ...silentConnect,
    connectTimeout,
    acquireTimeout,
    keepAliveDelay: 10_000,
  })
  const sessions = new WeakSet<object>()

  /** Sets up the session of a new connection; the call that acquired it is queued behind that. */
  function prepare(connection: object) {
    sessions.add(connection)
    const { query, socket } = connection as BareConnection
    const fail = ({ message }: Error) =>
      socket?.destroy(failure(`the session could not be set up (${message})`))
    const failUnlessUnknown = (error: Error & { errno?: number }) => {
      if (error.errno !== UNKNOWN_VARIABLE) fail(error)
    }
    query.call(connection, { sql: session }, () => {}, fail)
    query.call(connection, { sql: clusterSession }, () => {}, failUnlessUnknown)
  }

  // The driver's own limit would also close idle connections.
  pool.on('acquire', (connection) => {
    limitSilence(connection, silence)
    if (!sessions.has(connection)) prepare(connection)
  })
  pool.on('release', (connection) => limitSilence(connection, 0))
  return pool
}

type Call = {
  pool: Pool
  since: number
  deadline: Deadline | undefined
  reject: (error: Error) => void
}

function makeTimeLimits({ silence, acquire }: PoolTimings) {
  // A silence of 0 means unlimited, as for a restore.
  const longest = silence > 0 ? silence + acquire : Infinity
  const calls = new Set<Call>()
  let refusal: string | null = null
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const { since, deadline, reject } of calls) {
      const isLate = deadline && !deadline.isMet() && now >= deadline.until
      if (isLate) reject(failure('the answer could not wait for the database any longer'))
      else if (now - since >= longest) reject(failure('the database did not answer in time'))
    }
  }, LOOK)
  sweep.unref()

  return {
    /** `onLate` gets a result that arrives after the call was given up. */
    settle: <Result>(pool: Pool, work: () => Promise<Result>, onLate?: (result: Result) => void) =>
      new Promise<Result>((resolve, reject) => {
        if (refusal !== null) return reject(failure(refusal))
        const call: Call = {
          pool,
          since: performance.now(),
          deadline: currentDeadline(),
          reject: (error) => {
            calls.delete(call)
            reject(error)
          },
        }
        calls.add(call)
        work().then((result) => {
          if (calls.delete(call)) resolve(result)
          else onLate?.(result)
        }, call.reject)
      }),
    refuse: (reason: string | null) => (refusal = reason),
    abandon(pool: Pool) {
      for (const call of calls) if (call.pool === pool) call.reject(failure('the connection is abandoned'))
    },
    stop: () => clearInterval(sweep),
  }
}

export function makePool(config: PoolConfig, timings: PoolTimings): EnduringPool {
  const limits = makeTimeLimits(timings)
  let current = openPool(config, timings)
  let renewedAt = -Infinity
  let isEnded = false

  function renew({ abandon = false } = {}) {
    const now = performance.now()
    if (isEnded || (!abandon && now - renewedAt < RENEW_EVERY)) return
    renewedAt = now
    const old = current
    current = openPool(config, timings)
    old.end().catch(() => {})
    if (abandon) setTimeout(() => limits.abandon(old), timings.grace).unref()
  }

  /** Throws an error in the form of the driver's. Opens new connections if the server is read-only. */
  function fail(error: unknown): never {
    if (isReadOnly(error)) renew()
    throw asFailure(error)
  }
  const settle = <Result>(pool: Pool, work: () => Promise<Result>, onLate?: (result: Result) => void) =>
    limits.settle(pool, () => work().catch(fail), onLate)

  /** Runs work on the current pool; runs it again on the next pool if the first was closed before the work began. */
  async function onCurrent<Result>(
    work: (pool: Pool) => Promise<Result>,
    onLate?: (result: Result) => void,
  ): Promise<Result> {
    const pool = current
    try {
      return await settle(pool, () => work(pool), onLate)
    } catch (error) {
      const isClosing = CLOSING.has((error as { errno?: number }).errno ?? 0)
      if (!isClosing || pool === current || isEnded) throw error
      return await onCurrent(work, onLate)
    }
  }

  return {
    execute: (sql, values) => onCurrent((pool) => pool.execute(sql, values)),
    query: (sql, values) => onCurrent((pool) => pool.query(sql, values)),
    getConnection: () =>
      onCurrent(
        async (pool) => boundedConnection(await pool.getConnection(), (work) => settle(pool, work)),
        (connection) => void connection.release(),
      ),
    async end() {
      if (isEnded) return
      isEnded = true
      limits.stop()
      await current.end()
    },
    renew,
    refuse: limits.refuse,
    counts: () => ({ limit: config.connectionLimit ?? 0, ...countsOf(current) }),
  }
}

const countsOf = (pool: Pool) => ({
  active: pool.activeConnections(),
  idle: pool.idleConnections(),
  waiting: pool.taskQueueSize(),
})

type Bound = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Releasing never fails: its user no longer needs the connection. */
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
