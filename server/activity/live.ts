import { topics, type ActivityEvent } from '../../shared/events.ts'
import type { Deps } from '../deps.ts'
import { live, type Live } from '../live/stream.ts'
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

/** What happens in a viewer's feed, as `live` tells it. */
export function liveActivity(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: { lastEventId?: string | null },
  signal: AbortSignal,
): Live<ActivityEvent> {
  let watched = new Set<string>()
  let known = 0
  return live<ActivityEvent>(
    deps,
    {
      after: lastEventId,
      async topics() {
        watched = await topicsOf(deps, viewer)
        known = numberOf(await deps.bus.position())
        return watched
      },
      types: ['log.saved', 'log.removed'],
      async heed(event, id, listen) {
        switch (event.type) {
          case 'follow.added':
          case 'follow.removed':
            // Listening changes before the client is told: what it then fetches and what it then hears leave no gap.
            watched = await topicsOf(deps, viewer)
            listen(watched)
            return event
          case 'user.updated':
            return watched.has(topics.user(event.id)) ? userChanged(event) : null
          case 'user.removed': {
            // Of one who went before the topics were read, nobody knows any more whether the viewer followed him.
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
