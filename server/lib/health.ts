import type { Redis } from './redis.ts'
import { version } from './version.ts'
import type { DatabaseState, SchemaState, Watch } from './watch.ts'

/** live events count as late after this many milliseconds without a successful read */
const LATE = 10_000

export type Readiness = {
  status: 'ok' | 'leaving' | 'failing'
  version: string
  database: DatabaseState
  redis: 'ok' | 'away'
  live: 'ok' | 'late'
  schema: SchemaState
}

export type Health = {
  /** Runs no query, so it costs nothing and never waits. */
  read: () => Readiness
  leave: () => void
}

export function makeHealth({
  watch,
  bus,
  redis,
}: {
  watch: Pick<Watch, 'state'>
  bus: { readAt: () => number }
  redis: Pick<Redis, 'isReady'>
}): Health {
  let isLeaving = false
  return {
    leave: () => void (isLeaving = true),
    read() {
      const { database, schema } = watch.state()
      const live = performance.now() - bus.readAt() > LATE ? 'late' : 'ok'
      const isFine = database === 'ok' && schema !== 'behind' && live === 'ok'
      return {
        status: isLeaving ? 'leaving' : isFine ? 'ok' : 'failing',
        version,
        database,
        redis: redis.isReady ? 'ok' : 'away',
        live,
        schema,
      }
    },
  }
}
