import type { Thread } from '../../shared/comments.ts'
import type { NotificationKind } from '../../shared/notifications.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { Emit } from '../live/change.ts'
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
 * Notifies the people concerned by a new comment, each once: those it mentions, the owner of the list or review, and earlier
 * commenters of the thread.
 */
export async function notifyOfComment(
  tx: Tx,
  emit: Emit,
  deps: Pick<Deps, 'now' | 'mailer'>,
  { id, authorId, ownerId, thread, mentioned }: Commented,
): Promise<void> {
  const { listId, logId } = columnsOf(thread)
  const writers = await (listId === null
    ? writersIn.logId(tx, { id: logId! })
    : writersIn.listId(tx, { id: listId }))
  const kinds = new Map<number, NotificationKind>(writers.map(({ userId }) => [userId, 'thread']))
  kinds.set(ownerId, 'comment')
  for (const person of mentioned) kinds.set(person, 'mention')
  const notices = [...kinds].map(([to, kind]) => ({
    to,
    kind,
    actorId: authorId,
    about: about.comment(id, thread),
  }))
  await notify(tx, emit, deps, notices)
}
