import { sql } from 'kysely'
import type { NotificationKind } from '../../shared/notifications.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import type { Batch } from '../users/lock.ts'
import { isDeliverable, withThings, type Which } from './deliverable.ts'
import { foldAgain, isFolded, placeRows, settleGroups } from './groups.ts'
import { bringBack, emitTouched } from './notify.ts'
import { chunked, grouped, lockStates, rowColumns, theseRows, type Row } from './rows.ts'

// Withdraws, hides or deletes notifications whose cause no longer exists or whose recipients can no longer see them. This runs in
// the transaction of the cause, before the rows are deleted.

const select = (which: Which) =>
  kysely
    .selectFrom('Notification as n')
    .select([...rowColumns, 'n.fate'])
    .where(which)

const asRow = <Found extends { kind: string }>(found: Found) => ({
  ...found,
  kind: found.kind as NotificationKind,
})

/** Locks the recipients of notifications, then reads the notifications. */
async function readLocked(tx: Tx, which: Which) {
  const people = await rows(
    tx,
    kysely.selectFrom('Notification as n').select('n.userId').distinct().where(which),
  )
  if (people.length === 0) return []
  await lockStates(
    tx,
    people.map(({ userId }) => userId),
  )
  return (await rows(tx, select(which))).map(asRow)
}

/**
 * Removes notifications whose cause no longer exists; returns how many. `forGood` deletes them, because their cause can never
 * recur. Otherwise they are marked as withdrawn, so that a repeated cause does not create a second notification.
 */
async function end(write: Write, which: Which, forGood: boolean): Promise<number> {
  const found = await readLocked(write.tx, which)
  for (const some of chunked(found)) {
    if (forGood) await write.tx.$executeRaw`DELETE FROM Notification WHERE ${theseRows(some)}`
    else
      await write.tx.$executeRaw`
        UPDATE Notification SET fate = 'gone', groupId = NULL WHERE ${theseRows(some)}`
  }
  await leaveGroups(write, found)
  return found.length
}

/** Updates the groups of rows that are no longer shown, and notifies the recipients' pages. */
async function leaveGroups(write: Write, gone: readonly Row[]): Promise<void> {
  const shown = gone.flatMap((row) => (row.groupId === null ? [] : [{ ...row, number: row.groupId }]))
  await settleGroups(write.tx, shown)
  for (const some of grouped(shown.filter(isFolded), ({ logId, listId }) => `${logId} ${listId}`).values())
    await foldAgain(
      write.tx,
      some[0]!,
      some.map(({ userId }) => userId),
    )
  emitTouched(
    write,
    shown.map(({ userId }) => userId),
  )
}

type Cause = {
  kind: NotificationKind
  /** name of the subject (`about`) */
  thing: string
  /** who caused it; everyone by default */
  actors?: readonly number[]
  /** the recipients; everyone by default */
  to?: readonly number[]
}

/** Withdraws the notifications of an action that was undone and can be repeated: a like, a follow, a mention. */
export async function takeBack(write: Write, { kind, thing, actors, to }: Cause): Promise<void> {
  if (actors?.length === 0 || to?.length === 0) return
  const [first] = actors ?? []
  await end(
    write,
    sql<boolean>`n.kind = ${kind} AND n.thing = ${thing} AND n.fate <> 'gone'
      ${to ? sql`AND n.userId IN (${sql.join(to)})` : sql``}
      ${first === undefined ? sql`` : sql`AND n.actorId IN (${sql.join(actors!)})`}`,
    false,
  )
}

/** Things that are about to be deleted, with their dependent rows. */
export type Deleted =
  | { comments: readonly number[] }
  | { logs: readonly number[] }
  | { lists: readonly number[] }

/** Deletes the notifications about things that are about to be deleted. */
export async function forgetThings(write: Write, deleted: Deleted): Promise<void> {
  const [column, ids] =
    'comments' in deleted
      ? ['n.commentId', deleted.comments]
      : 'logs' in deleted
        ? ['n.logId', deleted.logs]
        : ['n.listId', deleted.lists]
  for (const some of chunked(ids))
    await end(write, sql<boolean>`${sql.ref(column)} IN (${sql.join(some)})`, true)
}

/** Deletes notifications about an import that was undone, a report that was closed or a decision that was undone. */
export async function forgetOther(
  write: Write,
  { name }: { name: string },
  to: readonly number[],
): Promise<void> {
  if (to.length === 0) return
  await end(write, sql<boolean>`n.userId IN (${sql.join(to)}) AND n.thing = ${name}`, true)
}

/** Deletes the notifications of two users about each other. */
export async function forgetBetween(write: Write, one: number, other: number): Promise<void> {
  await end(
    write,
    sql<boolean>`((n.userId = ${one} AND n.actorId = ${other}) OR (n.userId = ${other} AND n.actorId = ${one}))`,
    true,
  )
}

/** Withdraws the notifications of a user about another one whom they muted; they do not reappear. */
export async function silence(write: Write, { by, muted }: { by: number; muted: number }): Promise<void> {
  await end(write, sql<boolean>`n.userId = ${by} AND n.actorId = ${muted} AND n.fate <> 'gone'`, false)
}

/** Deletes the notifications that a user caused, at most `limit` if given; returns how many. */
export const forgetActs = (write: Write, actorId: number, limit?: number): Promise<number> =>
  end(
    write,
    limit === undefined
      ? sql<boolean>`n.actorId = ${actorId}`
      : sql<boolean>`(n.userId, n.position) IN (SELECT * FROM (
          SELECT a.userId, a.position FROM Notification a WHERE a.actorId = ${actorId} LIMIT ${limit}) AS some)`,
    true,
  )

/**
 * Changes after which recipients can gain or lose access to the subject of a notification: a new visibility, a removed text, a
 * disabled user …
 */
export type Changed =
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
  const which = concerned(changed)
  const judged = withThings(which)
    .where('n.fate', 'in', ['shown', 'hidden'])
    .where(sql<boolean>`(n.fate = 'shown') <> ${isDeliverable}`)
  const people = await rows(write.tx, judged.select('n.userId').distinct())
  if (people.length === 0) return
  const states = await lockStates(
    write.tx,
    people.map(({ userId }) => userId),
  )
  const found = (await rows(write.tx, judged.select([...rowColumns, 'n.fate']))).map(asRow)
  const hidden = found.filter(({ fate }) => fate === 'shown')
  for (const some of chunked(hidden))
    await write.tx
      .$executeRaw`UPDATE Notification SET fate = 'hidden', groupId = NULL WHERE ${theseRows(some)}`
  await leaveGroups(write, hidden)
  const back = found.filter(({ fate, userId }) => fate === 'hidden' && states.has(userId))
  await placeRows(write.tx, states, back)
  await bringBack(write.tx, back)
  emitTouched(
    write,
    back.map(({ userId }) => userId),
  )
}

/** Deletes a batch of the notifications for a user who is being removed; returns its size. */
export const deleteNotificationsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  tx.$executeRaw`DELETE FROM Notification WHERE userId = ${userId} ORDER BY position LIMIT ${limit}`
