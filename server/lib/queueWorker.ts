type Look = {
  /** interval between two checks, in milliseconds */
  every: number
  /** processes the due items, and returns early once `isStopped` */
  work: (isStopped: () => boolean) => Promise<void>
  failed: (error: unknown) => void
}

/** Checks a queue for due items at an interval, one check at a time; `stop` waits for the running one. */
export function startQueueWorker({ every, work, failed }: Look): { stop: () => Promise<void> } {
  let isStopped = false
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work(() => isStopped)
      .catch(failed)
      .finally(() => (running = null))
  }, every)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
