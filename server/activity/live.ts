import { topics, type ActivityEvent } from '../../shared/events.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { batched } from '../lib/batch.ts'
import type { Db } from '../lib/db.ts'
import { streamEvents, type EventStream } from '../live/stream.ts'
import { userChanged } from '../users/live.ts'

type Followed = { ids: number[]; upTo: number }

// By database: feeds that are refetched at the same time share one read.
const readers = new WeakMap<Db, (viewerId: number) => Promise<Followed>>()

/** The people a viewer follows, and the number of the event up to which that is known. */
function followedBy(deps: Pick<Deps, 'db' | 'bus'>, viewer: SignedIn): Promise<Followed> {
  const known = readers.get(deps.db)
  if (known) return known(viewer.id)
  const read = batched(async (viewers: number[]) => {
    const upTo = numberOf(deps.bus.last())
    const rows = await deps.db.follow.findMany({
      where: { followerId: { in: [...new Set(viewers)] } },
      select: { followerId: true, followingId: true },
    })
    const followed = new Map(viewers.map((id) => [id, [] as number[]]))
    for (const { followerId, followingId } of rows) followed.get(followerId)!.push(followingId)
    return viewers.map((id) => ({ ids: followed.get(id)!, upTo }))
  })
  readers.set(deps.db, read)
  return read(viewer.id)
}

/**
 * The topics of a viewer's feed: the people they follow, that they begin or cease to follow somebody, that people change
 * or are gone.
 */
const topicsOf = (viewer: SignedIn, { ids }: Followed): Set<string> =>
  new Set([topics.follows(viewer.id), topics.people(), ...ids.map((id) => topics.user(id))])

/** The number of an event in the log, out of its id. */
const numberOf = (id: string): number => Number(id.split('.')[1])

/** The events of a viewer's feed. */
export function liveActivity(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: SignedIn,
  { lastEventId }: { lastEventId?: string | null },
  signal: AbortSignal,
): EventStream<ActivityEvent> {
  let followed: Followed = { ids: [], upTo: 0 }
  let watched = new Set<string>()
  let known = 0
  return streamEvents<ActivityEvent>(
    deps,
    {
      viewer,
      mutesBy: deps.now,
      after: lastEventId,
      async topics() {
        followed = await followedBy(deps, viewer)
        watched = topicsOf(viewer, followed)
        known = numberOf(await deps.bus.position())
        return watched
      },
      types: ['log.saved', 'log.removed'],
      async transform(event, id, setTopics) {
        switch (event.type) {
          case 'follow.added':
          case 'follow.removed':
            // The topics change before the client receives the event: what it then fetches leaves no gap. Of many that
            // come at once, the first reads what all of them did.
            if (numberOf(id) > followed.upTo) {
              followed = await followedBy(deps, viewer)
              watched = topicsOf(viewer, followed)
              setTopics(watched)
            }
            return event
          case 'user.updated':
            return watched.has(topics.user(event.id)) ? userChanged(event) : null
          case 'user.disabled':
          case 'user.audience':
          case 'user.removed': {
            // Whether the viewer followed somebody who is gone before the topics were read is no longer known.
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
