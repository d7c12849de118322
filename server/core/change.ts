import { eventSchemas, type PlakEvent } from '../../shared/events.ts'
import { effectiveLevel, sees, type Visibility } from '../../shared/visibility.ts'
import { NOBODY } from '../access/visibleTo.ts'
import type { Mailer } from '../clients/smtp/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { transaction, type Db, type Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import type { Bus } from '../live/bus.ts'
import { writeEvents } from '../live/eventLog.ts'

/**
 * The recipients of an event among those on its topic: nobody with a block between them and the owner, and, with a level, only
 * those who may see what the owner made with it. The others get the event `otherwise`, if there is one. An event that names
 * somebody besides its actor has them as its owner.
 */
export type Audience = { ownerId: number; level?: Visibility; otherwise?: PlakEvent }

/**
 * Emits an event to a topic. `by` is the acting person: the event is deleted with their account. Without an audience it is for
 * everybody on the topic.
 */
type Emit = (topic: string, event: PlakEvent, by: number | null, audience?: Audience) => void

/** A transaction that changes something, with all that its writers need. */
export type Write = {
  tx: Tx
  emit: Emit
  /** one moment for the whole change */
  now: Date
  /** null when no mail server is set up */
  mailer: Mailer | null
}

/** What `change` needs of the server's parts. */
export type WriteDeps = { db: Db; bus: Bus; now: () => Date; mailer: Mailer | null }

type Emitted = { topic: string; event: PlakEvent; by: number | null; audience: Audience | undefined }

/** An event as it is stored: one with an audience is wrapped in an envelope that names the audience. */
function limitedTo({ event, audience }: Emitted, isPrivate: boolean): PlakEvent {
  if (!audience?.level) return event
  const level = effectiveLevel(audience.level, { isPrivate })
  if (sees('stranger', level)) return event
  return { type: 'limited', owner: audience.ownerId, level, event, otherwise: audience.otherwise ?? null }
}

const privateAmong = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('User').select('id').where('id', 'in', ids).where('isPrivate', '=', true),
)

/** Writes emitted events; an owner whose account is private at this moment has their events limited to followers. */
async function writeEmitted(tx: Tx, emitted: readonly Emitted[]): Promise<void> {
  const owners = emitted.flatMap(({ audience }) =>
    audience?.level && sees('stranger', audience.level) ? [audience.ownerId] : [],
  )
  const found = owners.length === 0 ? [] : await privateAmong(tx, { ids: padded([...new Set(owners)]) })
  const isPrivate = new Set(found.map(({ id }) => id))
  const events = emitted.map((each) => {
    const { type, ...payload } = limitedTo(each, isPrivate.has(each.audience?.ownerId ?? NOBODY))
    if (isChecked) checkEvent({ type, ...payload } as PlakEvent)
    const { topic, by, audience } = each
    return { topic, type, payload: JSON.stringify(payload), userId: by, ownerId: audience?.ownerId ?? by }
  })
  await writeEvents(tx, events)
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
 * Lock a row before what it says goes into an event: this is what keeps two events of one row in order. Each statement sees what is
 * committed by then, so that what is read after a lock was waited for is what is there.
 */
export async function change<Result>(
  { db, bus, now, mailer }: WriteDeps,
  work: (write: Write) => Promise<Result>,
  options: { timeout?: number } = {},
): Promise<Result> {
  let count = 0
  const result = await transaction(
    db,
    async (tx) => {
      const emitted: Emitted[] = []
      const emit: Emit = (topic, event, by, audience) => void emitted.push({ topic, event, by, audience })
      const changed = await work({ tx, emit, now: now(), mailer })
      count = emitted.length
      if (count > 0) await writeEmitted(tx, emitted)
      return changed
    },
    { ...options, isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
  )
  if (count > 0) bus.wake()
  return result
}
