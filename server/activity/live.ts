import { topics, type ActivityEvent } from '../../shared/events.ts'
import type { Deps } from '../deps.ts'
import { streamEvents, type EventStream } from '../live/stream.ts'
import type { SignedIn } from '../trpc.ts'
import { userChanged } from '../users/live.ts'

/**
 * The topics of a viewer's feed: the people they follow, that they begin or cease to follow somebody, that people change
 * or are gone.
 */
async function topicsOf({ db }: Pick<Deps, 'db'>, viewer: SignedIn): Promise<Set<string>> {
  const follows = await db.follow.findMany({
    where: { followerId: viewer.id },
    select: { followingId: true },
  })
  return new Set([
    topics.follows(viewer.id),
    topics.people(),
    ...follows.map(({ followingId }) => topics.user(followingId)),
  ])
}

/** The number of an event in the log, out of its id. */
const numberOf = (id: string): number => Number(id.split('.')[1])

/** The events of a viewer's feed. */
export function liveActivity(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: { lastEventId?: string | null },
  signal: AbortSignal,
): EventStream<ActivityEvent> {
  let watched = new Set<string>()
  let known = 0
  return streamEvents<ActivityEvent>(
    deps,
    {
      after: lastEventId,
      async topics() {
        watched = await topicsOf(deps, viewer)
        known = numberOf(await deps.bus.position())
        return watched
      },
      types: ['log.saved', 'log.removed'],
      async transform(event, id, setTopics) {
        switch (event.type) {
          case 'follow.added':
          case 'follow.removed':
            // The topics change before the client receives the event: what it then fetches leaves no gap.
            watched = await topicsOf(deps, viewer)
            setTopics(watched)
            return event
          case 'user.updated':
            return watched.has(topics.user(event.id)) ? userChanged(event) : null
          case 'user.removed': {
            // Whether the viewer followed somebody who left before the topics were read is no longer known.
            const concerns = watched.has(topics.user(event.id)) || numberOf(id) <= known
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
