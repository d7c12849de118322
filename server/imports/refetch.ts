import { topics } from '../../shared/events.ts'
import { visibilities } from '../../shared/levels.ts'
import type { Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import type { Job } from './job.ts'

type Of = Pick<Job, 'id' | 'userId'>

/**
 * Neither an import nor its undo emits events for single reviews and hearts. Users who cannot see any of the data are not
 * notified.
 */
export async function emitRefetch({ tx, emit }: Write, { id, userId }: Of): Promise<void> {
  const level = await widestWritten(tx, { id, userId })
  if (level) emit(topics.people(), { type: 'user.audience', id: userId }, userId, { ownerId: userId, level })
}

async function widestWritten(tx: Tx, record: Of): Promise<Visibility | null> {
  // Hearts have no visibility of their own.
  const hearts = await tx.importRow.count({ where: { importId: record.id, kind: 'heart', state: 'written' } })
  if (hearts > 0) return 'everyone'
  const where = { importId: record.id, userId: record.userId }
  const groups = await tx.log.groupBy({ by: 'visibility', where })
  return visibilities.find((level) => groups.some(({ visibility }) => visibility === level)) ?? null
}
