import { topics, type ActivityEvent } from '../../shared/events.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { batchedOn } from '../lib/batch.ts'
import { streamEvents, type EventStream } from '../live/stream.ts'
import { userChanged } from '../users/live.ts'

type Followed = { ids: number[]; upTo: number }

/** The result includes all events up to `upTo`. Feeds that refetch at the same time share one query. */
const followedBy = batchedOn(async ({ db, bus }: Pick<Deps, 'db' | 'bus'>, viewers: number[]) => {
  const upTo = numberOf(bus.last())
  const rows = await db.follow.findMany({
    where: { followerId: { in: [...new Set(viewers)] } },
    select: { followerId: true, followingId: true },
  })
  const followed = new Map(viewers.map((id) => [id, [] as number[]]))
  for (const { followerId, followingId } of rows) followed.get(followerId)!.push(followingId)
  return viewers.map((id): Followed => ({ ids: followed.get(id)!, upTo }))
})

const topicsOf = (viewer: SignedIn, { ids }: Followed): Set<string> =>
  new Set([topics.follows(viewer.id), topics.people(), ...ids.map((id) => topics.user(id))])

const numberOf = (id: string): number => Number(id.split('.')[1])

export function liveActivity(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: SignedIn,
  { lastEventId }: { lastEventId?: string | null },
  signal: AbortSignal,
): EventStream<ActivityEvent> {
  let followed: Followed = { ids: [], upTo: 0 }
  let watched = new Set<string>()
  let topicsSeq = 0
  return streamEvents<ActivityEvent>(
    deps,
    {
      viewer,
      mutesBy: deps.now,
      after: lastEventId,
      async topics() {
        followed = await followedBy(deps, viewer.id)
        watched = topicsOf(viewer, followed)
        topicsSeq = numberOf(await deps.bus.position())
        return watched
      },
      types: ['log.saved', 'log.removed'],
      async transform(event, id, setTopics) {
        switch (event.type) {
          case 'follow.added':
          case 'follow.removed':
            // The topics change before the client receives the event, so that its refetch leaves no gap. If many such
            // events arrive at once, the first one's query already includes all of them.
            if (numberOf(id) > followed.upTo) {
              followed = await followedBy(deps, viewer.id)
              watched = topicsOf(viewer, followed)
              setTopics(watched)
            }
            return event
          case 'user.updated':
            return watched.has(topics.user(event.id)) ? userChanged(event) : null
          case 'user.disabled':
          case 'user.audience':
          case 'user.removed': {
            // Nobody knows whether the viewer followed a user who was removed before the topics were read: assume that they did.
            const concerns = watched.has(topics.user(event.id)) || numberOf(id) <= topicsSeq
            return concerns ? { type: 'reset' } : null
          }
          default:
            return null
        }
      },
    },
    signal,
  )
}
