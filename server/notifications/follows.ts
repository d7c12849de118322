import type { Deps } from '../deps.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { notify } from './notify.ts'
import { about, lockStates } from './rows.ts'
import { reapplyVisibility, takeBack } from './takeBack.ts'

type NotifyDeps = Pick<Deps, 'now' | 'mailer'>
type Between = { followerId: number; followedId: number }

/**
 * Notifies a person of a new follower, or ends that notification; the follower's notifications about things for followers are shown
 * again, or hidden. `isApproved`: the person has just accepted the request, and is not notified.
 */
export async function notifyOfFollow(
  tx: Tx,
  emit: Emit,
  deps: NotifyDeps,
  {
    followerId,
    followedId,
    following,
    isApproved = false,
  }: Between & { following: boolean; isApproved?: boolean },
): Promise<void> {
  await lockStates(tx, [followerId, followedId])
  await reapplyVisibility(tx, emit, { owner: followedId, reader: followerId })
  const thing = about.person()
  if (following) {
    const notice = { to: followedId, kind: 'follow', actorId: followerId, about: thing } as const
    if (!isApproved) await notify(tx, emit, deps, [notice])
    return
  }
  await takeBack(tx, emit, { kind: 'follow', thing: thing.name, actors: [followerId], to: [followedId] })
  await takeBack(tx, emit, {
    kind: 'requestAccepted',
    thing: thing.name,
    actors: [followedId],
    to: [followerId],
  })
}

/** Tells a person that somebody asks to follow them, or ends that: it was withdrawn or answered. */
export async function notifyOfRequest(
  tx: Tx,
  emit: Emit,
  deps: NotifyDeps,
  { followerId, followedId, isAsked }: Between & { isAsked: boolean },
): Promise<void> {
  const thing = about.person()
  const kind = 'followRequest'
  if (isAsked) await notify(tx, emit, deps, [{ to: followedId, kind, actorId: followerId, about: thing }])
  else await takeBack(tx, emit, { kind, thing: thing.name, actors: [followerId], to: [followedId] })
}

/** Tells people that their requests were accepted; the notifications of the requests are removed. */
export async function notifyOfAcceptances(
  tx: Tx,
  emit: Emit,
  deps: NotifyDeps,
  { followerIds, followedId }: { followerIds: readonly number[]; followedId: number },
): Promise<void> {
  await lockStates(tx, [...followerIds, followedId])
  const thing = about.person()
  await takeBack(tx, emit, {
    kind: 'followRequest',
    thing: thing.name,
    actors: followerIds,
    to: [followedId],
  })
  const notices = followerIds.map(
    (to) => ({ to, kind: 'requestAccepted', actorId: followedId, about: thing }) as const,
  )
  await notify(tx, emit, deps, notices)
}
