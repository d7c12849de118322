import type { z } from 'zod'
import { topics, type ListenLaterEvent } from '../../shared/events.ts'
import type { liveInput } from '../../shared/page.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents } from '../live/stream.ts'

/** What becomes of the viewer's own list, in whichever tab they change it. */
export const liveListenLater = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: z.output<typeof liveInput>,
  signal: AbortSignal,
) =>
  streamEvents<ListenLaterEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => [topics.listenLater(viewer.id)],
      types: ['listenLater.placed', 'listenLater.removed', 'listenLater.renumbered'],
    },
    signal,
  )
