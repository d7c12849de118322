import type { z } from 'zod'
import { topics, type ModerationEvent } from '../../shared/events.ts'
import type { liveReportsInput } from '../../shared/moderation.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents } from '../live/stream.ts'
import { isModerator } from './access.ts'

/** That something was reported or decided, for as long as the viewer is a moderator. */
export const liveReports = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: z.output<typeof liveReportsInput>,
  signal: AbortSignal,
) =>
  streamEvents<ModerationEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => [topics.moderation()],
      types: [],
      async transform(event) {
        switch (event.type) {
          case 'moderation.changed':
            return (await isModerator(deps.db, viewer)) ? event : null
          default:
            return null
        }
      },
    },
    signal,
  )
