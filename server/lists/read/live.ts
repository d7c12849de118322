import type { z } from 'zod'
import { topics, type ListEvent } from '../../../shared/events.ts'
import type { liveListInput } from '../../../shared/lists.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { streamEvents } from '../../live/stream.ts'
import { withPeople } from '../../users/live.ts'
import { isListShown, requireList } from './queries.ts'

/**
 * Ends when the list is removed or the viewer can no longer see it.
 * @throws notFound when there is no such list and no `lastEventId`
 */
export function liveList(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { id, lastEventId }: z.output<typeof liveListInput>,
  signal: AbortSignal,
) {
  // A viewer who cannot see the list must not receive its owner's new name either.
  let isShown = true
  const people = withPeople(deps, async () => {
    // A client that reconnects receives the events that it missed, including the removal.
    if (lastEventId) isShown = await isListShown(deps, viewer, id)
    else await requireList(deps, viewer, id)
    return topics.list(id)
  })
  return streamEvents<ListEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => people.topics(),
      transform: async (event, eventId) => (isShown ? await people.transform(event, eventId) : null),
      types: ['list.saved', 'list.liked'],
      last: 'list.removed',
    },
    signal,
  )
}
