import { setMaxListeners } from 'node:events'
import type { Log } from '../lib/http.ts'

/** Runs work that outlives the request that started it, but not the process. */
export type Jobs = {
  /** Logs any failure that the work does not handle itself. */
  start: (work: (signal: AbortSignal) => Promise<void>) => void
  count: () => number
  idle: () => Promise<void>
  close: () => Promise<void>
}

export function makeJobs(log: Log): Jobs {
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  // Each running job can listen to it.
  setMaxListeners(0, closing.signal)
  async function idle(): Promise<void> {
    // A running job can start another one.
    while (running.size > 0) await Promise.all(running)
  }
  return {
    start(work) {
      const job: Promise<void> = work(closing.signal)
        .catch((error: unknown) => log.error({ err: error }, 'a job failed'))
        .finally(() => running.delete(job))
      running.add(job)
    },
    count: () => running.size,
    idle,
    async close() {
      closing.abort()
      await idle()
    },
  }
}
