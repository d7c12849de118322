import { topics } from '../../shared/events.ts'
import type { Tell } from '../change.ts'
import type { Tx } from '../lib/db.ts'
import { readEntries } from './view.ts'

/** Tells the followers what a log looks like now. Imports are not told: a thousand saved albums would drown them. */
export async function tellLogSaved(tx: Tx, tell: Tell, userId: number, logId: number): Promise<void> {
  const log = await tx.log.findUniqueOrThrow({ where: { id: logId }, select: { source: true } })
  const [entry] = await readEntries(tx, [logId])
  if (entry && log.source === 'manual') tell(topics.user(userId), { type: 'log.saved', entry }, userId)
}
