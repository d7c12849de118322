import { sql } from 'kysely'
import type { Write } from '../../core/change.ts'
import { rows, runAll } from '../../lib/sql.ts'
import { isDeliverable, withThings, type Which } from '../read/deliverable.ts'
import { rowColumns } from '../read/rows.ts'
import { leaveGroups, placeRows, showUpdates } from './groups.ts'
import { emitTouched, lockStates, rowUpdates } from './states.ts'

/** Changes of who can see the subject of a notification: a new visibility, a removed text, a disabled user … */
type Changed =
  | { logs: readonly number[] }
  | { comment: number }
  | { list: number }
  /** the things of a user, as seen by `reader` or by everyone */
  | { owner: number; reader?: number }
  | { actor: number }

const conditionFor = (change: Changed): Which => {
  if ('logs' in change) return sql<boolean>`n.logId IN (${sql.join(change.logs)})`
  if ('comment' in change) return sql<boolean>`n.commentId = ${change.comment}`
  if ('list' in change) return sql<boolean>`n.listId = ${change.list}`
  if ('actor' in change) return sql<boolean>`n.actorId = ${change.actor}`
  const { owner, reader } = change
  const ids = (table: 'Log' | 'List') => sql`SELECT t.id FROM ${sql.table(table)} t WHERE t.userId = ${owner}`
  const things = sql<boolean>`(n.logId IN (${ids('Log')}) OR n.listId IN (${ids('List')}))`
  return reader === undefined ? things : sql<boolean>`(n.userId = ${reader} AND ${things})`
}

/** Shown notifications return to their old positions. */
export async function reapplyVisibility(write: Write, change: Changed): Promise<void> {
  if ('logs' in change && change.logs.length === 0) return
  const { tx } = write
  const wrong = withThings(conditionFor(change))
    .where('n.fate', 'in', ['shown', 'hidden'])
    .where(sql<boolean>`(n.fate = 'shown') <> ${isDeliverable}`)
  const recipients = await rows(tx, wrong.select('n.userId').distinct())
  if (recipients.length === 0) return
  const states = await lockStates(
    tx,
    recipients.map(({ userId }) => userId),
  )
  const wrongRows = await rows(tx, wrong.select([...rowColumns, 'n.fate']))
  const hidden = wrongRows.filter(({ fate }) => fate === 'shown')
  await runAll(tx, rowUpdates(hidden, { fate: 'hidden', groupId: null }))
  await leaveGroups(write, hidden)
  const restoredRows = wrongRows.filter(({ fate, userId }) => fate === 'hidden' && states.has(userId))
  await placeRows(tx, states, restoredRows)
  await runAll(tx, showUpdates(restoredRows))
  emitTouched(
    write.emit,
    restoredRows.map(({ userId }) => userId),
  )
}

/** Includes notifications about the user's things. */
export async function reapplyVisibilityOf(write: Write, userId: number): Promise<void> {
  await reapplyVisibility(write, { actor: userId })
  await reapplyVisibility(write, { owner: userId })
}
