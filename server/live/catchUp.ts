import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../lib/db.ts'
import type { makeDeliveryWatch } from './deliveryWatch.ts'
import type { Dispatcher } from './dispatch.ts'
import { isHalfRestored, readEvents, readLogState, type LoggedEvent, type LogState } from './eventLog.ts'
import { LAG_PAUSE, LAG_TRIES } from './replay.ts'

const PULL = 1_000
/** Interval of the check of the log, in milliseconds. */
const CHECK_EVERY = 1_000

/**
 * Creates what passes each event to the dispatcher once, in the order of the log. Events that are missing between two messages are
 * read from the database. Its functions never reject.
 */
export function makeReceiver(db: Db, dispatcher: Dispatcher, log: Pick<FastifyBaseLogger, 'warn'>) {
  let target = 0
  let attempts = 0
  let retry: NodeJS.Timeout | undefined

  // Everything that moves the dispatcher runs in this one queue, so that no read overtakes another.
  let queue: Promise<void> = Promise.resolve()
  function inSequence(step: () => Promise<void> | void): Promise<void> {
    queue = queue.then(step).catch((error) => log.warn({ err: error }, 'live events are delayed'))
    return queue
  }

  /**
   * Reads the events that this process has not seen yet, up to a number. Numbers missing up to the head of the same snapshot were
   * deleted. Numbers beyond that head have not reached this database server yet (a cluster node that lags behind the message) and
   * are read again later.
   */
  async function pull(upTo: number): Promise<void> {
    while (dispatcher.last() < upTo) {
      const { events, head } = await readEvents(db, { after: dispatcher.last(), upTo, limit: PULL })
      for (const event of events) dispatcher.dispatch(event)
      if (events.length === PULL) continue
      dispatcher.skipTo(Math.min(head, upTo))
      if (head < upTo) return awaitServer(upTo)
    }
    attempts = 0
  }

  /** Reads again from a lagging server for a second, then leaves it to the next check. Nothing in the queue waits for it. */
  function awaitServer(upTo: number) {
    target = retry ? Math.max(target, upTo) : upTo
    if (retry || ++attempts > LAG_TRIES) return
    retry = setTimeout(() => {
      retry = undefined
      void inSequence(() => pull(target))
    }, LAG_PAUSE)
  }

  return {
    inSequence,

    receive: (events: readonly LoggedEvent[]) =>
      inSequence(async () => {
        for (const event of events) {
          if (event.seq > dispatcher.last() + 1) await pull(event.seq - 1)
          if (event.seq === dispatcher.last() + 1) dispatcher.dispatch(event)
        }
      }),

    readUpTo: (seq: number) => inSequence(() => pull(seq)),

    async close() {
      await queue
      clearTimeout(retry)
    },
  }
}

/**
 * Starts to check the log at an interval, for everything that no message brought: lost events, events without a number, a new
 * epoch, deletions.
 */
export function startCatchUp(options: {
  db: Db
  dispatcher: Dispatcher
  receiver: ReturnType<typeof makeReceiver>
  deliveryWatch: ReturnType<typeof makeDeliveryWatch>
  wake: () => void
  log: Pick<FastifyBaseLogger, 'warn'>
}) {
  const { db, dispatcher, receiver, deliveryWatch, wake, log } = options

  function restart(state: LogState) {
    const previous = dispatcher.epoch()
    if (state.epoch === previous) return
    log.warn(
      { before: previous, now: state.epoch },
      'a backup was restored while this process was running: restart it',
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
    dispatcher.memory().forgetUpTo(state.pruned)
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
    readAt: () => readAt,
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}
