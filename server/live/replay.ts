import { setTimeout as sleep } from 'node:timers/promises'
import { batched } from '../lib/batch.ts'
import type { Db } from '../lib/db.ts'
import { readEventsOf, type LoggedEvent } from './eventLog.ts'
import type { makeMemory } from './memory.ts'
import { stillShown } from './shown.ts'

/** pause before reading again from a lagging database server, in milliseconds, and the maximum number of attempts */
export const LAG_PAUSE = 50
export const LAG_TRIES = 20
/** limit of replayed events; if more were missed, refetching is cheaper for everybody */
const REPLAY = 1_000

/** Returns the events of some topics after one number up to another that may be replayed; null if they are no longer known. */
type Replay = (topics: ReadonlySet<string>, after: number, upTo: number) => Promise<LoggedEvent[] | null>

/** Creates a replay that uses the memory of the process, or the log if the memory does not reach back that far. */
export function makeReplay(db: Db, remembered: ReturnType<typeof makeMemory>['missed']): Replay {
  /** Many clients reconnect at once and have missed the same events: each thing is looked up once, for all of them. */
  const show = batched(async (calls: LoggedEvent[][]) => {
    const events = new Map(calls.flat().map((event) => [event.seq, event]))
    const inOrder = [...events.values()].toSorted((one, other) => one.seq - other.seq)
    const shown = new Map((await stillShown(db, inOrder)).map((event) => [event.seq, event]))
    return calls.map((call) => call.flatMap(({ seq }) => shown.get(seq) ?? []))
  })

  async function readMissed(topics: ReadonlySet<string>, after: number, upTo: number) {
    for (let attempt = 1; ; attempt++) {
      const { events, head, pruned } = await readEventsOf(db, [...topics], after, upTo, REPLAY + 1)
      if (after < pruned) return null
      if (head >= upTo) return events
      // Events that the server does not have yet cannot be replayed; a reset loses nothing.
      if (attempt === LAG_TRIES) return null
      await sleep(LAG_PAUSE)
    }
  }

  return async (topics, after, upTo) => {
    if (after >= upTo) return []
    const missed = remembered(topics, after, upTo) ?? (await readMissed(topics, after, upTo))
    if (missed === null || missed.length > REPLAY) return null
    return missed.length === 0 ? [] : await show(missed)
  }
}
