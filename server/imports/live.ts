import type { z } from 'zod'
import { topics, type ImportEvent } from '../../shared/events.ts'
import type { liveInput } from '../../shared/page.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents } from '../live/stream.ts'

/** How far the viewer's imports are, in whichever tab they were begun. */
export const liveImports = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: z.output<typeof liveInput>,
  signal: AbortSignal,
) =>
  streamEvents<ImportEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => [topics.imports(viewer.id)],
      types: ['import.progressed', 'import.changed'],
    },
    signal,
  )
