import type { Thread } from '../../shared/comments.ts'
import type { NotificationKind } from '../../shared/notifications.ts'
import type { Write } from '../core/change.ts'
import { kysely, statement } from '../lib/sql.ts'
import { notify } from '../notifications/notify.ts'
import { about } from '../notifications/rows.ts'
import { columnsOf } from '../threads.ts'

const writersIn = {
  listId: statement(({ id }: { id: number }) =>
    kysely.selectFrom('Comment').select('userId').distinct().where('listId', '=', id),
  ),
  logId: statement(({ id }: { id: number }) =>
    kysely.selectFrom('Comment').select('userId').distinct().where('logId', '=', id),
  ),
}

type Commented = {
  id: number
  authorId: number
  ownerId: number
  thread: Thread
  mentioned: readonly number[]
}

/**
 * Notifies the users concerned by a new comment, each once: those it mentions, the owner of the list or review, and
 * earlier commenters of the thread.
 */
export async function notifyOfComment(
  write: Write,
  { id, authorId, ownerId, thread, mentioned }: Commented,
): Promise<void> {
  const { listId, logId } = columnsOf(thread)
  const writers = await (listId === null
    ? writersIn.logId(write.tx, { id: logId! })
    : writersIn.listId(write.tx, { id: listId }))
  const kinds = new Map<number, NotificationKind>(writers.map(({ userId }) => [userId, 'thread']))
  kinds.set(ownerId, 'comment')
  for (const person of mentioned) kinds.set(person, 'mention')
  const notices = [...kinds].map(([to, kind]) => ({
    to,
    kind,
    actorId: authorId,
    about: about.comment(id, thread),
  }))
  await notify(write, notices)
}
