import type { Viewer } from '../../shared/auth.ts'
import { topics } from '../../shared/events.ts'
import { reservedNicknames, type UpdateProfileInput } from '../../shared/users.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { change } from '../change.ts'
import { violatedIndex } from '../lib/db.ts'
import { conflict } from '../lib/errors.ts'
import { lockPerson } from './lock.ts'

/**
 * Writes the viewer's whole profile; the people who watch him learn of another nickname or avatar.
 * @throws conflict on 'nickname' when somebody else has it
 */
export async function updateProfile(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: SignedIn,
  { links, ...input }: UpdateProfileInput,
): Promise<Viewer> {
  const profile = { nickname: input.nickname, avatar: input.avatar || null, bio: input.bio || null }
  if (reservedNicknames.has(profile.nickname)) throw conflict((texts) => texts.auth.nicknameTaken, 'nickname')
  try {
    await change(deps, async (tx, tell) => {
      await lockPerson(tx, viewer.id)
      const before = await tx.user.findUniqueOrThrow({ where: { id: viewer.id }, select: { nickname: true, avatar: true } })
      await tx.user.update({ where: { id: viewer.id }, data: { ...profile, updatedAt: deps.now() }, select: { id: true } })
      await tx.profileLink.deleteMany({ where: { userId: viewer.id } })
      await tx.profileLink.createMany({ data: links.map((link, position) => ({ ...link, position, userId: viewer.id })) })
      const { nickname, avatar } = profile
      if (before.nickname === nickname && before.avatar === avatar) return
      tell(topics.user(viewer.id), { type: 'user.changed', nickname: before.nickname, user: { nickname, avatar } }, viewer.id)
    })
  } catch (error) {
    // The unique index decides between two who want one name in the same second.
    if (violatedIndex(error)?.includes('nickname')) throw conflict((texts) => texts.auth.nicknameTaken, 'nickname')
    throw error
  }
  return profile
}
