import { eventSchemas, type PlakEvent } from '../../shared/events.ts'
import type { Deps } from '../deps.ts'
import { transaction, type Tx } from '../lib/db.ts'
import { writeEvents } from './eventLog.ts'

/** Tells whoever listens to a topic. `by` is the person whose deed it is: the event goes when that person goes. */
export type Tell = (topic: string, event: PlakEvent, by: number | null) => void

/** What does not fit its schema is our own mistake: it fails where it is made; production need not look for it. */
const isChecked = process.env.NODE_ENV !== 'production'

/**
 * The one way to change something that others watch: the rows and the events that tell of them are committed together,
 * and only then sent on. `work` may run more than once (deadlocks) and must have no other effect.
 * Lock a row before what it says goes into an event: this is what keeps two events of one row in order.
 */
export async function change<Result>(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  work: (tx: Tx, tell: Tell) => Promise<Result>,
): Promise<Result> {
  let told = 0
  const result = await transaction(db, async (tx) => {
    const events: Parameters<typeof writeEvents>[1] = []
    const changed = await work(tx, (topic, { type, ...payload }, by) => {
      if (isChecked) eventSchemas[type].parse(payload)
      events.push({ topic, type, payload: JSON.stringify(payload), userId: by })
    })
    told = events.length
    if (told > 0) await writeEvents(tx, events)
    return changed
  })
  if (told > 0) bus.wake()
  return result
}
