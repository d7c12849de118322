import { sql } from 'kysely'
import type { Write } from '../../core/change.ts'
import { kysely, rows, run, runAll } from '../../lib/sql.ts'
import type { LikedChange } from '../../likes/write.ts'
import type { Batch } from '../../users/lock.ts'
import { causeOf } from '../causes.ts'
import type { Which } from '../read/deliverable.ts'
import { chunksOf, groupBy, rowColumns, unique, type Notice, type Row } from '../read/rows.ts'
import { leaveGroups } from './groups.ts'
import { notify } from './notify.ts'
import { lockStates, rowDeletions, rowUpdates } from './states.ts'

// Runs in the transaction of the cause, before the rows to which the notifications refer are deleted.

type Ending = {
  /** the rows remain, so that the same cause does not notify again; otherwise they are deleted */
  isWithdrawn?: boolean
  /** which of the notifications that match the condition; all by default */
  isMeant?: (row: Row) => boolean
}

/** Locks the recipients of the notifications that match a condition, then ends the notifications; returns how many. */
async function end(
  write: Write,
  condition: Which,
  { isWithdrawn = false, isMeant = () => true }: Ending = {},
): Promise<number> {
  const { tx } = write
  const notifications = kysely.selectFrom('Notification as n').where(condition)
  const recipients = await rows(tx, notifications.select('n.userId').distinct())
  if (recipients.length === 0) return 0
  await lockStates(
    tx,
    recipients.map(({ userId }) => userId),
  )
  const ended = (await rows(tx, notifications.select(rowColumns))).filter(isMeant)
  await runAll(tx, isWithdrawn ? rowUpdates(ended, { fate: 'gone', groupId: null }) : rowDeletions(ended))
  await leaveGroups(write, ended)
  return ended.length
}

/** causes.ts defines for each kind which of both happens. */
export async function withdraw(write: Write, notices: readonly Notice[]): Promise<void> {
  const nameOf = ({ userId, actorId }: Notice) => `${userId} ${actorId}`
  for (const group of groupBy(notices, ({ kind, thing }) => `${kind} ${thing}`).values()) {
    const [{ kind, thing }] = group as [Notice]
    const actors = unique(group.flatMap(({ actorId }) => actorId ?? []))
    const names = new Set(group.map(nameOf))
    await end(
      write,
      sql<boolean>`n.kind = ${kind} AND n.thing = ${thing} AND n.fate <> 'gone'
        AND n.userId IN (${sql.join(unique(group.map(({ userId }) => userId)))})
        ${actors.length > 0 ? sql`AND n.actorId IN (${sql.join(actors)})` : sql``}`,
      { isWithdrawn: causeOf(kind)?.end === 'withdrawn', isMeant: (row) => names.has(nameOf(row)) },
    )
  }
}

/** Locks all recipients at once, which prevents deadlocks. */
export async function replaceNotices(
  write: Write,
  { gone, added }: { gone: readonly Notice[]; added: readonly Notice[] },
): Promise<void> {
  const all = [...gone, ...added]
  if (gone.length > 0)
    await lockStates(
      write.tx,
      all.map(({ userId }) => userId),
    )
  await withdraw(write, gone)
  await notify(write, added)
}

export const notifyOfLikes =
  <Thing>(noticeOfLike: (thing: Thing, likerId: number) => Notice) =>
  async (write: Write, changes: readonly LikedChange<Thing>[]): Promise<void> => {
    const noticesOf = (direction: 'added' | 'removed') =>
      changes.flatMap((change) => change[direction].map((likerId) => noticeOfLike(change.thing, likerId)))
    await replaceNotices(write, { gone: noticesOf('removed'), added: noticesOf('added') })
  }

/** The notifications do not reappear. */
export async function withdrawFrom(
  write: Write,
  { userId, actorId }: { userId: number; actorId: number },
): Promise<void> {
  const condition = sql<boolean>`n.userId = ${userId} AND n.actorId = ${actorId} AND n.fate <> 'gone'`
  await end(write, condition, { isWithdrawn: true })
}

const columns = { comments: 'n.commentId', logs: 'n.logId', lists: 'n.listId' } as const

/** Must be called before the things are deleted. */
export async function deleteNotificationsAbout(
  write: Write,
  things: Partial<Record<keyof typeof columns, readonly number[]>>,
): Promise<void> {
  for (const name of Object.keys(columns) as (keyof typeof columns)[])
    for (const ids of chunksOf(things[name] ?? []))
      await end(write, sql<boolean>`${sql.ref(columns[name])} IN (${sql.join(ids)})`)
}

export async function deleteNotificationsOfKind(
  write: Write,
  { userId, kind }: Pick<Notice, 'userId' | 'kind'>,
): Promise<void> {
  await end(write, sql<boolean>`n.userId = ${userId} AND n.kind = ${kind}`)
}

/** The rows remain: after a block and its end, the same cause does not notify again. */
export async function withdrawBetween(write: Write, one: number, other: number): Promise<void> {
  await end(
    write,
    sql<boolean>`((n.userId = ${one} AND n.actorId = ${other}) OR (n.userId = ${other} AND n.actorId = ${one}))
      AND n.fate <> 'gone'`,
    { isWithdrawn: true },
  )
}

export const deleteNotificationsBy = (write: Write, { userId, limit }: Batch): Promise<number> =>
  end(
    write,
    sql<boolean>`(n.userId, n.position) IN (SELECT * FROM (
      SELECT a.userId, a.position FROM Notification a WHERE a.actorId = ${userId} LIMIT ${limit}) AS some)`,
  )

export async function deleteNotificationsAboutUser(write: Write, userId: number): Promise<void> {
  await end(write, sql<boolean>`n.actorId = ${userId}`)
  const idsOf = async (table: 'Log' | 'List' | 'Comment') =>
    (await rows(write.tx, kysely.selectFrom(table).select('id').where('userId', '=', userId))).map(
      ({ id }) => id,
    )
  const [comments, logs, lists] = [await idsOf('Comment'), await idsOf('Log'), await idsOf('List')]
  await deleteNotificationsAbout(write, { comments, logs, lists })
}

export const deleteNotificationsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(tx, kysely.deleteFrom('Notification').where('userId', '=', userId).orderBy('position').limit(limit))
