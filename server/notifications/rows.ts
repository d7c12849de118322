import type { Thread } from '../../shared/comments.ts'
import type { NotificationDetail, NotificationKind } from '../../shared/notifications.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, rows, statement } from '../lib/sql.ts'

/** Columns of a notification that writers need. */
export type Row = {
  userId: number
  position: number
  kind: NotificationKind
  thing: string
  actorId: number | null
  logId: number | null
  listId: number | null
  commentId: number | null
  groupId: number | null
  createdAt: Date
}

/** Subject of a notification: a unique name, and the rows that it refers to; it is deleted with any of them. */
export type About = { name: string; logId?: number; listId?: number; commentId?: number }

const inThread = (thread: Thread) => ('list' in thread ? { listId: thread.list } : { logId: thread.review })
const nameOfThread = (thread: Thread) =>
  'list' in thread ? `list:${thread.list}` : `review:${thread.review}`

/** Creates the subjects of notifications. */
export const about = {
  /** only the actor, without a thing */
  person: (): About => ({ name: '' }),
  thread: (thread: Thread): About => ({ name: nameOfThread(thread), ...inThread(thread) }),
  comment: (id: number, thread: Thread): About => ({
    name: `comment:${id}`,
    commentId: id,
    ...inThread(thread),
  }),
  /** something that is not shown itself, such as an import, by its id */
  other: (what: 'import' | 'case' | 'report' | 'announcement', id: number): About => ({
    name: `${what}:${id}`,
  }),
}

/** A notification to one recipient, before it is written. */
export type Notice = {
  to: number
  kind: NotificationKind
  actorId: number | null
  about: About
  detail?: NotificationDetail
}

/** A user's newest and read positions, locked until the end of the transaction. */
type State = { userId: number; position: number; readUpTo: number }
export type States = Map<number, State>

/** maximum number of users or rows per statement */
const CHUNK = 500
export const chunked = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  )

/** Groups items by the name that `nameOf` returns. */
export function grouped<Item, Name>(items: Iterable<Item>, nameOf: (item: Item) => Name): Map<Name, Item[]> {
  const groups = new Map<Name, Item[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group) group.push(item)
    else groups.set(nameOf(item), [item])
  }
  return groups
}

const lockedStates = statement(({ userIds }: { userIds: number[] }) =>
  kysely
    .selectFrom('NotificationState')
    .select(['userId', 'position', 'readUpTo'])
    .where('userId', 'in', userIds)
    .orderBy('userId')
    .forUpdate(),
)

/** Creates the notification state of a new user. */
export async function startNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.notificationState.create({ data: { userId }, select: { userId: true } })
}

/**
 * Locks the notification states of users, always in the order of their ids. Transactions that write notifications of the same
 * user run one after another. Deleted users are left out.
 */
export async function lockStates(tx: Tx, people: Iterable<number>): Promise<States> {
  const states: States = new Map()
  for (const ids of chunked([...new Set(people)].toSorted((a, b) => a - b))) {
    const userIds = padded(ids)
    for (const state of await lockedStates(tx, { userIds })) states.set(state.userId, state)
    // Only users who registered with the previous release, during an upgrade.
    const missing = ids.filter((id) => !states.has(id))
    if (missing.length === 0) continue
    await tx.$executeRaw`
      INSERT IGNORE INTO NotificationState (userId) SELECT id FROM User WHERE id IN (${Prisma.join(missing)}) ORDER BY id`
    for (const state of await lockedStates(tx, { userIds: padded(missing) })) states.set(state.userId, state)
  }
  return states
}

/** Builds a condition that selects rows by their keys, with a range per user. */
export function theseRows(found: readonly Pick<Row, 'userId' | 'position'>[]): Prisma.Sql {
  const byPerson = grouped(found, ({ userId }) => userId)
  const each = [...byPerson].map(
    ([userId, theirs]) =>
      Prisma.sql`(userId = ${userId} AND position IN (${Prisma.join(theirs.map(({ position }) => position))}))`,
  )
  return Prisma.sql`(${Prisma.join(each, ' OR ')})`
}

/** Columns of `Row`, for queries. */
export const rowColumns = [
  'n.userId',
  'n.position',
  'n.kind',
  'n.thing',
  'n.actorId',
  'n.logId',
  'n.listId',
  'n.commentId',
  'n.groupId',
  'n.createdAt',
] as const

type Unread = { userId: number; position: number; groupId: number; createdAt: Date }

/** Reads the unread and shown comment notifications of a thread, for the given users. */
export const unreadComments = async (
  tx: Tx,
  thread: Pick<Row, 'logId' | 'listId'>,
  userIds: readonly number[],
): Promise<Unread[]> => {
  if (userIds.length === 0) return []
  const found = await rows(
    tx,
    kysely
      .selectFrom('Notification as n')
      .innerJoin('NotificationState as s', 's.userId', 'n.userId')
      .select(['n.userId', 'n.position', 'n.groupId', 'n.createdAt'])
      .where((eb) =>
        thread.logId === null ? eb('n.listId', '=', thread.listId) : eb('n.logId', '=', thread.logId),
      )
      .where('n.userId', 'in', userIds)
      .where('n.kind', 'in', ['comment', 'thread'])
      .where('n.fate', '=', 'shown')
      .whereRef('n.position', '>', 's.readUpTo')
      .orderBy('n.position'),
  )
  return found.flatMap(({ groupId, ...row }) => (groupId === null ? [] : [{ ...row, groupId }]))
}
