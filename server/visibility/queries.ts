import type { NotNull } from 'kysely'
import type { Visibility, VisibilitySettings } from '../../shared/visibility.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { countRequests } from '../follows/requestQueries.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'

const levelsOf = (table: 'Log' | 'List') =>
  statement(({ userId }: { userId: number }) =>
    kysely
      .selectFrom(table)
      .select(['visibility', countAll])
      .where('userId', '=', userId)
      .groupBy('visibility'),
  )
/** Counted by the visibility that their owner chose; until restored, their effective visibility is 'me'. */
const hiddenOf = (table: 'Log' | 'List') =>
  statement(({ userId }: { userId: number }) =>
    kysely
      .selectFrom(table)
      .select(['hiddenLevel as visibility', countAll])
      .where('userId', '=', userId)
      .where('visibility', '=', 'me')
      .where('hiddenLevel', 'is not', null)
      .$narrowType<{ visibility: NotNull }>()
      .groupBy('hiddenLevel'),
  )
const logLevels = levelsOf('Log')
const listLevels = levelsOf('List')
const hiddenLogs = hiddenOf('Log')
const hiddenLists = hiddenOf('List')

type Row = { visibility: Visibility; count: number }
function byLevel(rows: readonly Row[], hidden: readonly Row[]): Record<Visibility, number> {
  const counts = { everyone: 0, followers: 0, me: 0 }
  for (const { visibility, count } of rows) counts[visibility] += count
  for (const { visibility, count } of hidden) {
    counts.me -= count
    counts[visibility] += count
  }
  return counts
}

export async function getVisibilitySettings(
  { db }: Pick<Deps, 'db'>,
  { id: userId }: Pick<SignedIn, 'id'>,
): Promise<VisibilitySettings> {
  const [person, requests, logs, lists, ...hidden] = await Promise.all([
    db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { defaultVisibility: true, isPrivate: true, suggestMe: true, personalSuggestions: true },
    }),
    countRequests({ db }, userId),
    logLevels(db, { userId }),
    listLevels(db, { userId }),
    hiddenLogs(db, { userId }),
    hiddenLists(db, { userId }),
  ])
  const { defaultVisibility, ...switches } = person
  const [hiddenLogCounts, hiddenListCounts] = hidden
  return {
    ...switches,
    requests,
    default: defaultVisibility,
    logs: byLevel(logs, hiddenLogCounts),
    lists: byLevel(lists, hiddenListCounts),
  }
}
