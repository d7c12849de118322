import type { Thread } from '../../shared/comments.ts'
import type { NotificationDetail, NotificationKind } from '../../shared/notifications.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, rows, statement } from '../lib/sql.ts'

/** A notification as it is written. */
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

/** The subject of a notification: a unique name, and the rows with which it is deleted. */
export type About = { name: string; logId?: number; listId?: number; commentId?: number }

const inThread = (thread: Thread) => ('list' in thread ? { listId: thread.list } : { logId: thread.review })
const nameOfThread = (thread: Thread) =>
  'list' in thread ? `list:${thread.list}` : `review:${thread.review}`

/** Makes the names of things. */
export const about = {
  /** the person alone */
  person: (): About => ({ name: '' }),
  thread: (thread: Thread): About => ({ name: nameOfThread(thread), ...inThread(thread) }),
  comment: (id: number, thread: Thread): About => ({
    name: `comment:${id}`,
    commentId: id,
    ...inThread(thread),
  }),
  /** something that is not shown itself, such as an import, by a number of its own */
  other: (what: 'import' | 'case' | 'report' | 'announcement', id: number): About => ({
    name: `${what}:${id}`,
  }),
}

/** What happened, to one person. */
export type Notice = {
  to: number
  kind: NotificationKind
  actorId: number | null
  about: About
  detail?: NotificationDetail
}

/** Where a person's notifications stand, held until the transaction's end. */
type State = { userId: number; position: number; readUpTo: number }
export type States = Map<number, State>

/** how many people, or rows, one statement is about */
const CHUNK = 500
export const chunked = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  )

/** Items by what they have in common. */
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

/** Gives a new user the row that counts their notifications. */
export async function startNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.notificationState.create({ data: { userId }, select: { userId: true } })
}

/**
 * Locks where people's notifications stand, always in the order of their ids: what is written of one person's is written by one
 * transaction after another. Deleted people are left out.
 */
export async function lockStates(tx: Tx, people: Iterable<number>): Promise<States> {
  const states: States = new Map()
  for (const ids of chunked([...new Set(people)].toSorted((a, b) => a - b))) {
    const userIds = padded(ids)
    for (const state of await lockedStates(tx, { userIds })) states.set(state.userId, state)
    // Only those who registered with the previous release, during an upgrade.
    const missing = ids.filter((id) => !states.has(id))
    if (missing.length === 0) continue
    await tx.$executeRaw`
      INSERT IGNORE INTO NotificationState (userId) SELECT id FROM User WHERE id IN (${Prisma.join(missing)}) ORDER BY id`
    for (const state of await lockedStates(tx, { userIds: padded(missing) })) states.set(state.userId, state)
  }
  return states
}

/** Rows by their keys, as a condition: a range for each person. */
export function theseRows(found: readonly Pick<Row, 'userId' | 'position'>[]): Prisma.Sql {
  const byPerson = grouped(found, ({ userId }) => userId)
  const each = [...byPerson].map(
    ([userId, theirs]) =>
      Prisma.sql`(userId = ${userId} AND position IN (${Prisma.join(theirs.map(({ position }) => position))}))`,
  )
  return Prisma.sql`(${Prisma.join(each, ' OR ')})`
}

/** The columns of a row as this noun knows it. */
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

/** The unread comments of a thread that are shown to some people. */
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
