import { sql } from 'kysely'
import type { Visibility } from '../../../shared/visibility.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, statement, type Tables } from '../../lib/sql.ts'

export const countColumn = {
  everyone: 'everyoneCount',
  followers: 'followersCount',
  me: 'meCount',
} as const satisfies Record<Visibility, keyof Tables['Tag']>

type Tagged = { id: number; visibility: Visibility; tagCount: number }

const namesOf = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('LogTag as t')
    .innerJoin('Tag as g', 'g.id', 't.tagId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['t.logId', 't.visibility', 'g.name'])
    .where('t.logId', 'in', ids)
    .orderBy('t.logId')
    .orderBy('t.position'),
)

/** One query; none if no listening has tags. */
export async function readTags(db: Tx, logs: readonly Tagged[]): Promise<(id: number) => string[]> {
  const tagged = new Map(logs.filter(({ tagCount }) => tagCount > 0).map((log) => [log.id, log]))
  const names = new Map<number, string[]>()
  const rows = tagged.size === 0 ? [] : await namesOf(db, { ids: padded([...tagged.keys()]) })
  for (const { logId, visibility, name } of rows) {
    // The visibility changed after the listening was read: its readers may not be able to see its current tags.
    if (visibility !== tagged.get(logId)!.visibility) continue
    names.set(logId, [...(names.get(logId) ?? []), name])
  }
  return (id) => names.get(id) ?? []
}
