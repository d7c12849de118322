import { topics, type EventPayloads } from '../../shared/events.ts'
import { endSessions } from '../auth/sessions.ts'
import { countPerson } from '../comments/counts.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { forgetPerson } from '../notifications/people.ts'
import { lockUser } from '../users/lock.ts'
import { keepName } from './deletedNames.ts'
import { readDeletionEvents } from './deletionEvents.ts'

/** Removes a person with everything that hangs on them. @throws unauthorized when they are gone already */
export async function removePerson(
  write: Write,
  userId: number,
  deps: Pick<Deps, 'now' | 'seal'>,
): Promise<void> {
  const user = await lockUser(write.tx, userId)
  const events = await readDeletionEvents(write.tx, userId)
  await forgetMentions(write.tx, userId)
  await forgetPerson(write, userId)
  await endSessions(write, userId)
  const { disabledAt, nickname } = await write.tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { disabledAt: true, nickname: true },
  })
  const reports = await write.tx.report.count({
    where: { isOpen: true, OR: [{ reporterId: userId }, { subjectId: userId }] },
  })
  if (disabledAt === null) await countPerson(write.tx, user, -1)
  await deleteComments(write.tx, userId)
  await write.tx.user.delete({ where: { id: userId }, select: { id: true } })
  await keepName(write.tx, { id: userId, nickname }, deps)
  if (reports > 0) write.emit(topics.moderation(), { type: 'moderation.changed' }, null)
  // Without an actor, so that they stay; they carry only ids of what is gone.
  for (const { topic, event, audience } of events) write.emit(topic, event, null, audience)
  write.emit(topics.people(), { type: 'user.removed', id: userId }, null)
}

/**
 * Deletes a person's comments, and those under their reviews and lists. The schema's cascades would, but MySQL 9.7 does not follow
 * User → Log → Comment where it follows User → Comment as well, and leaves them.
 */
async function deleteComments(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM Comment WHERE logId IN (SELECT id FROM Log WHERE userId = ${userId})`
  await tx.$executeRaw`DELETE FROM Comment WHERE listId IN (SELECT id FROM List WHERE userId = ${userId})`
  await tx.$executeRaw`DELETE FROM Comment WHERE userId = ${userId}`
}

/** Deletes the events of other people that name a person: that somebody follows them, or no longer does. */
async function forgetMentions(tx: Tx, userId: number): Promise<void> {
  const { nickname } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { nickname: true } })
  const renamed = await tx.event.findMany({
    where: { userId, type: 'user.updated' },
    select: { payload: true },
  })
  const names = [
    nickname,
    ...renamed.map(({ payload }) => (JSON.parse(payload) as EventPayloads['user.updated']).nickname),
  ]
  const mentions = names.map((name) => JSON.stringify({ nickname: name }))
  // Read first, then deleted by key: a delete that searches would lock every event that it looks at.
  const found = await rows(
    tx,
    kysely
      .selectFrom('Event')
      .select('id')
      .where('topic', 'like', 'follows:%')
      .where('payload', 'in', mentions),
  )
  if (found.length > 0)
    await tx.$executeRaw`DELETE FROM Event WHERE id IN (${Prisma.join(found.map(({ id }) => id))})`
}
