import type { Compilable } from 'kysely'
import { topics } from '../../../shared/events.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, run, statement, type Tables } from '../../lib/sql.ts'
import { chunksOf, theseRows, unique, type Key } from '../read/rows.ts'

/** The states are locked until the end of the transaction. */
export type States = Map<number, Tables['NotificationState']>

const lockedStates = statement(({ userIds }: { userIds: number[] }) =>
  kysely
    .selectFrom('NotificationState')
    .select(['userId', 'position', 'readUpTo'])
    .where('userId', 'in', userIds)
    .orderBy('userId')
    .forUpdate(),
)

export async function startNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.notificationState.create({ data: { userId }, select: { userId: true } })
}

/**
 * Locks in the order of the ids. Transactions that write notifications of the same user run one after another. Deleted users are
 * left out.
 */
export async function lockStates(tx: Tx, userIds: Iterable<number>): Promise<States> {
  const states: States = new Map()
  for (const ids of chunksOf(unique(userIds).toSorted((a, b) => a - b))) {
    for (const state of await lockedStates(tx, { userIds: padded(ids) })) states.set(state.userId, state)
    // Only users who registered with the previous release, during an upgrade.
    const missing = ids.filter((id) => !states.has(id))
    if (missing.length === 0) continue
    const users = kysely.selectFrom('User').select('id').where('id', 'in', missing).orderBy('id')
    await run(tx, kysely.insertInto('NotificationState').ignore().columns(['userId']).expression(users))
    for (const state of await lockedStates(tx, { userIds: padded(missing) })) states.set(state.userId, state)
  }
  return states
}

/** Returns the statements that set columns of notifications to the same values. */
export const rowUpdates = (
  keys: readonly Key[],
  values: Partial<Pick<Tables['Notification'], 'fate' | 'groupId'>>,
): Compilable[] =>
  chunksOf(keys).map((chunk) => kysely.updateTable('Notification').set(values).where(theseRows(chunk)))

/** Returns the statements that delete notifications. */
export const rowDeletions = (keys: readonly Key[]): Compilable[] =>
  chunksOf(keys).map((chunk) => kysely.deleteFrom('Notification').where(theseRows(chunk)))

export function emitTouched(emit: Write['emit'], userIds: Iterable<number>): void {
  for (const id of new Set(userIds)) emit(topics.notifications(id), { type: 'notifications.touched' }, null)
}
