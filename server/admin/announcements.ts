import type { z } from 'zod'
import type { announceInput } from '../../shared/admin.ts'
import type { Deps } from '../core/deps.ts'
import { createAnnouncement, notifyRest } from '../notifications/write/announce.ts'
import { lineOf, type Request } from './acts.ts'
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
  const { id } = await createAnnouncement(deps, text)
  deps.audit.note(lineOf(request, 'admin.announce', { detail: { announcement: id, told } }))
  await deps.audit.flush()
  await withPatience(deps.jobs, (signal) => notifyRest(deps, id, signal))
  return { told }
}
