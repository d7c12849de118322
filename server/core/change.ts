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
 * Limits the recipients of an event among the subscribers of its topic. Users with a block between them and the owner never
 * receive it. With a level, only those receive it who can see the owner's things of that level; the others get the event
 * `otherwise`, if there is one. The owner of an event that names another user is that user, not the actor.
 */
export type Audience = { ownerId: number; level?: Visibility; otherwise?: PlakEvent }

/** `by` is the actor: the event is deleted with their account. Without an audience, all subscribers of the topic receive it. */
type Emit = (topic: string, event: PlakEvent, by: number | null, audience?: Audience) => void

export type Write = {
  tx: Tx
  emit: Emit
  /** one point in time for the whole change */
  now: Date
  mailer: Mailer | null
}

export type WriteDeps = { db: Db; bus: Bus; now: () => Date; mailer: Mailer | null }

type Emitted = { topic: string; event: PlakEvent; by: number | null; audience: Audience | undefined }

function limitedTo({ event, audience }: Emitted, isPrivate: boolean): PlakEvent {
  if (!audience?.level) return event
  const level = effectiveLevel(audience.level, { isPrivate })
  if (sees('stranger', level)) return event
  return { type: 'limited', owner: audience.ownerId, level, event, otherwise: audience.otherwise ?? null }
}

const privateAmong = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('User').select('id').where('id', 'in', ids).where('isPrivate', '=', true),
)

/** If an owner's account is private at this moment, their events are limited to followers. */
async function writeEmitted(tx: Tx, emitted: readonly Emitted[]): Promise<void> {
  const owners = emitted.flatMap(({ audience }) =>
    audience?.level && sees('stranger', audience.level) ? [audience.ownerId] : [],
  )
  const privateOwners =
    owners.length === 0 ? [] : await privateAmong(tx, { ids: padded([...new Set(owners)]) })
  const isPrivate = new Set(privateOwners.map(({ id }) => id))
  const events = emitted.map((each) => {
    const { type, ...payload } = limitedTo(each, isPrivate.has(each.audience?.ownerId ?? NOBODY))
    if (isChecked) checkEvent({ type, ...payload } as PlakEvent)
    const { topic, by, audience } = each
    return { topic, type, payload: JSON.stringify(payload), userId: by, ownerId: audience?.ownerId ?? by }
  })
  await writeEvents(tx, events)
}

/** A payload that violates its schema is a bug and fails here, except in production, which skips the check. */
const isChecked = process.env.NODE_ENV !== 'production'

function checkEvent({ type, ...payload }: PlakEvent): void {
  eventSchemas[type].parse(payload)
  if (type !== 'limited') return
  const { event, otherwise } = payload as Extract<PlakEvent, { type: 'limited' }>
  for (const each of [event, otherwise]) if (each) checkEvent(each as PlakEvent)
}

/** Writing tens of thousands of rows can take longer than the default timeout of 10 s. */
export const manyRows = { timeout: 60_000 }

/**
 * Every change that others watch goes through this function: the rows and their events are committed together, and the events are
 * dispatched only after the commit. `work` can run more than once (deadlocks) and must have no other effect.
 * Lock a row before its data goes into an event: this keeps the events of one row in order. At READ COMMITTED each statement sees
 * everything committed before it, so a read after waiting for a lock sees the latest data.
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
      const value = await work({ tx, emit, now: now(), mailer })
      count = emitted.length
      if (count > 0) await writeEmitted(tx, emitted)
      return value
    },
    { ...options, isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
  )
  if (count > 0) bus.wake()
  return result
}
