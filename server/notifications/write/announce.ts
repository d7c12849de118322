import { change, type WriteDeps } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, statement } from '../../lib/sql.ts'
import { noticeOf } from '../causes.ts'
import { notify } from './notify.ts'

const STEP = 500

const lockedAnnouncement = statement(({ id }: { id: number }) =>
  kysely.selectFrom('Announcement').select(['text', 'toldUpTo', 'done']).where('id', '=', id).forUpdate(),
)

export const createAnnouncement = ({ db, now }: { db: Tx; now: () => Date }, text: string) =>
  db.announcement.create({ data: { text, createdAt: now() }, select: { id: true } })

/** If this process exits, another one continues (`resumeAnnouncements`). */
export async function announce(deps: WriteDeps, text: string): Promise<{ id: number; told: number }> {
  const { id } = await createAnnouncement(deps, text)
  return { id, told: await notifyRest(deps, id) }
}

export async function resumeAnnouncements(deps: WriteDeps, signal?: AbortSignal): Promise<void> {
  const announcements = await deps.db.announcement.findMany({ where: { done: false }, select: { id: true } })
  for (const { id } of announcements) await notifyRest(deps, id, signal)
}

/** Notifies everybody who was not notified yet. */
export async function notifyRest(deps: WriteDeps, id: number, signal?: AbortSignal): Promise<number> {
  let notifiedCount = 0
  for (let isDone = false; !isDone && !signal?.aborted;) {
    const count = await change(deps, async (write) => {
      const [row] = await lockedAnnouncement(write.tx, { id })
      if (!row || row.done) return null
      const people = await write.tx.user.findMany({
        where: { id: { gt: row.toldUpTo }, disabledAt: null },
        orderBy: { id: 'asc' },
        take: STEP,
        select: { id: true },
      })
      const last = people.at(-1)
      const data = last ? { toldUpTo: last.id } : { done: true }
      await write.tx.announcement.update({ where: { id }, data, select: { id: true } })
      await notify(
        write,
        people.map((user) => noticeOf('announcement', { userId: user.id, id }, { text: row.text })),
      )
      return people.length
    })
    isDone = count === null || count === 0
    notifiedCount += count ?? 0
  }
  return notifiedCount
}
