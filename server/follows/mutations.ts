import { topics } from '../../shared/events.ts'
import type { FollowState, SetFollowInput } from '../../shared/follows.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, newFollows } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { invalid, notFound } from '../lib/errors.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { noticeOf } from '../notifications/causes.ts'
import { notify } from '../notifications/write/notify.ts'
import { replaceNotices } from '../notifications/write/withdraw.ts'
import { holdBoth } from '../users/lock.ts'
import { isBlockBetween, getOther, type Other } from '../users/other.ts'
import { deleteRequest, requestFollow, withdrawRequest } from './requests.ts'
import { addFollow, emitRelationsChanged, removeFollow, type Pair } from './rows.ts'

type Needs = WriteDeps & Pick<Deps, 'limit'>

/**
 * Idempotent. Sends or withdraws a request for a private account. Disabled or blocked users can only be unfollowed.
 * @throws notFound; invalid for oneself; tooMany
 */
export async function setFollow(
  deps: Needs,
  viewer: SignedIn,
  { nickname, following }: SetFollowInput,
): Promise<FollowState> {
  const other = await getOther(deps.db, viewer, nickname)
  if (other.id === viewer.id) throw invalid('follows.self', 'nickname')
  if (!following) return await unfollow(deps, viewer, other)
  return await limited(deps, viewer, (spend) =>
    change(deps, (write) => follow(write, { viewer, other, spend })),
  )
}

type Following = { viewer: SignedIn; other: Other; spend: Spend }

async function follow(write: Write, { viewer, other, spend }: Following): Promise<FollowState> {
  // Locked before anything is read: a block or a switch to a private account is either complete or waits for this.
  const target = await holdBoth(write.tx, { followerId: viewer.id, followingId: other.id })
  if (!target || target.disabledAt !== null || (await isBlockBetween(write.tx, viewer.id, other.id)))
    throw notFound('users.notFound', 'nickname')
  const { pair } = target
  if (!target.isPrivate) {
    if (await addFollow(write, pair, other.nickname)) {
      await spend(newFollows)
      await deleteRequest(write, pair)
      await notify(write, [noticeOf('follow', pair)])
    }
    return { following: true, requested: false }
  }
  if (await write.tx.follow.count({ where: pair })) return { following: true, requested: false }
  if (await requestFollow(write, { pair, spend })) emitRelationsChanged(write, viewer.id)
  return { following: false, requested: true }
}

async function unfollow(deps: Needs, viewer: SignedIn, other: Other): Promise<FollowState> {
  const pair = { followerId: viewer.id, followingId: other.id }
  await change(deps, async (write) => {
    const isRemoved = await removeFollow(write, pair)
    const event = { type: 'follow.removed', nickname: other.nickname } as const
    if (isRemoved) write.emit(topics.follows(viewer.id), event, viewer.id, { ownerId: other.id })
    const isWithdrawn = await withdrawRequest(write, pair)
    // The former follower needs only 'follow.removed': permissions for followers' events are checked at delivery.
    if (isWithdrawn) emitRelationsChanged(write, viewer.id)
    if (isRemoved) await withdrawFollow(write, pair)
  })
  return { following: false, requested: false }
}

const withdrawFollow = (write: Write, pair: Pair): Promise<void> =>
  replaceNotices(write, { gone: [noticeOf('follow', pair), noticeOf('requestAccepted', pair)], added: [] })

/** The follower is not notified. Idempotent. @throws notFound */
export async function removeFollower(
  deps: Needs,
  viewer: SignedIn,
  { nickname }: { nickname: string },
): Promise<{ removed: true }> {
  const other = await getOther(deps.db, viewer, nickname)
  await change(deps, async (write) => {
    const pair = { followerId: other.id, followingId: viewer.id }
    if (!(await removeFollow(write, pair))) return
    emitRelationsChanged(write, other.id)
    await withdrawFollow(write, pair)
  })
  return { removed: true }
}
