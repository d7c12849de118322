import { topics } from '../../shared/events.ts'
import { visibilities } from '../../shared/levels.ts'
import type { Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { Job } from './job.ts'

type Of = Pick<Job, 'id' | 'userId'>

const levelsOf = statement(({ id, userId }: Of) =>
  kysely
    .selectFrom('Log')
    .select('visibility')
    .distinct()
    .where('importId', '=', id)
    .where('userId', '=', userId),
)

/**
 * Makes open pages that show the user fetch once, now that an import or its undo has ended: while it writes, it sends no events of
 * reviews and hearts. People who can see nothing of it do not learn that there was one.
 */
export async function emitRefetch({ tx, emit }: Write, { id, userId }: Of): Promise<void> {
  const level = await widestWritten(tx, { id, userId })
  if (level) emit(topics.people(), { type: 'user.audience', id: userId }, userId, { ownerId: userId, level })
}

/** The widest visibility of what an import wrote; null if it wrote nothing that others see on such pages. */
async function widestWritten(tx: Tx, of: Of): Promise<Visibility | null> {
  // A heart has no visibility of its own.
  const hearts = await tx.importRow.count({ where: { importId: of.id, kind: 'heart', state: 'written' } })
  if (hearts > 0) return 'everyone'
  const found = await levelsOf(tx, of)
  return visibilities.find((level) => found.some(({ visibility }) => visibility === level)) ?? null
}
