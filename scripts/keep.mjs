// Keeps a process running: one that ends unexpectedly is followed by another, at once the first time, then after longer and longer pauses.
import { setTimeout as sleep } from 'node:timers/promises'
import { tell } from './environment.mjs'
import { interrupted } from './lifetime.mjs'

/** A process that lived so long did not fail at its start. */
const LONG_LIFE = 10_000
const LONGEST_PAUSE = 5_000

/**
 * Follows a process that was launched; `begin` launches the next one and gives it, or null when it needs no successor. Gives what
 * signals and stops whichever runs.
 */
export function keepRunning(first, begin) {
  let launched = first
  let isStopping = false

  async function follow() {
    let quickDeaths = 0
    while (true) {
      const begun = Date.now()
      const how = await launched.ended
      if (isStopping || interrupted.aborted) return
      console.error(`${launched.name} ended unexpectedly (${how}); another follows.`)
      quickDeaths = Date.now() - begun < LONG_LIFE ? quickDeaths + 1 : 0
      const next = await successor(quickDeaths)
      if (next === null) return
      launched = next
    }
  }

  async function successor(deaths) {
    for (let failures = deaths; ; failures++) {
      if (failures > 1) await sleep(Math.min(500 * 2 ** (failures - 2), LONGEST_PAUSE))
      if (isStopping || interrupted.aborted) return null
      try {
        return await begin()
      } catch (error) {
        if (!interrupted.aborted) tell(error)
      }
    }
  }

  void follow()
  return {
    name: first.name,
    signal: (which) => launched.signal(which),
    /** Stops restarting it. */
    letGo: () => (isStopping = true),
    stop: async () => {
      isStopping = true
      await launched.stop()
    },
  }
}
