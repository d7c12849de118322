import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

// Long work on the thread that serves requests takes breaks: short ones while the thread has time, and long ones while it is
// busy, so that requests are hardly delayed. A separate thread would not help: it competes for the same processors.

/** work between two breaks, in milliseconds */
const STRETCH = 15
/** load of the thread by other work, from 0 to 1: below the first value it has time, above the second none to spare */
const [QUIET, BUSY] = [0.25, 0.6]
/**
 * length of a break as a multiple of the work before it, at low and at high load; at high load 4 % of the time remain for the
 * work
 */
const [SHORT, LONG] = [0.3, 24]
/** the longest break, in milliseconds: a long wait for the database counts as work, although it was none */
const LONGEST = 1_500

export function breakAfter(worked: number, busy: number): number {
  const share = Math.min(1, Math.max(0, (busy - QUIET) / (BUSY - QUIET)))
  return Math.min(LONGEST, worked * (SHORT + (LONG - SHORT) * share))
}

/**
 * Returns immediately until a stretch of work is over, then after a break. The load during the breaks shows how busy the thread
 * is without this work.
 */
export function makeBreaks(): () => Promise<void> {
  const load = { active: 0, all: 0 }
  let began = performance.now()
  return async () => {
    const worked = performance.now() - began
    if (worked < STRETCH) return
    const baseline = performance.eventLoopUtilization()
    await sleep(breakAfter(worked, load.all === 0 ? 0 : load.active / load.all))
    note(load, performance.eventLoopUtilization(baseline))
    began = performance.now()
  }
}

function note(load: { active: number; all: number }, { active, idle }: EventLoopUtilization): void {
  load.active = load.active * 0.75 + active
  load.all = load.all * 0.75 + active + idle
}
