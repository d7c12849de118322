import type { Visibility, VisibilitySettings } from '../../shared/visibility.ts'
import type { Deps } from '../deps.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import type { SignedIn } from '../trpc.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'

const levelsOf = (table: 'Log' | 'List') =>
  statement(({ userId }: { userId: number }) =>
    kysely
      .selectFrom(table)
      .select(['visibility', countAll])
      .where('userId', '=', userId)
      .groupBy('visibility'),
  )
const logLevels = levelsOf('Log')
const listLevels = levelsOf('List')

type Row = { visibility: Visibility; count: number }
const byLevel = (rows: readonly Row[]): Record<Visibility, number> => ({
  everyone: 0,
  followers: 0,
  me: 0,
  ...Object.fromEntries(rows.map(({ visibility, count }) => [visibility, count])),
})

/** The level of what the viewer makes from now on, and how many of their things have each level. */
export async function getVisibilitySettings(
  { db }: Pick<Deps, 'db'>,
  { id: userId }: Pick<SignedIn, 'id'>,
): Promise<VisibilitySettings> {
  const [level, logs, lists] = await Promise.all([
    defaultVisibility(db, userId),
    logLevels(db, { userId }),
    listLevels(db, { userId }),
  ])
  return { default: level, logs: byLevel(logs), lists: byLevel(lists) }
}
