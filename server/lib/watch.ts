import { createConnection, type Connection } from 'mariadb'
import { databaseConfig } from './databaseUrl.ts'
import { silentConnect } from './driver.ts'
import type { Log } from './http.ts'
import { compareMigrations, readMigrations } from './migrate.ts'
import type { EnduringPool } from './pool.ts'

/** State of the database: it responds, it is unreachable, or it is read-only. */
export type DatabaseState = 'ok' | 'away' | 'read-only'

/** State of the schema compared with the code: equal, newer or older. */
export type SchemaState = 'ok' | 'ahead' | 'behind'

/** Checks the database on a separate connection, which a busy pool cannot delay. */
export type Watch = {
  state: () => { database: DatabaseState; schema: SchemaState }
  close: () => Promise<void>
}

export type WatchTimings = {
  /** interval between two checks, in milliseconds */
  every: number
  /** limit of one check, in milliseconds */
  patience: number
  /** time after which the database counts as unreachable, in milliseconds: calls then fail immediately */
  giveUp: number
}
const watchTimings: WatchTimings = { every: 1_000, patience: 1_500, giveUp: 3_000 }

/** True if the value of a server variable means 'off', in the spelling of any version. */
const isOff = (value: Variable) => ['0', 'OFF', ''].includes(String(value ?? '').toUpperCase())
type Variable = string | number | bigint | null | undefined

const READ_ONLY = 'SELECT @@global.read_only AS byOperator, @@global.innodb_read_only AS byEngine'
/** A state older than this, in milliseconds, counts as unreachable. */
const STALE = 8_000
const TOO_MANY_CONNECTIONS = new Set([1040, 1203])

/**
 * Checks the database at an interval. When it is reachable or writable again, the pool opens new connections: the old ones can
 * lead to the wrong server.
 */
export async function watchDatabase(
  { url, pool, log }: { url: string; pool: EnduringPool; log: Log },
  timings: Partial<WatchTimings> = {},
): Promise<Watch> {
  const { every, patience, giveUp } = { ...watchTimings, ...timings }
  const config = {
    ...databaseConfig(url),
    ...silentConnect,
    connectTimeout: patience,
    socketTimeout: every + patience,
  }
  const migrations = await readMigrations()
  let database: DatabaseState = 'ok'
  let schema: SchemaState = 'ok'
  let connection: Connection | null = null
  let seenAt = performance.now()
  let closed = false

  async function ask(): Promise<DatabaseState> {
    connection ??= await createConnection(config)
    // Prevents a crash by an unhandled 'error' event; the next query fails anyway.
    if (connection.listeners('error').length === 0) connection.on('error', () => {})
    const [row] = await connection.query<{ byOperator: Variable; byEngine: Variable }[]>(READ_ONLY)
    const { pending, unknown } = await compareMigrations(connection, migrations)
    schema = pending.length > 0 ? 'behind' : unknown.length > 0 ? 'ahead' : 'ok'
    return isOff(row?.byOperator) && isOff(row?.byEngine) ? 'ok' : 'read-only'
  }

  /** Checks on a new connection if the existing one fails: it may have ended although the database is up. */
  async function read(): Promise<DatabaseState> {
    const wasOpen = connection !== null
    try {
      return await ask()
    } catch (error) {
      letGo()
      if (!wasOpen) throw error
      return await ask()
    }
  }

  function letGo() {
    connection?.end().catch(() => {})
    connection = null
  }

  function become(next: DatabaseState, error?: unknown) {
    if (next === 'away') {
      const { errno = 0, message } = error as { errno?: number; message: string }
      const isGone = performance.now() - seenAt > giveUp && !TOO_MANY_CONNECTIONS.has(errno)
      if (isGone) pool.refuse(`the database is away (${message})`)
    } else {
      seenAt = performance.now()
      pool.refuse(null)
      if (database === 'away') pool.renew({ abandon: true })
      else if (database === 'read-only' && next === 'ok') pool.renew()
    }
    if (next !== database) {
      if (next === 'ok') log.info({ before: database }, 'the database is there again')
      else log.warn({ err: error }, next === 'away' ? 'the database is away' : 'the database is read-only')
    }
    database = next
  }

  async function look() {
    try {
      const next = await read()
      become(next)
      // The next check then connects to the server to which the address leads at that time.
      if (next === 'read-only') letGo()
    } catch (error) {
      letGo()
      if (!closed) become('away', error)
    }
  }

  let looking: Promise<void> | null = null
  let lookedAt = performance.now()
  const lookOnce = () =>
    (looking ??= look().finally(() => {
      looking = null
      lookedAt = performance.now()
    }))
  const timer = setInterval(() => void lookOnce(), every)
  timer.unref()
  await lookOnce()

  return {
    // If a check hangs, the known state expires.
    state: () => ({ database: performance.now() - lookedAt > STALE ? 'away' : database, schema }),
    async close() {
      closed = true
      clearInterval(timer)
      await looking
      letGo()
    },
  }
}
