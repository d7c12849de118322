import type { PlakEvent } from '../../shared/events.ts'
import { makeEncoder, readEvent } from './encodedEvent.ts'
import type { LoggedEvent, LogState } from './eventLog.ts'
import { makeMemory } from './memory.ts'
import type { Subscriber } from './subscriber.ts'

export type Dispatcher = ReturnType<typeof makeDispatcher>

export function makeDispatcher(state: LogState) {
  let { epoch, head: last } = state
  let memory = makeMemory(last)
  const subscribers = new Map<string, Set<Subscriber>>()
  const observers: ((topic: string, event: PlakEvent) => void)[] = []
  const epochObservers: (() => void)[] = []
  const counts = { delivered: 0, resets: 0 }
  const cursor = (seq: number) => `${epoch}.${seq}`
  const encode = makeEncoder(cursor)
  const allSubscribers = () => new Set<Subscriber>([...subscribers.values()].flatMap((each) => [...each]))

  return {
    subscribers,
    counts,
    cursor,
    epoch: () => epoch,
    last: () => last,
    memory: () => memory,

    dispatch(event: LoggedEvent) {
      last = event.seq
      const parsed = readEvent(event)
      memory.remember(event, parsed)
      const recipients = subscribers.get(event.topic)
      if (recipients) {
        counts.delivered += recipients.size
        for (const subscriber of recipients) subscriber.receive(event, encode)
      }
      for (const observe of observers) observe(event.topic, parsed)
    },

    /** Skips numbers whose events were deleted. */
    skipTo(seq: number) {
      last = Math.max(last, seq)
    },

    /** Continues in a new epoch: everything that this process and its subscribers know is invalid. */
    restart(next: LogState) {
      ;({ epoch, head: last } = next)
      memory = makeMemory(last)
      const all = allSubscribers()
      for (const subscriber of all) subscriber.reset()
      counts.resets += all.size
      for (const observe of epochObservers) observe()
    },

    observe: (observer: (topic: string, event: PlakEvent) => void) => void observers.push(observer),
    onNewEpoch: (observer: () => void) => void epochObservers.push(observer),
    subscriberCount: () => allSubscribers().size,
  }
}
