import { setTimeout as sleep } from 'node:timers/promises'
import { batched } from '../lib/batch.ts'
import type { Db } from '../lib/db.ts'
import type { Dispatcher } from './dispatch.ts'
import { readEvents, type LoggedEvent, type Range } from './eventLog.ts'
import { selectShown } from './shown.ts'
import type { Source } from './subscriber.ts'

/** pause before reading again from a lagging database server, in milliseconds, and the maximum number of attempts */
export const LAG_PAUSE = 50
export const LAG_TRIES = 20
/** limit of replayed events; if more were missed, refetching is cheaper for everybody */
const REPLAY = 1_000

/**
 * Creates the replay of missed events, from the memory of the process, or from the log if the memory does not reach back that
 * far. `check` reads the log, so that this process has every event that another one already has.
 */
export function makeReplay(db: Db, dispatcher: Dispatcher, check: () => Promise<void>): Source['missed'] {
  /** Many clients reconnect at once and have missed the same events: each thing is looked up once, for all of them. */
  const show = batched(async (calls: LoggedEvent[][]) => {
    const events = new Map(calls.flat().map((event) => [event.seq, event]))
    const inOrder = [...events.values()].toSorted((one, other) => one.seq - other.seq)
    const shownEvents = new Map((await selectShown(db, inOrder)).map((event) => [event.seq, event]))
    return calls.map((call) => call.flatMap(({ seq }) => shownEvents.get(seq) ?? []))
  })

  async function replay(topics: ReadonlySet<string>, range: Range): Promise<LoggedEvent[] | null> {
    if (range.after >= range.upTo) return []
    const missed = dispatcher.memory().missed(topics, range) ?? (await readMissed(db, [...topics], range))
    if (missed === null || missed.length > REPLAY) return null
    return missed.length === 0 ? [] : await show(missed)
  }

  return async (cursor, topics) => {
    const [, cursorEpoch, seq] = /^([0-9a-f]{1,32})\.(\d{1,15})$/.exec(cursor) ?? []
    const after = Number(seq)
    // Another process can be ahead: the client's cursor is then newer than the last event seen here.
    if (cursorEpoch === dispatcher.epoch() && after > dispatcher.last()) await check()
    const [upTo, epoch] = [dispatcher.last(), dispatcher.epoch()]
    const isKnown = cursorEpoch === epoch && after <= upTo
    const replayed = isKnown ? await replay(topics, { after, upTo }) : null
    // A backup can have been restored during the replay.
    const isCurrent = epoch === dispatcher.epoch()
    const events = isCurrent ? replayed : null
    if (events === null) dispatcher.counts.resets++
    return { events, upTo: isCurrent ? upTo : dispatcher.last() }
  }
}

async function readMissed(db: Db, topics: readonly string[], range: Range): Promise<LoggedEvent[] | null> {
  for (let attempt = 1; ; attempt++) {
    const { events, head, pruned } = await readEvents(db, { topics, ...range, limit: REPLAY + 1 })
    if (range.after < pruned) return null
    if (head >= range.upTo) return events
    // Events that the server does not have yet cannot be replayed; a reset loses nothing.
    if (attempt === LAG_TRIES) return null
    await sleep(LAG_PAUSE)
  }
}
