import { sql } from 'kysely'
import type { Write } from '../../core/change.ts'
import { rows } from '../../lib/sql.ts'
import { isDeliverable, withThings, type Which } from '../read/deliverable.ts'
import { rowColumns } from '../read/rows.ts'
import { placeRows, showRows } from './groups.ts'
import { emitTouched, lockStates, updateRows } from './states.ts'
import { leaveGroups } from './withdraw.ts'

/**
 * Changes after which recipients can gain or lose access to the subject of a notification: a new visibility, a removed text, a
 * disabled user …
 */
type Changed =
  | { logs: readonly number[] }
  | { comment: number }
  | { list: number }
  /** the things of a user, as seen by `reader` or by everyone */
  | { owner: number; reader?: number }
  | { actor: number }

const concerned = (changed: Changed): Which => {
  if ('logs' in changed) return sql<boolean>`n.logId IN (${sql.join(changed.logs)})`
  if ('comment' in changed) return sql<boolean>`n.commentId = ${changed.comment}`
  if ('list' in changed) return sql<boolean>`n.listId = ${changed.list}`
  if ('actor' in changed) return sql<boolean>`n.actorId = ${changed.actor}`
  const { owner, reader } = changed
  const ids = (table: 'Log' | 'List') => sql`SELECT t.id FROM ${sql.table(table)} t WHERE t.userId = ${owner}`
  const things = sql<boolean>`(n.logId IN (${ids('Log')}) OR n.listId IN (${ids('List')}))`
  return reader === undefined ? things : sql<boolean>`(n.userId = ${reader} AND ${things})`
}

/** Hides notifications that their recipients can no longer see, and shows those again that they can, in their old positions. */
export async function reapplyVisibility(write: Write, changed: Changed): Promise<void> {
  if ('logs' in changed && changed.logs.length === 0) return
  const { tx } = write
  const wrong = withThings(concerned(changed))
    .where('n.fate', 'in', ['shown', 'hidden'])
    .where(sql<boolean>`(n.fate = 'shown') <> ${isDeliverable}`)
  const recipients = await rows(tx, wrong.select('n.userId').distinct())
  if (recipients.length === 0) return
  const states = await lockStates(
    tx,
    recipients.map(({ userId }) => userId),
  )
  const found = await rows(tx, wrong.select([...rowColumns, 'n.fate']))
  const hidden = found.filter(({ fate }) => fate === 'shown')
  await updateRows(tx, hidden, { fate: 'hidden', groupId: null })
  await leaveGroups(write, hidden)
  const back = found.filter(({ fate, userId }) => fate === 'hidden' && states.has(userId))
  await placeRows(tx, states, back)
  await showRows(tx, back)
  emitTouched(
    write,
    back.map(({ userId }) => userId),
  )
}

/** Hides others' notifications about a user who was disabled, and about their things, or shows them again. */
export async function reapplyVisibilityOf(write: Write, userId: number): Promise<void> {
  await reapplyVisibility(write, { actor: userId })
  await reapplyVisibility(write, { owner: userId })
}
