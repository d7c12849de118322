import { eventSchemas, type PlakEvent } from '../../shared/events.ts'
import { sees, type Visibility } from '../../shared/visibility.ts'
import { transaction, type Db, type Tx } from '../lib/db.ts'
import type { Bus } from './bus.ts'
import { writeEvents } from './eventLog.ts'

/**
 * For whom an event is: those who may see what this owner made with this level. The others on the topic get the event
 * `otherwise`, if there is one.
 */
export type Audience = { ownerId: number; level: Visibility; otherwise?: PlakEvent }

/**
 * Emits an event to a topic. `by` is the acting person: the event is deleted with their account. Without an audience it is for
 * everybody on the topic.
 */
export type Emit = (topic: string, event: PlakEvent, by: number | null, audience?: Audience) => void

const isForEveryone = (audience?: Audience) => !audience || sees('stranger', audience.level)

/** An event as it is written: one for some people alone stands in another one that says who they are. */
const limitedTo = (event: PlakEvent, audience?: Audience): PlakEvent =>
  !audience || isForEveryone(audience)
    ? event
    : {
        type: 'limited',
        owner: audience.ownerId,
        level: audience.level,
        event,
        otherwise: audience.otherwise ?? null,
      }

/** A payload that does not fit its schema is a bug of ours: it fails where it is made; production does not check. */
const isChecked = process.env.NODE_ENV !== 'production'

function checkEvent({ type, ...payload }: PlakEvent): void {
  eventSchemas[type].parse(payload)
  if (type !== 'limited') return
  const { event, otherwise } = payload as Extract<PlakEvent, { type: 'limited' }>
  for (const one of [event, otherwise]) if (one) checkEvent(one as PlakEvent)
}

/**
 * The one way to change something that others watch: the rows and the events about them are committed together, and
 * only then dispatched. `work` may run more than once (deadlocks) and must have no other effect.
 * Lock a row before what it says goes into an event: this is what keeps two events of one row in order.
 */
export async function change<Result>(
  { db, bus }: { db: Db; bus: Bus },
  work: (tx: Tx, emit: Emit) => Promise<Result>,
  options: { timeout?: number } = {},
): Promise<Result> {
  let count = 0
  const result = await transaction(
    db,
    async (tx) => {
      const events: Parameters<typeof writeEvents>[1] = []
      const changed = await work(tx, (topic, event, by, audience) => {
        const { type, ...payload } = limitedTo(event, audience)
        if (isChecked) checkEvent({ type, ...payload } as PlakEvent)
        events.push({ topic, type, payload: JSON.stringify(payload), userId: by })
      })
      count = events.length
      if (count > 0) await writeEvents(tx, events)
      return changed
    },
    options,
  )
  if (count > 0) bus.wake()
  return result
}
