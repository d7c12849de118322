import type { Write } from '../core/change.ts'
import { kysely, run } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'

/**
 * The schema's cascades are not enough: MySQL 9.7 does not follow User → Log → Comment if it also follows User → Comment, and
 * keeps those rows.
 */
export async function deleteCommentsOf({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<void> {
  const logs = kysely.selectFrom('Log').select('id').where('userId', '=', userId)
  const lists = kysely.selectFrom('List').select('id').where('userId', '=', userId)
  await run(tx, kysely.deleteFrom('Comment').where('logId', 'in', logs))
  await run(tx, kysely.deleteFrom('Comment').where('listId', 'in', lists))
  await run(tx, kysely.deleteFrom('Comment').where('userId', '=', userId))
}
