import { sql } from 'kysely'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, rows, run, statement, type Tables } from '../../lib/sql.ts'
import { causeOf, causes } from '../causes.ts'
import { chunksOf, groupBy, nameOfThread, theseRows, unique, type Row } from '../read/rows.ts'
import type { States } from './states.ts'

// The callers hold the locks on the recipients' states (states.ts), so the rows read here cannot change until the transaction
// ends.

const HOUR = 60 * 60 * 1000
/** how long after its first row a group of likes or follows accepts more rows, in milliseconds */
const OPEN = 12 * HOUR
/** maximum number of unread comments on one thing that are shown separately; more are folded into one group */
const SINGLE = 3

type Group = Tables['NotificationGroup']
type Key = Pick<Group, 'userId' | 'number'>

const isGathered = ({ kind }: Row) => causeOf(kind)?.shown === 'gathered'
export const isFolded = ({ kind }: Pick<Row, 'kind'>) => causeOf(kind)?.shown === 'folded'
const foldedKinds = Object.keys(causes).filter((kind) => isFolded({ kind: kind as Row['kind'] }))

const keyOf = (row: Row): string => {
  if (isGathered(row)) return `${row.kind} ${row.thing}`
  return isFolded(row) ? `comments ${nameOfThread(row)}` : `${row.kind} ${row.position}`
}

const latestGroups = statement(
  ({ userIds, keys, after }: { userIds: number[]; keys: string[]; after: Date }) =>
    kysely
      .selectFrom('NotificationGroup')
      .select(['userId', 'number', 'key', 'startedAt', 'position'])
      .where('userId', 'in', userIds)
      .where('key', 'in', keys)
      .where('startedAt', '>', after),
)

/**
 * Writes the groups, and moves existing comment rows if the new ones change how they are folded. The caller writes the rows
 * themselves.
 */
export async function placeRows(tx: Tx, states: States, fresh: readonly Row[]): Promise<void> {
  const groups = new Map<string, Group>()
  const join = (row: Row, number: number, startedAt = row.createdAt) => {
    row.groupId = number
    const name = `${row.userId} ${number}`
    const existing = groups.get(name)
    if (existing) existing.position = Math.max(existing.position, row.position)
    else groups.set(name, { userId: row.userId, number, key: keyOf(row), startedAt, position: row.position })
  }
  for (const row of fresh) if (!isGathered(row) && !isFolded(row)) join(row, row.position)
  await gather(tx, fresh.filter(isGathered), join)
  const shrunk: Key[] = []
  for (const comments of groupBy(fresh.filter(isFolded), nameOfThread).values())
    shrunk.push(...(await fold(tx, states, comments, join)))
  await writeGroups(tx, [...groups.values()])
  await settleGroups(tx, shrunk)
}

type Join = (row: Row, number: number, startedAt?: Date) => void

/** Joins the open group that started nearest in time, or starts a new one. */
async function gather(tx: Tx, fresh: readonly Row[], join: Join): Promise<void> {
  if (fresh.length === 0) return
  const moments = fresh.map(({ createdAt }) => createdAt.getTime())
  const recentGroups = await latestGroups(tx, {
    userIds: padded(unique(fresh.map(({ userId }) => userId))),
    keys: padded(unique(fresh.map(keyOf)), ''),
    after: new Date(Math.min(...moments) - OPEN),
  })
  const openGroups = groupBy(recentGroups, ({ userId, key }) => `${userId} ${key}`)
  for (const row of fresh.toSorted((a, b) => a.position - b.position)) {
    const name = `${row.userId} ${keyOf(row)}`
    // Absolute, because a row that reappears can be older than a group that started in the meantime.
    const distance = (group: Group) => Math.abs(group.startedAt.getTime() - row.createdAt.getTime())
    const [nearest] = (openGroups.get(name) ?? [])
      .filter((group) => distance(group) < OPEN)
      .toSorted((a, b) => distance(a) - distance(b))
    join(row, nearest?.number ?? row.position, nearest?.startedAt)
    if (nearest) continue
    const { userId, position, createdAt } = row
    const newGroup = { userId, number: position, key: keyOf(row), startedAt: createdAt, position }
    openGroups.set(name, [...(openGroups.get(name) ?? []), newGroup])
  }
}

/**
 * Unread comments of a user get a group each, or one common group if there are more than `SINGLE`. Returns the groups that
 * existing rows were moved out of.
 */
async function fold(tx: Tx, states: States, fresh: readonly Row[], join: Join): Promise<Key[]> {
  const [thread] = fresh
  if (!thread) return []
  const isUnread = ({ userId, position }: Row) => position > (states.get(userId)?.readUpTo ?? 0)
  const byUser = groupBy(fresh, ({ userId }) => userId)
  for (const { userId, number, startedAt } of await foldedGroups(tx, thread, [...byUser.keys()])) {
    const comments = byUser.get(userId)
    if (!comments || comments.some(({ position }) => position < number)) continue
    for (const row of comments) join(row, number, startedAt)
    byUser.delete(userId)
  }
  const unreadByUser = groupBy(await readUnread(tx, thread, [...byUser.keys()]), ({ userId }) => userId)
  const moves: { row: Row; from: number }[] = []
  for (const [userId, comments] of byUser) {
    const unread = [...(unreadByUser.get(userId) ?? []), ...comments.filter(isUnread)]
    const isOne = unread.length > SINGLE
    const first = Math.min(...unread.map(({ groupId, position }) => groupId ?? position))
    for (const row of unread) {
      const previousGroupId = row.groupId
      join(row, isOne ? first : row.position)
      if (previousGroupId !== null && previousGroupId !== row.groupId)
        moves.push({ row, from: previousGroupId })
    }
    for (const row of comments) if (!isUnread(row)) join(row, row.position)
  }
  return await moveRows(tx, moves)
}

