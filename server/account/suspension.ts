import { topics } from '../../shared/events.ts'
import { endAccess } from '../auth/accessWays.ts'
import { countPerson } from '../comments/counts.ts'
import type { Write } from '../core/change.ts'
import { pauseImports } from '../imports/lifecycle.ts'
import { notFound } from '../lib/errors.ts'
import { uncountOpinions, writeOpinions } from '../logs/write/opinions.ts'
import { reapplyVisibilityOf } from '../notifications/write/visibility.ts'
import { stopSync } from '../spotify/sync.ts'
import type { LockedUser } from '../users/lock.ts'
import { keepAnAdmin } from '../users/roles.ts'
import { markDisabled, markEnabled } from '../users/write/audience.ts'
import { isBeingRemoved } from './pendingRemoval.ts'

// An operator, a moderator and the removal of a large account disable users in the same way.

/** @throws conflict if the user is the only active administrator */
export async function disable(write: Write, user: LockedUser): Promise<number> {
  await keepAnAdmin(write.tx, user)
  if (await markDisabled(write, user)) {
    await countPerson(write.tx, user, -1)
    await uncountOpinions(write.tx, user)
    write.emit(topics.people(), { type: 'user.disabled', id: user }, user)
    await reapplyVisibilityOf(write, user)
    await pauseImports(write.tx, user)
    await stopSync(write.tx, user)
  }
  return await endAccess(write, user, 'closed')
}

/** @throws notFound if the account is being removed */
export async function enable(write: Write, user: LockedUser): Promise<void> {
  if (await isBeingRemoved({ db: write.tx }, user)) throw notFound('users.notFound')
  if (!(await markEnabled(write, user))) return
  await countPerson(write.tx, user, 1)
  await writeOpinions(write.tx, user, 'all')
  await reapplyVisibilityOf(write, user)
}
