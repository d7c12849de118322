import { sql, type RawBuilder } from 'kysely'
import { isInThread, isShownTo } from '../../access/visibleTo.ts'
import { kysely } from '../../lib/sql.ts'

export type Which = RawBuilder<boolean>

export const withThings = (condition: Which) =>
  kysely
    .selectFrom('Notification as n')
    .leftJoin('User as a', 'a.id', 'n.actorId')
    .leftJoin('Log as l', 'l.id', 'n.logId')
    .leftJoin('User as lo', 'lo.id', 'l.userId')
    .leftJoin('List as i', 'i.id', 'n.listId')
    .leftJoin('User as io', 'io.id', 'i.userId')
    .leftJoin('Comment as c', 'c.id', 'n.commentId')
    .where(condition)

const reader = sql.ref<number>('n.userId')

export const isDeliverable = sql<boolean>`(
  (n.actorId IS NULL OR a.disabledAt IS NULL)
  AND (n.logId IS NULL OR (l.reviewedAt IS NOT NULL AND ${isShownTo(reader, 'l', 'lo')}))
  AND (n.listId IS NULL OR ${isShownTo(reader, 'i', 'io')})
  AND (n.commentId IS NULL OR ${isInThread(reader)}))`
