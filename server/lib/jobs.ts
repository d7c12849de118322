import type { Log } from './http.ts'

/** Work that outlives the request that began it, but not its process. */
export type Jobs = {
  /** Begins it. A failure that it does not handle itself is logged. */
  start: (work: (signal: AbortSignal) => Promise<void>) => void
  /** how many run */
  count: () => number
  /** Waits for everything that runs. */
  idle: () => Promise<void>
  /** Aborts everything that runs, and waits for it. */
  close: () => Promise<void>
}

export function makeJobs(log: Log): Jobs {
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  const idle = async () => void (await Promise.all(running))
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
