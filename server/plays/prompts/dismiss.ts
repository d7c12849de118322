import { topics } from '../../../shared/events.ts'
import { change, type WriteDeps } from '../../core/change.ts'
import type { SignedIn } from '../../core/trpc.ts'
import type { Db } from '../../lib/db.ts'
import { kysely, run } from '../../lib/sql.ts'
import { oldestDay } from './read.ts'

/** Ends the prompt for this album and day for good. Idempotent: the prompt can have ended by itself. */
export async function dismissPrompt(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { id }: { id: number },
): Promise<null> {
  await change(deps, async (write) => {
    const dismissal = kysely
      .updateTable('PlayPrompt')
      .set({ dismissedAt: write.now })
      .where('id', '=', id)
      .where('userId', '=', viewer.id)
      .where('dismissedAt', 'is', null)
    const count = await run(write.tx, dismissal)
    if (count > 0) write.emit(topics.plays(viewer.id), { type: 'prompts.changed' }, viewer.id)
  })
  return null
}

const STEP = 1_000

/** Deletes prompts that are no longer shown. */
export async function deleteExpiredPrompts(
  { db, now }: { db: Db; now: () => Date },
  signal?: AbortSignal,
): Promise<number> {
  const expired = kysely.deleteFrom('PlayPrompt').where('day', '<', oldestDay(now())).limit(STEP)
  let total = 0
  for (let count = STEP; count === STEP && !signal?.aborted;) {
    count = await run(db, expired)
    total += count
  }
  return total
}
