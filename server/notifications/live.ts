import type { z } from 'zod'
import { topics, type NotificationEvent } from '../../shared/events.ts'
import type { liveInput } from '../../shared/page.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents } from '../live/stream.ts'
import { notePresence } from './presence.ts'
import { readUnread } from './queries.ts'

/** A crowd that likes something at once makes two messages in any second, however unevenly they arrive. */
const PAUSE = 600

/** Streams how many of the viewer's notifications are unread. A subscriber counts as having a page open. */
export function liveNotifications(
  deps: Pick<Deps, 'db' | 'bus' | 'redis' | 'prefix'>,
  viewer: SignedIn,
  { lastEventId }: z.output<typeof liveInput>,
  signal: AbortSignal,
) {
  notePresence(deps, viewer.id, signal)
  return streamEvents<NotificationEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => [topics.notifications(viewer.id)],
      types: [],
      pause: PAUSE,
      transform: async () => ({ type: 'notifications.changed', ...(await readUnread(deps, viewer)) }),
    },
    signal,
  )
}
