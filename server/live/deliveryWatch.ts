import type { FastifyBaseLogger } from 'fastify'

/** So many checks in a row that found new events without any Redis message about them. */
const SILENT = 3
const AGAIN_AFTER = 60_000

/**
 * Detects that Redis answers but delivers no messages, so that events arrive only by polling, a second late: this process and
 * another are connected to two servers that do not know of each other, or only one of them to the master. `isReady`: whether Redis
 * answers.
 */
export function makeDeliveryWatch(
  head: number,
  { isReady, log }: { isReady: () => boolean; log: Pick<FastifyBaseLogger, 'warn'> },
) {
  let delivered = head
  let seen = head
  let silent = 0
  let warnedAt = -Infinity
  return {
    /** the number of an event that Redis brought */
    received(seq: number) {
      delivered = Math.max(delivered, seq)
    },
    /** a check of the log: for events of the previous check a message should have arrived by now */
    check(now: number) {
      if (delivered >= seen || !isReady()) silent = 0
      else if (now > seen) silent++
      seen = now
      if (silent < SILENT || performance.now() - warnedAt < AGAIN_AFTER) return
      warnedAt = performance.now()
      log.warn(
        'Redis answers, but brings no live events: do all processes name the same one, and is it the master?',
      )
    },
    /** the log has another history */
    restart(at: number) {
      delivered = at
      seen = at
      silent = 0
    },
  }
}
