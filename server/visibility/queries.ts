import type { Visibility, VisibilitySettings } from '../../shared/visibility.ts'
import type { Deps } from '../deps.ts'
import { countRequests } from '../follows/requestQueries.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import type { SignedIn } from '../trpc.ts'

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

/** What the viewer's things are for others, and how many of them have each level. */
export async function getVisibilitySettings(
  { db }: Pick<Deps, 'db'>,
  { id: userId }: Pick<SignedIn, 'id'>,
): Promise<VisibilitySettings> {
  const [person, requests, logs, lists] = await Promise.all([
    db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { defaultVisibility: true, isPrivate: true },
    }),
    countRequests({ db }, userId),
    logLevels(db, { userId }),
    listLevels(db, { userId }),
  ])
  const { isPrivate, defaultVisibility } = person
  return { isPrivate, requests, default: defaultVisibility, logs: byLevel(logs), lists: byLevel(lists) }
}
