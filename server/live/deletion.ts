import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { deleteEvents } from './eventLog.ts'

// Both read the ids first and delete by key: a delete with a search would lock every event that it examines.

/**
 * Deletes a batch of the events of a user who is being removed; returns its size. Events about a changed profile stay: they
 * contain the previous nicknames, which the last step of the removal needs.
 */
export async function deleteEventsOf(
  { tx }: { tx: Tx },
  { userId, limit }: { userId: number; limit: number },
): Promise<number> {
  const events = kysely
    .selectFrom('Event')
    .select('id')
    .where('userId', '=', userId)
    .where('type', '<>', 'user.updated')
    .orderBy('id')
    .limit(limit)
  return await deleteEvents(tx, await rows(tx, events))
}

export async function deleteFollowEventsOf(tx: Tx, nicknames: readonly string[]): Promise<void> {
  const payloads = nicknames.map((nickname) => JSON.stringify({ nickname }))
  const events = kysely
    .selectFrom('Event')
    .select('id')
    .where('topic', 'like', 'follows:%')
    .where('payload', 'in', payloads)
  await deleteEvents(tx, await rows(tx, events))
}
