import type { Write } from '../core/change.ts'
import { notify } from './notify.ts'
import { about, lockStates } from './rows.ts'
import { reapplyVisibility, takeBack } from './takeBack.ts'

type Between = { followerId: number; followedId: number }

/**
 * Notifies a user of a new follower, or withdraws that notification. Also shows or hides the follower's notifications about
 * things that only followers can see. `isApproved`: the user has just accepted the request themselves and is not notified.
 */
export async function notifyOfFollow(
  write: Write,
  {
    followerId,
    followedId,
    following,
    isApproved = false,
  }: Between & { following: boolean; isApproved?: boolean },
): Promise<void> {
  await lockStates(write.tx, [followerId, followedId])
  await reapplyVisibility(write, { owner: followedId, reader: followerId })
  const thing = about.person()
  if (following) {
    const notice = { to: followedId, kind: 'follow', actorId: followerId, about: thing } as const
    if (!isApproved) await notify(write, [notice])
    return
  }
  await takeBack(write, { kind: 'follow', thing: thing.name, actors: [followerId], to: [followedId] })
  await takeBack(write, {
    kind: 'requestAccepted',
    thing: thing.name,
    actors: [followedId],
    to: [followerId],
  })
}

/** Notifies a user of a follow request, or withdraws the notification after the request was withdrawn or answered. */
export async function notifyOfRequest(
  write: Write,
  { followerId, followedId, isAsked }: Between & { isAsked: boolean },
): Promise<void> {
  const thing = about.person()
  const kind = 'followRequest'
  if (isAsked) await notify(write, [{ to: followedId, kind, actorId: followerId, about: thing }])
  else await takeBack(write, { kind, thing: thing.name, actors: [followerId], to: [followedId] })
}

/** Notifies users that their follow requests were accepted, and withdraws the notifications of the requests. */
export async function notifyOfAcceptances(
  write: Write,
  { followerIds, followedId }: { followerIds: readonly number[]; followedId: number },
): Promise<void> {
  await lockStates(write.tx, [...followerIds, followedId])
  const thing = about.person()
  await takeBack(write, {
    kind: 'followRequest',
    thing: thing.name,
    actors: followerIds,
    to: [followedId],
  })
  const notices = followerIds.map(
    (to) => ({ to, kind: 'requestAccepted', actorId: followedId, about: thing }) as const,
  )
  await notify(write, notices)
}
