import { sql } from 'kysely'
import type { z } from 'zod'
import {
  mailedAtFirst,
  type markReadInput,
  type muteThreadInput,
  type NotificationSettings,
  type setNotificationsInput,
  type UnreadState,
} from '../../../shared/notifications.ts'
import { columnsOf, getPlace } from '../../access/threads.ts'
import { change, type WriteDeps } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { transaction } from '../../lib/db.ts'
import { notFound } from '../../lib/errors.ts'
import { kysely, run } from '../../lib/sql.ts'
import { lockUser } from '../../users/lock.ts'
import { getSettings, readUnread } from '../read/queries.ts'
import { emitTouched } from './states.ts'

/** An older position has no effect. */
export async function markRead(
  deps: WriteDeps,
  viewer: SignedIn,
  { upTo }: z.output<typeof markReadInput>,
): Promise<UnreadState> {
  await change(deps, async (write) => {
    const readUpTo = sql<number>`LEAST(position, ${upTo ?? 2 ** 31 - 1})`
    const changed = await run(
      write.tx,
      kysely
        .updateTable('NotificationState')
        .set({ readUpTo })
        .where('userId', '=', viewer.id)
        .where('readUpTo', '<', readUpTo),
    )
    if (changed > 0) emitTouched(write.emit, [viewer.id])
  })
  return await readUnread(deps, viewer)
}

/** @throws notFound for push where there is none */
export async function setNotifications(
  deps: Pick<Deps, 'db' | 'now' | 'mailer' | 'pushKey'>,
  viewer: SignedIn,
  input: z.output<typeof setNotificationsInput>,
): Promise<NotificationSettings> {
  if ('push' in input && input.push !== undefined && !deps.pushKey) throw notFound('push.none')
  if ('digest' in input) await setDigest(deps, viewer.id, input.digest)
  else {
    const { kind, here, email, push } = input
    await transaction(deps.db, async (tx) => {
      await lockUser(tx, viewer.id)
      const key = { userId: viewer.id, kind }
      const previous = await tx.notificationSetting.findUnique({ where: { userId_kind: key } })
      const data = {
        here: here ?? previous?.here ?? true,
        email: email ?? previous?.email ?? mailedAtFirst.has(kind),
        push: push ?? previous?.push ?? false,
      }
      await tx.notificationSetting.upsert({
        where: { userId_kind: key },
        create: { ...key, ...data },
        update: data,
        select: { kind: true },
      })
    })
  }
  return await getSettings(deps, viewer)
}

/** The first digest is created at the next check. */
async function setDigest(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
  isOn: boolean,
): Promise<void> {
  if (isOn) await db.digest.createMany({ data: { userId, dueAt: now() }, skipDuplicates: true })
  else await db.digest.deleteMany({ where: { userId } })
}

/** Idempotent. @throws notFound when muting a thread that the viewer cannot see */
export async function muteThread(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { thread, muted }: z.output<typeof muteThreadInput>,
): Promise<{ muted: boolean }> {
  const { listId, logId } = columnsOf(thread)
  if (muted) {
    await getPlace(db, viewer, thread)
    await db.mutedThread.createMany({ data: { userId: viewer.id, listId, logId }, skipDuplicates: true })
  } else await db.mutedThread.deleteMany({ where: { userId: viewer.id, listId, logId } })
  return { muted }
}
