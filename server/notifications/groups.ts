import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { chunked, grouped, theseRows, unreadComments, type Row, type States } from './rows.ts'

// Groups notifications that are shown as one. The callers hold the locks on the recipients' states (rows.ts), so the rows read
// here cannot change until the transaction ends.

const HOUR = 60 * 60 * 1000
/** how long after its first row a group of likes or follows accepts more rows, in milliseconds */
const OPEN = 12 * HOUR
/** maximum number of unread comments on one thing that are shown separately; more are folded into one group */
const SINGLE = 3

type Group = { userId: number; number: number; key: string; startedAt: Date; position: number }
type Key = { userId: number; number: number }

const isBucketed = ({ kind }: Pick<Row, 'kind'>) => kind === 'follow' || kind.startsWith('like')
export const isFolded = ({ kind }: Pick<Row, 'kind'>) => kind === 'comment' || kind === 'thread'
const nameOfThread = ({ logId, listId }: Pick<Row, 'logId' | 'listId'>) =>
  logId === null ? `list:${listId}` : `review:${logId}`

const keyOf = (row: Row): string => {
  if (isBucketed(row)) return `${row.kind} ${row.thing}`
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
 * Assigns rows to groups: sets the `groupId` of each, writes the groups, and moves existing comment rows to other groups if the
 * new ones change how they are folded. The caller writes the rows themselves.
 */
export async function placeRows(tx: Tx, states: States, fresh: readonly Row[]): Promise<void> {
  const groups = new Map<string, Group>()
  const join = (row: Row, number: number, startedAt = row.createdAt) => {
    row.groupId = number
    const name = `${row.userId} ${number}`
    const known = groups.get(name)
    if (known) known.position = Math.max(known.position, row.position)
    else groups.set(name, { userId: row.userId, number, key: keyOf(row), startedAt, position: row.position })
  }
  for (const row of fresh) if (!isBucketed(row) && !isFolded(row)) join(row, row.position)
  await placeInBuckets(tx, fresh.filter(isBucketed), join)
  const left: Key[] = []
  const comments = grouped(fresh.filter(isFolded), nameOfThread)
  for (const theirs of comments.values()) left.push(...(await fold(tx, states, theirs, join)))
  await writeGroups(tx, [...groups.values()])
  await settleGroups(tx, left)
}

type Join = (row: Row, number: number, startedAt?: Date) => void

/** Adds likes and follows to the open group that started nearest in time, or starts a new one. */
async function placeInBuckets(tx: Tx, fresh: readonly Row[], join: Join): Promise<void> {
  if (fresh.length === 0) return
  const moments = fresh.map(({ createdAt }) => createdAt.getTime())
  const found = await latestGroups(tx, {
    userIds: padded([...new Set(fresh.map(({ userId }) => userId))]),
    keys: padded([...new Set(fresh.map(keyOf))], ''),
    after: new Date(Math.min(...moments) - OPEN),
  })
  const open = grouped(found, ({ userId, key }) => `${userId} ${key}`)
  for (const row of fresh.toSorted((a, b) => a.position - b.position)) {
    const name = `${row.userId} ${keyOf(row)}`
    // Absolute, because a row that reappears can be older than a group that started in the meantime.
    const distance = (group: Group) => Math.abs(group.startedAt.getTime() - row.createdAt.getTime())
    const [nearest] = (open.get(name) ?? [])
      .filter((group) => distance(group) < OPEN)
      .toSorted((a, b) => distance(a) - distance(b))
    join(row, nearest?.number ?? row.position, nearest?.startedAt)
    if (nearest) continue
    const { userId, position, createdAt } = row
    const begun = { userId, number: position, key: keyOf(row), startedAt: createdAt, position }
    open.set(name, [...(open.get(name) ?? []), begun])
  }
}

/**
 * Groups the comments of one thread. Unread comments of a user get a group each, or one common group if there are more than
 * `SINGLE`. Returns the groups that existing rows were moved out of.
 */
async function fold(tx: Tx, states: States, fresh: readonly Row[], join: Join): Promise<Key[]> {
  const [any] = fresh
  if (!any) return []
  const isUnread = ({ userId, position }: Row) => position > (states.get(userId)?.readUpTo ?? 0)
  const byPerson = grouped(fresh, ({ userId }) => userId)
  for (const { userId, number, startedAt } of await foldedGroups(tx, any, [...byPerson.keys()])) {
    const rows = byPerson.get(userId)
    if (!rows || rows.some(({ position }) => position < number)) continue
    for (const row of rows) join(row, number, startedAt)
    byPerson.delete(userId)
  }
  const before: Row[] = []
  for (const people of chunked([...byPerson.keys()]))
    for (const row of await unreadComments(tx, any, people)) before.push({ ...any, ...row })
  const theirs = grouped(before, ({ userId }) => userId)
  const moved: { row: Row; from: number }[] = []
  for (const [userId, rows] of byPerson) {
    const unread = [...(theirs.get(userId) ?? []), ...rows.filter(isUnread)]
    const isOne = unread.length > SINGLE
    const first = Math.min(...unread.map(({ groupId, position }) => groupId ?? position))
    for (const row of unread) {
      const from = row.groupId
      join(row, isOne ? first : row.position)
      if (from !== null && from !== row.groupId) moved.push({ row, from })
    }
    for (const row of rows) if (!isUnread(row)) join(row, row.position)
  }
  await moveRows(
    tx,
    moved.map(({ row }) => row),
  )
  return moved.map(({ row, from }) => ({ userId: row.userId, number: from }))
}

/** Regroups after comments of a thread were withdrawn: the remaining unread ones may be few enough for a group each. */
export async function foldAgain(tx: Tx, thread: Row, people: readonly number[]): Promise<void> {
  const groups: Group[] = []
  const moved: { row: Row; from: number }[] = []
  for (const some of chunked([...new Set(people)])) {
    const unread = grouped(await unreadComments(tx, thread, some), ({ userId }) => userId)
    for (const theirs of unread.values()) {
      if (theirs.length > SINGLE) continue
      for (const each of theirs) {
        if (each.groupId === each.position) continue
        const row = { ...thread, ...each, groupId: each.position }
        moved.push({ row, from: each.groupId })
        const { userId, position, createdAt } = each
        groups.push({ userId, number: position, key: keyOf(row), startedAt: createdAt, position })
      }
    }
  }
  await writeGroups(tx, groups)
  await moveRows(
    tx,
    moved.map(({ row }) => row),
  )
  await settleGroups(
    tx,
    moved.map(({ row, from }) => ({ userId: row.userId, number: from })),
  )
}

/**
 * Finds the folded groups of a thread that are completely unread by these users. A new comment joins such a group without a count
 * of its rows: in a long thread that nobody reads, counting would read all rows for each participant.
 */
async function foldedGroups(tx: Tx, thread: Row, people: readonly number[]) {
  const found: Pick<Group, 'userId' | 'number' | 'startedAt'>[] = []
  for (const userIds of chunked(people))
    found.push(...(await unreadFolds(tx, { userIds: padded(userIds), key: keyOf(thread) })))
  return found
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

async function moveRows(tx: Tx, moved: readonly Row[]): Promise<void> {
  for (const some of chunked(moved)) {
    const cases = some.map(
      ({ userId, position, groupId }) =>
        Prisma.sql`WHEN userId = ${userId} AND position = ${position} THEN ${groupId}`,
    )
    await tx.$executeRaw`
      UPDATE Notification SET groupId = CASE ${Prisma.join(cases, ' ')} END WHERE ${theseRows(some)}`
  }
}

async function writeGroups(tx: Tx, groups: readonly Group[]): Promise<void> {
  for (const some of chunked(groups)) {
    const values = some.map(
      ({ userId, number, key, startedAt, position }) =>
        Prisma.sql`(${userId}, ${number}, ${key}, ${startedAt}, ${position})`,
    )
    await tx.$executeRaw`
      INSERT INTO NotificationGroup (userId, number, \`key\`, startedAt, position) VALUES ${Prisma.join(values)}
      ON DUPLICATE KEY UPDATE position = GREATEST(position, VALUES(position))`
  }
}

/** Updates groups that lost rows: sets the position of the newest remaining row, or deletes the group if none remains. */
export async function settleGroups(tx: Tx, groups: readonly Key[]): Promise<void> {
  const different = new Map(groups.map((key) => [`${key.userId} ${key.number}`, key]))
  for (const some of chunked([...different.values()])) {
    const each = some.map(({ userId, number }) => Prisma.sql`(g.userId = ${userId} AND g.number = ${number})`)
    const these = Prisma.join(each, ' OR ')
    await tx.$executeRaw`
      DELETE g FROM NotificationGroup g
      LEFT JOIN Notification n ON n.userId = g.userId AND n.groupId = g.number
      WHERE (${these}) AND n.userId IS NULL`
    await tx.$executeRaw`
      UPDATE NotificationGroup g SET g.position = (
        SELECT MAX(n.position) FROM Notification n WHERE n.userId = g.userId AND n.groupId = g.number)
      WHERE ${these}`
  }
}
