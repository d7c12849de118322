import type { FastifyBaseLogger } from 'fastify'

/** So many looks in a row at which events had come and none of them was rung for. */
const SILENT = 3
const AGAIN_AFTER = 60_000

/**
 * Notices that Redis answers and yet brings no word of events, so that each comes by the tick, a second late: this process and
 * another are connected to two servers that do not know of each other, or only one of them to the master. `isReady`: whether Redis
 * answers.
 */
export function makeBellWatch(
  head: number,
  { isReady, log }: { isReady: () => boolean; log: Pick<FastifyBaseLogger, 'warn'> },
) {
  let rung = head
  let seen = head
  let silent = 0
  let warnedAt = -Infinity
  return {
    /** the number of an event that Redis brought */
    heard(seq: number) {
      rung = Math.max(rung, seq)
    },
    /** a look at the log: what was there at the one before should have been rung for by now */
    look(now: number) {
      if (rung >= seen || !isReady()) silent = 0
      else if (now > seen) silent++
      seen = now
      if (silent < SILENT || performance.now() - warnedAt < AGAIN_AFTER) return
      warnedAt = performance.now()
      log.warn(
        'Redis answers, but brings no live events: do all processes name the same one, and is it the master?',
      )
    },
    /** the log has another history */
    beginAnew(at: number) {
      rung = at
      seen = at
      silent = 0
    },
  }
}
