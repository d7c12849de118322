import type { z } from 'zod'
import type { announceInput } from '../../shared/admin.ts'
import type { Deps } from '../core/deps.ts'
import { createAnnouncement, notifyRest } from '../notifications/write/announce.ts'
import { actAsAdmin, lineOf, type Request } from './acts.ts'
import { withPatience } from './patience.ts'

/** Counts those who would be notified. */
export async function countRecipients({ db }: Pick<Deps, 'db'>): Promise<{ people: number }> {
  return { people: await db.user.count({ where: { disabledAt: null } }) }
}

/** Notifying many people goes on in the background. Returns how many there are. */
export async function announceToAll(
  request: Request,
  { text }: z.output<typeof announceInput>,
): Promise<{ told: number }> {
  const { deps } = request
  const { people: told } = await countRecipients(deps)
  const id = await actAsAdmin(request, async (tx) => {
    const announcement = await createAnnouncement({ db: tx, now: deps.now }, text)
    const detail = { announcement: announcement.id, told }
    await deps.audit.write(tx, lineOf(request, 'admin.announce', { detail }))
    return announcement.id
  })
  await withPatience(deps.jobs, (signal) => notifyRest(deps, id, signal))
  return { told }
}
