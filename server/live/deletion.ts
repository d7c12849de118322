import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'

/**
 * Deletes a batch of the events of a user who is being removed; returns its size. Events about a changed profile stay: they
 * contain the previous nicknames, which the last step of the removal needs.
 */
export async function deleteEventsOf(
  { tx }: { tx: Tx },
  { userId, limit }: { userId: number; limit: number },
): Promise<number> {
  const where = { userId, type: { not: 'user.updated' } }
  const found = await tx.event.findMany({ where, select: { id: true }, orderBy: { id: 'asc' }, take: limit })
  return await deleteEvents(tx, found)
}

/** Deletes the events about follows of a user, given the user's current and earlier nicknames. */
export async function deleteFollowEventsOf(tx: Tx, nicknames: readonly string[]): Promise<void> {
  const payloads = nicknames.map((nickname) => JSON.stringify({ nickname }))
  // Reads first, then deletes by key: a delete with a search would lock every event that it examines.
  const found = await rows(
    tx,
    kysely
      .selectFrom('Event')
      .select('id')
      .where('topic', 'like', 'follows:%')
      .where('payload', 'in', payloads),
  )
  await deleteEvents(tx, found)
}

async function deleteEvents(tx: Tx, events: readonly { id: bigint | number }[]): Promise<number> {
  if (events.length === 0) return 0
  return await tx.$executeRaw`DELETE FROM Event WHERE id IN (${Prisma.join(events.map(({ id }) => id))})`
}
