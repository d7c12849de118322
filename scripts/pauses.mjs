// Pauses before restarting a process that ended: none at first, then increasing ones.
import { setTimeout as sleep } from 'node:timers/promises'

/** Run time after which a process did not fail at its start, in milliseconds. */
const LONG_LIFE = 10_000
/** In milliseconds; not much longer than a database needs to recover. */
const LONGEST_PAUSE = 5_000

export function restartPauses() {
  let failures = 0
  return {
    note: (lifetime) => void (failures = lifetime < LONG_LIFE ? failures + 1 : 0),
    wait: async () => {
      if (failures > 1) await sleep(Math.min(500 * 2 ** (failures - 2), LONGEST_PAUSE))
    },
  }
}
