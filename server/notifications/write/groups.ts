import { sql, type Compilable } from 'kysely'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, rows, runAll, statement, type Tables } from '../../lib/sql.ts'
import { causeOf, causes } from '../causes.ts'
import { chunksOf, groupBy, nameOfThread, theseRows, unique, type Row } from '../read/rows.ts'
import { emitTouched, type States } from './states.ts'

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
const isFolded = ({ kind }: Pick<Row, 'kind'>) => causeOf(kind)?.shown === 'folded'
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
    else groups.set(name, { ...groupOf(row), number, startedAt })
  }
  for (const row of fresh) if (!isGathered(row) && !isFolded(row)) join(row, row.position)
  const gathered = fresh.filter(isGathered)
  if (gathered.length > 0) {
    const recentGroups = await latestGroups(tx, {
      userIds: padded(unique(gathered.map(({ userId }) => userId))),
      keys: padded(unique(gathered.map(keyOf)), ''),
      after: new Date(Math.min(...gathered.map(({ createdAt }) => createdAt.getTime())) - OPEN),
    })
    gather(gathered, recentGroups, join)
  }
  const moves: Move[] = []
  for (const comments of groupBy(fresh.filter(isFolded), nameOfThread).values())
    moves.push(...(await fold(tx, states, comments, join)))
  await runAll(tx, [
    ...showUpdates(moves.map(({ row }) => row)),
    ...groupInserts([...groups.values()]),
    ...groupCorrections(leftGroups(moves)),
  ])
}

/** Returns the group that a row starts. */
const groupOf = (row: Row): Group => {
  const { userId, position, createdAt } = row
  return { userId, number: position, key: keyOf(row), startedAt: createdAt, position }
}

type Join = (row: Row, number: number, startedAt?: Date) => void
/** A row that is assigned to another group. */
type Move = { row: Row; from: number }

const leftGroups = (moves: readonly Move[]): Key[] =>
  moves.map(({ row, from }) => ({ userId: row.userId, number: from }))

function gather(fresh: readonly Row[], recentGroups: readonly Group[], join: Join): void {
  const openGroups = groupBy(recentGroups, ({ userId, key }) => `${userId} ${key}`)
  for (const row of fresh.toSorted((a, b) => a.position - b.position)) {
    const name = `${row.userId} ${keyOf(row)}`
    // Absolute, because a row that reappears can be older than a group that started in the meantime.
    const distance = (group: Group) => Math.abs(group.startedAt.getTime() - row.createdAt.getTime())
    const [nearest] = (openGroups.get(name) ?? [])
      .filter((group) => distance(group) < OPEN)
      .toSorted((a, b) => distance(a) - distance(b))
    join(row, nearest?.number ?? row.position, nearest?.startedAt)
    if (!nearest) openGroups.set(name, [...(openGroups.get(name) ?? []), groupOf(row)])
  }
}

/**
 * Groups the comments of one thread. Unread comments of a user get a group each, or one common group if there are more than
 * `SINGLE`. Returns the moves of existing rows.
 */
async function fold(tx: Tx, states: States, fresh: readonly Row[], join: Join): Promise<Move[]> {
  const [thread] = fresh
  if (!thread) return []
  const isUnread = ({ userId, position }: Row) => position > (states.get(userId)?.readUpTo ?? 0)
  const byUser = groupBy(fresh, ({ userId }) => userId)
  for (const userIds of chunksOf([...byUser.keys()]))
    for (const group of await unreadFolds(tx, { userIds: padded(userIds), key: keyOf(thread) })) {
      const comments = byUser.get(group.userId)
      if (!comments || comments.some(({ position }) => position < group.number)) continue
      for (const row of comments) join(row, group.number, group.startedAt)
      byUser.delete(group.userId)
    }
  const unreadByUser = groupBy(await readUnread(tx, thread, [...byUser.keys()]), ({ userId }) => userId)
  const moves: Move[] = []
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
  return moves
}

/** Updates the groups of rows that are no longer shown, and notifies the recipients' pages. */
export async function leaveGroups({ tx, emit }: Write, notifications: readonly Row[]): Promise<void> {
  const shownRows = notifications.flatMap((row) =>
    row.groupId === null ? [] : [{ ...row, number: row.groupId }],
  )
  await runAll(tx, groupCorrections(shownRows))
  for (const comments of groupBy(shownRows.filter(isFolded), nameOfThread).values()) {
    const userIds = unique(comments.map(({ userId }) => userId))
    const unread = groupBy(await readUnread(tx, comments[0]!, userIds), ({ userId }) => userId)
    // The remaining unread comments of a user may be few enough for a group each.
    const moves = [...unread.values()]
      .filter((remaining) => remaining.length <= SINGLE)
      .flat()
      .filter(({ groupId, position }) => groupId !== position)
      .map((row) => ({ row: { ...row, groupId: row.position }, from: row.groupId }))
    const movedRows = moves.map(({ row }) => row)
    await runAll(tx, [
      ...groupInserts(movedRows.map(groupOf)),
      ...showUpdates(movedRows),
      ...groupCorrections(leftGroups(moves)),
    ])
  }
  emitTouched(
    emit,
    shownRows.map(({ userId }) => userId),
  )
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

/** Returns the statements that show rows, which can have been withdrawn or hidden, in the groups that were assigned to them. */
export const showUpdates = (notifications: readonly Row[]): Compilable[] =>
  chunksOf(notifications).map((chunk) => {
    const cases = chunk.map(
      ({ userId, position, groupId }) =>
        sql`WHEN userId = ${userId} AND position = ${position} THEN ${groupId}`,
    )
    const groupId = sql<number>`CASE ${sql.join(cases, sql` `)} END`
    return kysely.updateTable('Notification').set({ fate: 'shown', groupId }).where(theseRows(chunk))
  })

const groupInserts = (groups: readonly Group[]): Compilable[] =>
  chunksOf(groups).map((chunk) =>
    kysely
      .insertInto('NotificationGroup')
      .values(chunk)
      .onDuplicateKeyUpdate({ position: sql<number>`GREATEST(position, VALUES(position))` }),
  )

/**
 * Returns the statements that update groups which lost rows: they set the position of the newest remaining row, or delete the group
 * if none remains.
 */
export function groupCorrections(groups: readonly Key[]): Compilable[] {
  const different = new Map(groups.map((key) => [`${key.userId} ${key.number}`, key]))
  return chunksOf([...different.values()]).flatMap((chunk) => {
    const keys = chunk.map(
      ({ userId, number }) =>
        sql`(NotificationGroup.userId = ${userId} AND NotificationGroup.number = ${number})`,
    )
    const these = sql<boolean>`(${sql.join(keys, sql` OR `)})`
    const deletion = kysely
      .deleteFrom('NotificationGroup')
      .using('NotificationGroup')
      .leftJoin('Notification as n', (join) =>
        join
          .onRef('n.userId', '=', 'NotificationGroup.userId')
          .onRef('n.groupId', '=', 'NotificationGroup.number'),
      )
      .where(these)
      .where('n.userId', 'is', null)
    const newest = sql<number>`(SELECT MAX(n.position) FROM Notification n
      WHERE n.userId = NotificationGroup.userId AND n.groupId = NotificationGroup.number)`
    return [deletion, kysely.updateTable('NotificationGroup').set({ position: newest }).where(these)]
  })
}
