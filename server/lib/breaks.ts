import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

// Long work on the thread that answers requests takes breaks: short ones while the thread has time, and while it is busy with
// requests such long ones that they lose little of it. A thread of its own would not do: it competes for the same processors.

/** work between two breaks, in milliseconds */
const STRETCH = 15
/** how busy the thread is with other things, from 0 to 1: up to here it has time, and from there on it has none to spare */
const [QUIET, BUSY] = [0.25, 0.6]
/** a break in stretches of work, while it is quiet and while it is busy: 4 % of the time are then left for the work */
const [SHORT, LONG] = [0.3, 24]
/** the longest break, in milliseconds: what has waited for the database for long did not work for so long */
const LONGEST = 1_500

/** How long a break after so many milliseconds of work is, by how busy the thread is with other things (0 to 1). */
export function breakAfter(worked: number, busy: number): number {
  const share = Math.min(1, Math.max(0, (busy - QUIET) / (BUSY - QUIET)))
  return Math.min(LONGEST, worked * (SHORT + (LONG - SHORT) * share))
}

/**
 * Gives a function that is called again and again in the course of long work: it returns at once until a stretch is over, then
 * after a break. What runs during the breaks tells how busy the thread is without this work.
 */
export function makeBreaks(): () => Promise<void> {
  const others = { active: 0, all: 0 }
  let began = performance.now()
  return async () => {
    const worked = performance.now() - began
    if (worked < STRETCH) return
    const before = performance.eventLoopUtilization()
    await sleep(breakAfter(worked, others.all === 0 ? 0 : others.active / others.all))
    note(others, performance.eventLoopUtilization(before))
    began = performance.now()
  }
}

/** The last breaks count the most, and the longer ones. */
function note(others: { active: number; all: number }, { active, idle }: EventLoopUtilization): void {
  others.active = others.active * 0.75 + active
  others.all = others.all * 0.75 + active + idle
}
