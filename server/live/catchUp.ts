import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../lib/db.ts'
import type { makeDeliveryWatch } from './deliveryWatch.ts'
import type { Dispatcher } from './dispatch.ts'
import { isHalfRestored, readLogState, type LogState } from './eventLog.ts'
import type { Receiver } from './receiver.ts'

/** Interval of the check of the log, in milliseconds. */
const CHECK_EVERY = 1_000

/**
 * Starts to check the log at an interval, for everything that no message brought: lost events, events without a number, a new
 * epoch, deletions.
 */
export function startCatchUp(options: {
  db: Db
  dispatcher: Dispatcher
  receiver: Receiver
  deliveryWatch: ReturnType<typeof makeDeliveryWatch>
  /** numbers the committed events */
  wake: () => void
  log: Pick<FastifyBaseLogger, 'warn'>
}) {
  const { db, dispatcher, receiver, deliveryWatch, wake, log } = options

  /** Continues in the epoch of a restored database, unless another check has done so. */
  function restart(state: LogState) {
    const previous = dispatcher.epoch()
    if (state.epoch === previous) return
    log.warn(
      { before: previous, now: state.epoch },
      'a backup was restored while this process ran: restart it',
    )
    deliveryWatch.restart(state.head)
    dispatcher.restart(state)
  }

  let readAt = performance.now()
  async function check() {
    const state = await readLogState(db)
    if (state.epoch !== dispatcher.epoch()) {
      if (await isHalfRestored(db)) return
      await receiver.inSequence(() => restart(state))
    }
    deliveryWatch.check(state.head)
    if (state.head > dispatcher.last()) await receiver.readUpTo(state.head)
    if (state.pending) wake()
    dispatcher.forgetUpTo(state.pruned)
    if (dispatcher.last() >= state.head) readAt = performance.now()
  }

  let checking: Promise<void> | null = null
  const timer = setInterval(() => {
    checking ??= check()
      .catch((error) => log.warn({ err: error }, 'the event log cannot be read'))
      .finally(() => (checking = null))
  }, CHECK_EVERY)

  return {
    check,
    /** returns when this process last had every event of the database, in milliseconds of `performance.now()` */
    readAt: () => readAt,
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}
