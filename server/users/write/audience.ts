import type { SuggestionSwitches, Visibility } from '../../../shared/visibility.ts'
import type { Write } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import type { LockedUser } from '../lock.ts'

// Writers of a user's visibility to others. Callers update what depends on it (counts, opinions, notifications, events).

export async function markDisabled(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  userId: LockedUser,
): Promise<boolean> {
  const where = { id: userId, disabledAt: null }
  return (await tx.user.updateMany({ where, data: { disabledAt: now } })).count > 0
}

export async function markEnabled({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<boolean> {
  const where = { id: userId, disabledAt: { not: null } }
  return (await tx.user.updateMany({ where, data: { disabledAt: null } })).count > 0
}

export async function writePrivacy(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  userId: LockedUser,
  isPrivate: boolean,
): Promise<boolean> {
  const where = { id: userId, isPrivate: !isPrivate }
  return (await tx.user.updateMany({ where, data: { isPrivate, updatedAt: now } })).count > 0
}

/** Switches that are left out stay as they are. */
export async function writeSuggestionSwitches(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  userId: LockedUser,
  switches: { suggestMe?: boolean | undefined; personalSuggestions?: boolean | undefined },
): Promise<SuggestionSwitches> {
  return await tx.user.update({
    where: { id: userId },
    data: { ...switches, updatedAt: now },
    select: { suggestMe: true, personalSuggestions: true },
  })
}

export async function writeDefaultVisibility(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
  visibility: Visibility,
): Promise<void> {
  const data = { defaultVisibility: visibility, updatedAt: now() }
  await db.user.updateMany({ where: { id: userId }, data })
}
