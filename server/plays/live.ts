import { topics, type PlaysEvent } from '../../shared/events.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents, type EventStream } from '../live/stream.ts'

/** A listening of the viewer can end a prompt. */
export const livePlays = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: Pick<SignedIn, 'id'>,
  { lastEventId }: { lastEventId?: string | null | undefined },
  signal: AbortSignal,
): EventStream<PlaysEvent> =>
  streamEvents<PlaysEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => [topics.plays(viewer.id), topics.ownLogs(viewer.id)],
      types: ['plays.changed', 'prompts.changed', 'scrobbling.changed'],
      transform: async ({ type }) => (type === 'ownLogs.changed' ? { type: 'prompts.changed' } : null),
    },
    signal,
  )
