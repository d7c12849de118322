import type { z } from 'zod'
import { topics, type ListEvent } from '../../shared/events.ts'
import type { liveListInput } from '../../shared/lists.ts'
import type { Deps } from '../deps.ts'
import { live } from '../live/stream.ts'
import { withPeople } from '../users/live.ts'
import { requireList } from './queries.ts'

/**
 * What happens to a list, as `live` tells it, until its removal.
 * @throws notFound when a list that is to be watched from now on is not there
 */
export const liveList = (
  deps: Pick<Deps, 'db' | 'bus'>,
  { id, lastEventId }: z.output<typeof liveListInput>,
  signal: AbortSignal,
) =>
  live<ListEvent>(
    deps,
    {
      after: lastEventId,
      ...withPeople(deps, async () => {
        // Who comes back is told what happened meanwhile, the removal included.
        if (!lastEventId) await requireList(deps, id)
        return topics.list(id)
      }),
      types: ['list.saved', 'list.liked'],
      last: 'list.removed',
    },
    signal,
  )
