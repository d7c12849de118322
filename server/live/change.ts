import { eventSchemas, type PlakEvent } from '../../shared/events.ts'
import { transaction, type Db, type Tx } from '../lib/db.ts'
import type { Bus } from './bus.ts'
import { writeEvents } from './eventLog.ts'

/** Emits an event to a topic. `by` is the acting person: the event is deleted with their account. */
export type Emit = (topic: string, event: PlakEvent, by: number | null) => void

/** A payload that does not fit its schema is a bug of ours: it fails where it is made; production does not check. */
const isChecked = process.env.NODE_ENV !== 'production'

/**
 * The one way to change something that others watch: the rows and the events about them are committed together, and
 * only then dispatched. `work` may run more than once (deadlocks) and must have no other effect.
 * Lock a row before what it says goes into an event: this is what keeps two events of one row in order.
 */
export async function change<Result>(
  { db, bus }: { db: Db; bus: Bus },
  work: (tx: Tx, emit: Emit) => Promise<Result>,
): Promise<Result> {
  let count = 0
  const result = await transaction(db, async (tx) => {
    const events: Parameters<typeof writeEvents>[1] = []
    const changed = await work(tx, (topic, { type, ...payload }, by) => {
      if (isChecked) eventSchemas[type].parse(payload)
      events.push({ topic, type, payload: JSON.stringify(payload), userId: by })
    })
    count = events.length
    if (count > 0) await writeEvents(tx, events)
    return changed
  })
  if (count > 0) bus.wake()
  return result
}
