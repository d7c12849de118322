type Look = {
  /** between two looks, in milliseconds */
  every: number
  /** does what is due, and ends early once `isStopped` */
  work: (isStopped: () => boolean) => Promise<void>
  failed: (error: unknown) => void
}

/** Looks again and again for what is due in a queue, one look at a time; `stop` waits for the one that runs. */
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
