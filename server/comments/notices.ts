import type { Thread } from '../../shared/comments.ts'
import type { NotificationKind } from '../../shared/notifications.ts'
import type { Write } from '../core/change.ts'
import { kysely, statement } from '../lib/sql.ts'
import { notify } from '../notifications/notify.ts'
import { about } from '../notifications/rows.ts'

const writersIn = statement(({ thread }: { thread: Thread }) => {
  const writers = kysely.selectFrom('Comment').select('userId').distinct()
  return 'list' in thread
    ? writers.where('listId', '=', thread.list)
    : writers.where('logId', '=', thread.review)
})

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
  const writers = await writersIn(write.tx, { thread })
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
