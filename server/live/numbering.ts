import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../lib/db.ts'
import { numberEvents, type Counters, type LoggedEvent } from './eventLog.ts'

export function makeNumbering(options: {
  db: Db
  counters: Counters
  publish: (events: LoggedEvent[]) => void
  log: Pick<FastifyBaseLogger, 'warn'>
}) {
  const { db, counters, publish, log } = options
  let running: Promise<void> | null = null
  let isRequested = false
  let count = 0

  async function number() {
    try {
      while (isRequested) {
        isRequested = false
        const events = await numberEvents(db, counters)
        if (events.length === 0) continue
        count += events.length
        publish(events)
        // The batch can have been full.
        isRequested = true
      }
    } catch (error) {
      log.warn({ err: error }, 'events are not numbered yet')
    } finally {
      // In `finally` and not in a `then`: nothing may run between the last check of `isRequested` and this.
      running = null
    }
  }

  return {
    /** Numbers all committed events. Never throws: the next call repeats what failed. */
    wake: () => {
      isRequested = true
      running ??= number()
    },
    count: () => count,
    idle: async () => void (await running),
  }
}
