// Restarts a process that ends unexpectedly: at once the first time, then after increasing pauses.
import { tell } from './environment.mjs'
import { interrupted } from './lifetime.mjs'
import { restartPauses } from './pauses.mjs'

/**
 * Restarts a launched process when it ends. `begin` launches the next one and returns it, or null if no successor is needed.
 * Returns functions that signal and stop the current process.
 */
export function keepRunning(first, begin) {
  let current = first
  let isStopping = false
  const pauses = restartPauses()

  async function follow() {
    while (true) {
      const startedAt = Date.now()
      const exitReason = await current.ended
      if (isStopping || interrupted.aborted) return
      console.error(`${current.name} ended unexpectedly (${exitReason}); restarting it.`)
      pauses.note(Date.now() - startedAt)
      const next = await successor()
      if (next === null) return
      current = next
    }
  }

  async function successor() {
    for (;;) {
      await pauses.wait()
      if (isStopping || interrupted.aborted) return null
      try {
        return await begin()
      } catch (error) {
        if (!interrupted.aborted) tell(error)
        pauses.note(0)
      }
    }
  }

  void follow()
  return {
    name: first.name,
    signal: (signal) => current.signal(signal),
    letGo: () => (isStopping = true),
    stop: async () => {
      isStopping = true
      await current.stop()
    },
  }
}
