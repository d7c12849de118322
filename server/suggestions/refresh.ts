import type { EventType } from '../../shared/events.ts'
import type { Deps } from '../core/deps.ts'
import type { Db } from '../lib/db.ts'
import { databaseNow, insertRows, kysely, rows, statement } from '../lib/sql.ts'
import { readLogState } from '../live/eventLog.ts'
import { computeAll, computeFor } from './compute.ts'
import { rankFollowed, rankWeek } from './popular.ts'

// Keeps the stored taste of people up to date. The event log says who has changed, so that a change itself writes nothing more.

/** Their actor loves other albums than before, or has other people to follow. */
const CHANGES = [
  'ownLogs.changed',
  'spotify.synced',
  'user.audience',
  'relations.changed',
  'follow.removed',
] as const satisfies readonly EventType[]

/** If more people have changed, comparing everybody is faster. */
const FEW = 100

const HOUR = 60 * 60_000
/** The loves of others change similarities, so everybody's are computed again from time to time. */
const ALL_AFTER = 24 * HOUR
const WEEK_AFTER = HOUR / 12

type State = {
  life: string
  position: number
  computedAt: Date
  followed: string
  week: string
  weekAt: Date
}

const stateOf = statement(() =>
  kysely
    .selectFrom('TasteState')
    .select(['life', 'position', 'computedAt', 'followed', 'week', 'weekAt'])
    .where('id', '=', 1),
)

const changedBetween = statement(({ after, upTo, types }: { after: number; upTo: number; types: string[] }) =>
  kysely
    .selectFrom('Event')
    .select('userId')
    .distinct()
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where('type', 'in', types)
    .where('userId', 'is not', null),
)

const writeState = (db: Db, state: State): Promise<number> =>
  insertRows(db, 'TasteState', [{ id: 1, ...state }], {
    orUpdate: ['life', 'position', 'computedAt', 'followed', 'week', 'weekAt'],
  })

const clock = async (db: Db): Promise<Date> =>
  (await rows(db, kysely.selectNoFrom(databaseNow.as('now'))))[0]!.now

/** Computes the suggestions of those who have changed; once a day, those of everybody. */
export async function refreshSuggestions(deps: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<void> {
  const { db } = deps
  const [state] = await stateOf(db, {})
  // Read before the loves: a later change is in the next turn.
  const { epoch, head, pruned } = await readLogState(db)
  const now = await clock(db)
  const isCurrent = (at: Date, age: number) => now.getTime() - at.getTime() < age
  if (!state || state.life !== epoch || state.position < pruned || !isCurrent(state.computedAt, ALL_AFTER)) {
    await suggestAll(deps, signal)
    return
  }
  const changed = await changedBetween(db, { after: state.position, upTo: head, types: [...CHANGES] })
  const userIds = changed.map(({ userId }) => userId!)
  if (userIds.length > FEW) {
    await suggestAll(deps, signal)
    return
  }
  if (userIds.length > 0) await computeFor(deps, userIds, signal)
  const isWeekCurrent = isCurrent(state.weekAt, WEEK_AFTER)
  if (state.position === head && isWeekCurrent) return
  const week = isWeekCurrent ? state : { week: JSON.stringify(await rankWeek(db, now)), weekAt: now }
  await writeState(db, { ...state, position: head, ...week })
}

/** Computes the suggestions of everybody. */
export async function suggestAll(
  deps: Pick<Deps, 'db'>,
  signal?: AbortSignal,
): Promise<{ people: number; albums: number; ms: number }> {
  const { db } = deps
  const startedAt = performance.now()
  const { epoch: life, head: position } = await readLogState(db)
  const now = await clock(db)
  const counts = await computeAll(deps, signal)
  const rankings = {
    followed: JSON.stringify(await rankFollowed(db)),
    week: JSON.stringify(await rankWeek(db, now)),
  }
  await writeState(db, { life, position, computedAt: now, ...rankings, weekAt: now })
  return { ...counts, ms: Math.round(performance.now() - startedAt) }
}