/** After a withdrawal, the remaining unread comments may be few enough for a group each. */
export async function foldAgain(tx: Tx, thread: Row, userIds: readonly number[]): Promise<void> {
  const unread = groupBy(await readUnread(tx, thread, unique(userIds)), ({ userId }) => userId)
  const moves = [...unread.values()]
    .filter((comments) => comments.length <= SINGLE)
    .flat()
    .filter(({ groupId, position }) => groupId !== position)
    .map((row) => ({ row: { ...row, groupId: row.position }, from: row.groupId }))
  await writeGroups(
    tx,
    moves.map(({ row }) => {
      const { userId, position, createdAt } = row
      return { userId, number: position, key: keyOf(row), startedAt: createdAt, position }
    }),
  )
  await settleGroups(tx, await moveRows(tx, moves))
}

async function readUnread(tx: Tx, thread: Row, userIds: readonly number[]) {
  const unreadRows: (Row & { groupId: number })[] = []
  for (const chunk of chunksOf(userIds)) {
    const unread = await rows(
      tx,
      kysely
        .selectFrom('Notification as n')
        .innerJoin('NotificationState as s', 's.userId', 'n.userId')
        .select((eb) => [
          'n.userId',
          'n.position',
          'n.createdAt',
          eb.ref('n.groupId').$notNull().as('groupId'),
        ])
        .where((eb) =>
          thread.logId === null ? eb('n.listId', '=', thread.listId) : eb('n.logId', '=', thread.logId),
        )
        .where('n.userId', 'in', chunk)
        .where('n.kind', 'in', foldedKinds)
        .where('n.fate', '=', 'shown')
        .whereRef('n.position', '>', 's.readUpTo')
        .orderBy('n.position'),
    )
    for (const row of unread) unreadRows.push({ ...thread, ...row })
  }
  return unreadRows
}

/**
 * These users have read nothing of the group. A new comment joins it without a count of its rows: in a long thread that nobody
 * reads, counting would read all rows for each participant.
 */
async function foldedGroups(tx: Tx, thread: Row, people: readonly number[]) {
  const folds: Pick<Group, 'userId' | 'number' | 'startedAt'>[] = []
  for (const userIds of chunksOf(people))
    folds.push(...(await unreadFolds(tx, { userIds: padded(userIds), key: keyOf(thread) })))
  return folds
}

const unreadFolds = statement(({ userIds, key }: { userIds: number[]; key: string }) =>
  kysely
    .selectFrom('NotificationGroup as g')
    .innerJoin('NotificationState as s', 's.userId', 'g.userId')
    .select(['g.userId', 'g.number', 'g.startedAt'])
    .where('g.userId', 'in', userIds)
    .where('g.key', '=', key)
    .whereRef('g.number', '>', 's.readUpTo')
    // More than one row: the first is not the newest.
    .whereRef('g.position', '>', 'g.number'),
)

/** Returns the groups that the rows left. */
async function moveRows(tx: Tx, moves: readonly { row: Row; from: number }[]): Promise<Key[]> {
  await showRows(
    tx,
    moves.map(({ row }) => row),
  )
  return moves.map(({ row, from }) => ({ userId: row.userId, number: from }))
}

/** The rows can have been withdrawn or hidden. */
export async function showRows(tx: Tx, notifications: readonly Row[]): Promise<void> {
  for (const chunk of chunksOf(notifications)) {
    const cases = chunk.map(
      ({ userId, position, groupId }) =>
        sql`WHEN userId = ${userId} AND position = ${position} THEN ${groupId}`,
    )
    const groupId = sql<number>`CASE ${sql.join(cases, sql` `)} END`
    await run(tx, kysely.updateTable('Notification').set({ fate: 'shown', groupId }).where(theseRows(chunk)))
  }
}

async function writeGroups(tx: Tx, groups: readonly Group[]): Promise<void> {
  for (const chunk of chunksOf(groups))
    await run(
      tx,
      kysely
        .insertInto('NotificationGroup')
        .values(chunk)
        .onDuplicateKeyUpdate({ position: sql<number>`GREATEST(position, VALUES(position))` }),
    )
}

/** Sets the position of the newest remaining row, or deletes the group if none remains. */
export async function settleGroups(tx: Tx, groups: readonly Key[]): Promise<void> {
  const different = new Map(groups.map((key) => [`${key.userId} ${key.number}`, key]))
  for (const chunk of chunksOf([...different.values()])) {
    const keys = chunk.map(
      ({ userId, number }) =>
        sql`(NotificationGroup.userId = ${userId} AND NotificationGroup.number = ${number})`,
    )
    const these = sql<boolean>`(${sql.join(keys, sql` OR `)})`
    await run(
      tx,
      kysely
        .deleteFrom('NotificationGroup')
        .using('NotificationGroup')
        .leftJoin('Notification as n', (join) =>
          join
            .onRef('n.userId', '=', 'NotificationGroup.userId')
            .onRef('n.groupId', '=', 'NotificationGroup.number'),
        )
        .where(these)
        .where('n.userId', 'is', null),
    )
    const newest = sql<number>`(SELECT MAX(n.position) FROM Notification n
      WHERE n.userId = NotificationGroup.userId AND n.groupId = NotificationGroup.number)`
    await run(tx, kysely.updateTable('NotificationGroup').set({ position: newest }).where(these))
  }
}
