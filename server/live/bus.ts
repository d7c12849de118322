import type { FastifyBaseLogger } from 'fastify'
import type { PlakEvent } from '../../shared/events.ts'
import type { Db } from '../lib/db.ts'
import type { Redis } from '../lib/redis.ts'
import { makeReceiver, startCatchUp } from './catchUp.ts'
import { makeDeliveryWatch } from './deliveryWatch.ts'
import { makeDispatcher } from './dispatch.ts'
import { readLogState, type Counters, type LoggedEvent } from './eventLog.ts'
import { makeNumbering } from './numbering.ts'
import { makeReplay } from './replay.ts'
import { Subscriber } from './subscriber.ts'

type Message = { epoch: string; events: LoggedEvent[] }

export type Bus = {
  /** Numbers and dispatches events; call it after they were committed. Never throws: the next tick repeats what failed. */
  wake(): void
  /** The cursor precedes every event committed later (and possibly some committed just before). */
  position(): Promise<string>
  /** Replays the events after a cursor (null: from now on), then streams, until the signal. No event is lost or sent twice. */
  subscribe(topics: Iterable<string>, after: string | null, signal: AbortSignal): Subscriber
  observe(observer: (topic: string, event: PlakEvent) => void): void
  /** Calls `observer` when the database was restored from a backup: ids known to this process can now belong to other things. */
  onNewEpoch(observer: () => void): void
  last(): string
  /** returns when this process last had every event of the database, in milliseconds of `performance.now()` */
  readAt(): number
  subscriberCount(): number
  counts(): { numbered: number; delivered: number; resets: number }
  close(): Promise<void>
}

/**
 * Creates the realtime bus between processes. The event log in the database is authoritative and defines the order; Redis makes
 * delivery fast. Each process reads every event once, in order, and dispatches it to its own subscribers. A message that Redis
 * loses leaves a gap in the numbers, which is filled from the database; without Redis the tick does the same within a second.
 */
export async function makeBus({
  db,
  redis,
  prefix,
  log,
  counters = {},
}: {
  db: Db
  redis: Redis
  prefix: string
  log: Pick<FastifyBaseLogger, 'warn'>
  counters?: Counters
}): Promise<Bus> {
  const channel = `${prefix}events`
  const dispatcher = makeDispatcher(await readLogState(db))
  const receiver = makeReceiver(db, dispatcher, log)
  const numbering = makeNumbering({ db, counters, publish, log })
  const { wake } = numbering
  const deliveryWatch = makeDeliveryWatch(dispatcher.last(), { isReady: () => redis.isReady, log })
  const catchUp = startCatchUp({ db, dispatcher, receiver, deliveryWatch, wake, log })
  const source = { ...dispatcher, missed: makeReplay(db, dispatcher, catchUp.check) }

  function publish(events: LoggedEvent[]) {
    void receiver.receive(events)
    const message: Message = { epoch: dispatcher.epoch(), events }
    // Not awaited: a Redis that hangs must not delay the next numbers. The check finds events whose message was lost.
    if (redis.isReady) redis.publish(channel, JSON.stringify(message)).catch(() => {})
  }

  const stopListening = redis.listen(channel, (message) => {
    const { epoch, events } = JSON.parse(message) as Message
    // Another epoch has other numbers: its message is about another database state.
    if (epoch !== dispatcher.epoch()) return
    deliveryWatch.received(events.at(-1)?.seq ?? 0)
    void receiver.receive(events)
  })

  return {
    wake,
    async position() {
      const { epoch, head } = await readLogState(db)
      return `${epoch}.${head}`
    },
    subscribe: (topics, after, signal) => new Subscriber(source, topics, after, signal),
    observe: dispatcher.observe,
    onNewEpoch: dispatcher.onNewEpoch,
    last: () => dispatcher.cursor(dispatcher.last()),
    counts: () => ({ numbered: numbering.count(), ...dispatcher.counts }),
    readAt: catchUp.readAt,
    subscriberCount: dispatcher.subscriberCount,
    async close() {
      stopListening()
      await catchUp.stop()
      await numbering.idle()
      await receiver.close()
    },
  }
}
