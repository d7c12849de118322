import { sql, type RawBuilder } from 'kysely'
import type { NotificationDetail, NotificationKind } from '../../../shared/notifications.ts'

/** Recipient, kind, thing and actor identify a notice. It is deleted with any of the rows that it refers to. */
export type Notice = {
  userId: number
  kind: NotificationKind
  /** name of the subject, such as 'review:12'; empty if it is only the actor */
  thing: string
  actorId: number | null
  logId: number | null
  listId: number | null
  commentId: number | null
  detail?: NotificationDetail
}

export type Row = Notice & { position: number; groupId: number | null; createdAt: Date }

export const rowColumns = [
  'n.userId',
  'n.position',
  'n.thing',
  'n.actorId',
  'n.logId',
  'n.listId',
  'n.commentId',
  'n.groupId',
  'n.createdAt',
  sql.ref<NotificationKind>('n.kind').as('kind'),
] as const

const CHUNK = 500
export const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  )

export const unique = <Item>(items: Iterable<Item>): Item[] => [...new Set(items)]

export function groupBy<Item, Name>(items: Iterable<Item>, nameOf: (item: Item) => Name): Map<Name, Item[]> {
  const groups = new Map<Name, Item[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group) group.push(item)
    else groups.set(nameOf(item), [item])
  }
  return groups
}

export const nameOfThread = ({ logId, listId }: Pick<Notice, 'logId' | 'listId'>): string =>
  logId === null ? `list:${listId}` : `review:${logId}`

export type Key = Pick<Row, 'userId' | 'position'>

/** Selects a range of positions per user. */
export function theseRows(keys: readonly Key[]): RawBuilder<boolean> {
  const ranges = [...groupBy(keys, ({ userId }) => userId)].map(
    ([userId, userKeys]) =>
      sql`(userId = ${userId} AND position IN (${sql.join(userKeys.map(({ position }) => position))}))`,
  )
  return sql<boolean>`(${sql.join(ranges, sql` OR `)})`
}
