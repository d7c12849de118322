import { topics } from '../../shared/events.ts'
import type { SetFollowInput } from '../../shared/follows.ts'
import type { Deps } from '../deps.ts'
import { invalid, notFound } from '../lib/errors.ts'
import { limited, newFollows } from '../limits.ts'
import { change } from '../live/change.ts'
import { tellOfFollow } from '../notifications/follows.ts'
import type { SignedIn } from '../trpc.ts'
import { findPerson } from '../users/queries.ts'

/**
 * Follows or unfollows a person; saying the same twice changes nothing. A disabled one can only be unfollowed.
 * @throws notFound; invalid for oneself; tooMany
 */
export async function setFollow(
  deps: Pick<Deps, 'db' | 'bus' | 'now' | 'limit' | 'mailer'>,
  viewer: SignedIn,
  { nickname, following }: SetFollowInput,
): Promise<{ following: boolean }> {
  const person = await findPerson(deps, nickname)
  if (!person || (person.disabledAt && following)) throw notFound('users.notFound', 'nickname')
  const { id } = person
  if (id === viewer.id) throw invalid('follows.self', 'nickname')
  await limited(deps, viewer, newFollows, (spend) =>
    change(deps, async (tx, emit) => {
      const changed = following
        ? await tx.$executeRaw`INSERT IGNORE INTO Follow (followerId, followingId, createdAt) VALUES (${viewer.id}, ${id}, ${deps.now()})`
        : await tx.$executeRaw`DELETE FROM Follow WHERE followerId = ${viewer.id} AND followingId = ${id}`
      if (changed && following) await spend()
      if (!changed) return
      emit(
        topics.follows(viewer.id),
        { type: following ? 'follow.added' : 'follow.removed', nickname },
        viewer.id,
      )
      await tellOfFollow(tx, emit, deps, { followerId: viewer.id, followedId: id, following })
    }),
  )
  return { following }
}
