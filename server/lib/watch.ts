import { createConnection, type Connection } from 'mariadb'
import { databaseConfig } from './databaseUrl.ts'
import { silentConnect } from './driver.ts'
import type { Log } from './http.ts'
import { compareMigrations, readMigrations } from './migrate.ts'
import type { EnduringPool } from './pool.ts'

export type DatabaseState = 'ok' | 'away' | 'read-only'

export type SchemaState = 'ok' | 'ahead' | 'behind'

/** Checks the database on a separate connection, which a busy pool cannot delay. */
export type Watch = {
  state: () => { database: DatabaseState; schema: SchemaState }
  close: () => Promise<void>
}

export type WatchTimings = {
  /** interval between two checks, in milliseconds */
  every: number
  patience: number
  /** time after which the database counts as unreachable, in milliseconds: calls then fail immediately */
  giveUp: number
}
const watchTimings: WatchTimings = { every: 1_000, patience: 1_500, giveUp: 3_000 }

const isOff = (value: Variable) => ['0', 'OFF', ''].includes(String(value ?? '').toUpperCase())
type Variable = string | number | bigint | null | undefined

const READ_ONLY = 'SELECT @@global.read_only AS byOperator, @@global.innodb_read_only AS byEngine'
/** A state older than this, in milliseconds, counts as unreachable. */
const STALE = 8_000
const TOO_MANY_CONNECTIONS = new Set([1040, 1203])

async function makeProbe(url: string, { every, patience }: WatchTimings) {
  const config = {
    ...databaseConfig(url),
    ...silentConnect,
    connectTimeout: patience,
    socketTimeout: every + patience,
  }
  const migrations = await readMigrations()
  let connection: Connection | null = null

  async function query(): Promise<{ database: DatabaseState; schema: SchemaState }> {
    connection ??= await createConnection(config)
    // Prevents a crash by an unhandled 'error' event; the next query fails anyway.
    if (connection.listeners('error').length === 0) connection.on('error', () => {})
    const [row] = await connection.query<{ byOperator: Variable; byEngine: Variable }[]>(READ_ONLY)
    const { pending, unknown } = await compareMigrations(connection, migrations)
    return {
      database: isOff(row?.byOperator) && isOff(row?.byEngine) ? 'ok' : 'read-only',
      schema: pending.length > 0 ? 'behind' : unknown.length > 0 ? 'ahead' : 'ok',
    }
  }

  /** Closes the connection; the next read opens one to the server to which the address leads at that time. */
  function disconnect() {
    connection?.end().catch(() => {})
    connection = null
  }

  return {
    disconnect,
    /** Reads on a new connection if the existing one fails: it may have ended although the database is up. */
    async read() {
      const wasOpen = connection !== null
      try {
        return await query()
      } catch (error) {
        disconnect()
        if (!wasOpen) throw error
        return await query()
      }
    },
  }
}

/**
 * Checks the database at an interval. When it is reachable or writable again, the pool opens new connections: the old ones can
 * lead to the wrong server.
 */
export async function watchDatabase(
  { url, pool, log }: { url: string; pool: EnduringPool; log: Log },
  timings: Partial<WatchTimings> = {},
): Promise<Watch> {
  const limits = { ...watchTimings, ...timings }
  const probe = await makeProbe(url, limits)
  let database: DatabaseState = 'ok'
  let schema: SchemaState = 'ok'
  let seenAt = performance.now()
  let isClosed = false

  function become(next: DatabaseState, error?: unknown) {
    if (next === 'away') {
      const { errno = 0, message } = error as { errno?: number; message: string }
      const isGone = performance.now() - seenAt > limits.giveUp && !TOO_MANY_CONNECTIONS.has(errno)
      if (isGone) pool.refuse(`the database is away (${message})`)
    } else {
      seenAt = performance.now()
      pool.refuse(null)
      if (database === 'away') pool.renew({ abandon: true })
      else if (database === 'read-only' && next === 'ok') pool.renew()
    }
    if (next !== database && next === 'ok') log.info({ before: database }, 'database connection restored')
    else if (next !== database) log.warn({ err: error }, `the database is ${next}`)
    database = next
  }

  async function check() {
    try {
      const state = await probe.read()
      ;({ schema } = state)
      become(state.database)
      if (state.database === 'read-only') probe.disconnect()
    } catch (error) {
      probe.disconnect()
      if (!isClosed) become('away', error)
    }
  }

  let checking: Promise<void> | null = null
  let checkedAt = performance.now()
  const checkOnce = () =>
    (checking ??= check().finally(() => {
      checking = null
      checkedAt = performance.now()
    }))
  const timer = setInterval(() => void checkOnce(), limits.every).unref()
  await checkOnce()

  return {
    // If a check hangs, the known state expires.
    state: () => ({ database: performance.now() - checkedAt > STALE ? 'away' : database, schema }),
    async close() {
      isClosed = true
      clearInterval(timer)
      await checking
      probe.disconnect()
    },
  }
}
