import type { z } from 'zod'
import { topics, type ListEvent } from '../../shared/events.ts'
import type { liveListInput } from '../../shared/lists.ts'
import type { Deps } from '../deps.ts'
import { streamEvents } from '../live/stream.ts'
import type { SignedIn } from '../trpc.ts'
import { withPeople } from '../users/live.ts'
import { requireList } from './queries.ts'

/**
 * The events of a list, until its removal.
 * @throws notFound when there is no such list and no `lastEventId`
 */
export const liveList = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { id, lastEventId }: z.output<typeof liveListInput>,
  signal: AbortSignal,
) =>
  streamEvents<ListEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      ...withPeople(deps, async () => {
        // A client that comes back receives what it missed, the removal included.
        if (!lastEventId) await requireList(deps, id)
        return topics.list(id)
      }),
      types: ['list.saved', 'list.liked'],
      last: 'list.removed',
    },
    signal,
  )
