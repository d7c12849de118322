import type { z } from 'zod'
import { topics, type ListEvent } from '../../shared/events.ts'
import type { liveListInput } from '../../shared/lists.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents } from '../live/stream.ts'
import { withPeople } from '../users/live.ts'
import { isListShown, requireList } from './queries.ts'

/**
 * The events of a list, until its removal, or until it is not for the viewer any more.
 * @throws notFound when there is no such list and no `lastEventId`
 */
export function liveList(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { id, lastEventId }: z.output<typeof liveListInput>,
  signal: AbortSignal,
) {
  // A viewer who may not see the list is not sent its owner's new name either.
  let isShown = true
  const people = withPeople(deps, async () => {
    // A client that comes back receives what it missed, the removal included.
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
