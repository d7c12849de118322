import { topics, type EventPayloads } from '../../shared/events.ts'
import { endSessions } from '../auth/sessions.ts'
import { endTokens } from '../auth/tokenRows.ts'
import { deleteUnusedAlbums, readAddedAlbums } from '../catalog/unused.ts'
import { countPerson } from '../comments/counts.ts'
import { deleteCommentsOf } from '../comments/deletion.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'
import { deleteFollowEventsOf } from '../live/deletion.ts'
import { deleteNotificationsAboutUser } from '../notifications/write/withdraw.ts'
import { lockUser } from '../users/lock.ts'
import { keepAnAdmin } from '../users/roles.ts'
import { deleteUser } from '../users/write/account.ts'
import { keepName } from './deletedNames.ts'
import { readDeletionEvents } from './deletionEvents.ts'

/** @throws unauthorized if the user no longer exists; conflict if they are the only active administrator */
export async function removePerson(
  write: Write,
  userId: number,
  deps: Pick<Deps, 'now' | 'seal'>,
): Promise<void> {
  const user = await lockUser(write.tx, userId)
  await keepAnAdmin(write.tx, user)
  const events = await readDeletionEvents(write.tx, userId)
  const { disabledAt, nickname } = await write.tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { disabledAt: true, nickname: true },
  })
  await forgetMentions(write.tx, { id: userId, nickname })
  await deleteNotificationsAboutUser(write, userId)
  await endSessions(write, userId)
  await endTokens(write, user)
  const reports = await write.tx.report.count({
    where: { isOpen: true, OR: [{ reporterId: userId }, { subjectId: userId }] },
  })
  if (disabledAt === null) await countPerson(write.tx, user, -1)
  await deleteCommentsOf(write, user)
  const addedIds = await readAddedAlbums(write.tx, userId)
  await deleteUser(write, user)
  await deleteUnusedAlbums(write, addedIds)
  await keepName(write.tx, { id: userId, nickname }, deps)
  if (reports > 0) write.emit(topics.moderation(), { type: 'moderation.changed' }, null)
  // No actor, so that deleting the user does not delete the events; they only contain ids of deleted rows.
  for (const { topic, event, audience } of events) write.emit(topic, event, null, audience)
  write.emit(topics.people(), { type: 'user.removed', id: userId }, null)
}

/** Follows and unfollows of other users contain the nickname of this user. */
async function forgetMentions(tx: Tx, { id, nickname }: { id: number; nickname: string }): Promise<void> {
  const renameEvents = await tx.event.findMany({
    where: { userId: id, type: 'user.updated' },
    select: { payload: true },
  })
  const names = [
    nickname,
    ...renameEvents.map(({ payload }) => (JSON.parse(payload) as EventPayloads['user.updated']).nickname),
  ]
  await deleteFollowEventsOf(tx, names)
}
