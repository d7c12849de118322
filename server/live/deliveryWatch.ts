import type { FastifyBaseLogger } from 'fastify'

/** Number of consecutive checks that must find new events without any Redis message before a warning. */
const SILENT = 3
const AGAIN_AFTER = 60_000

/**
 * Detects that Redis responds but delivers no messages, so that events arrive only by polling, a second late: the processes are
 * connected to different Redis servers, or only one of them to the master. `isReady`: whether Redis responds.
 */
export function makeDeliveryWatch(
  head: number,
  { isReady, log }: { isReady: () => boolean; log: Pick<FastifyBaseLogger, 'warn'> },
) {
  let delivered = head
  let previousHead = head
  let silent = 0
  let warnedAt = -Infinity
  return {
    received(seq: number) {
      delivered = Math.max(delivered, seq)
    },
    /** checks the log: messages about the events of the previous check should have arrived */
    check(currentHead: number) {
      if (delivered >= previousHead || !isReady()) silent = 0
      else if (currentHead > previousHead) silent++
      previousHead = currentHead
      if (silent < SILENT || performance.now() - warnedAt < AGAIN_AFTER) return
      warnedAt = performance.now()
      log.warn(
        'Redis responds but delivers no live events: do all processes use the same Redis, and is it the primary?',
      )
    },
    restart(at: number) {
      delivered = at
      previousHead = at
      silent = 0
    },
  }
}
