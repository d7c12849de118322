import type { z } from 'zod'
import { topics, type OwnLogsEvent } from '../../shared/events.ts'
import type { liveInput } from '../../shared/page.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents } from '../live/stream.ts'

/** That the viewer has said something else of an album, in whichever tab. */
export const liveOwnLogs = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: z.output<typeof liveInput>,
  signal: AbortSignal,
) =>
  streamEvents<OwnLogsEvent>(
    deps,
    { viewer, after: lastEventId, topics: () => [topics.ownLogs(viewer.id)], types: ['ownLogs.changed'] },
    signal,
  )
