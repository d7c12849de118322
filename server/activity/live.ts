import { tracked, type TrackedEnvelope } from '@trpc/server'
import { topics, type ActivityEvent } from '../../shared/events.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'

/**
 * The topics of a viewer's feed: the people he follows, that he begins or ceases to follow somebody, that people are
 * gone.
 */
async function topicsOf({ db }: Pick<Deps, 'db'>, viewer: SignedIn): Promise<Set<string>> {
  const follows = await db.follow.findMany({ where: { followerId: viewer.id }, select: { followingId: true } })
  return new Set([topics.follows(viewer.id), topics.people(), ...follows.map(({ followingId }) => topics.user(followingId))])
}

/** The number of an event in the log, out of its id. */
const numberOf = (id: string): number => Number(id.split('.')[1])

/**
 * What happens in a viewer's feed, from `lastEventId` on (the id of the last event, or the `live` of a page; without
 * one from now on), until the signal. Every event carries the id to come back with.
 */
export async function* liveActivity(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: { lastEventId?: string | null },
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<ActivityEvent>> {
  // The place in the log comes first, so that a follow between it and the reading of the topics is replayed.
  const named = lastEventId ?? null
  const from = named ?? (await deps.bus.position())
  // Who came without a place is given one, so that a connection cut before the first event loses nothing either.
  if (named === null) yield tracked(from, { type: 'live' })
  let watched = await topicsOf(deps, viewer)
  const known = numberOf(await deps.bus.position())
  const subscription = deps.bus.subscribe(watched, from, signal)
  for await (const delivery of subscription) {
    if ('reset' in delivery) {
      yield tracked(delivery.id, { type: 'reset' })
      continue
    }
    const { id, event } = delivery
    switch (event.type) {
      case 'follow.added':
      case 'follow.removed':
        // Listening changes before the client is told: what it then fetches and what it then hears leave no gap.
        watched = await topicsOf(deps, viewer)
        subscription.setTopics(watched)
        yield tracked(id, event)
        break
      case 'log.saved':
      case 'log.removed':
      case 'user.changed':
        yield tracked(id, event)
        break
      case 'user.removed':
        // Of one who went before the topics were read, nobody knows any more whether the viewer followed him.
        if (watched.has(topics.user(event.id)) || numberOf(id) <= known) yield tracked(id, { type: 'reset' })
    }
  }
}
