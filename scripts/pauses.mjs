// Pauses before a process that ended is started again: none at first, then longer and longer ones.
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that lived this long did not fail at its start; in milliseconds. */
const LONG_LIFE = 10_000
/** Not much longer than a database needs to come back. */
const LONGEST_PAUSE = 5_000

/** Counts the processes that fail at their start, one after the other. */
export function restartPauses() {
  let failures = 0
  return {
    /** Notes that a process ended; takes how long it ran, in milliseconds. */
    note: (lived) => void (failures = lived < LONG_LIFE ? failures + 1 : 0),
    /** Waits until the next one may start. */
    wait: async () => {
      if (failures > 1) await sleep(Math.min(500 * 2 ** (failures - 2), LONGEST_PAUSE))
    },
  }
}
