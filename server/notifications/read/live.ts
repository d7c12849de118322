import type { z } from 'zod'
import { topics, type NotificationEvent } from '../../../shared/events.ts'
import type { liveInput } from '../../../shared/page.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { liveOwn } from '../../live/liveOwn.ts'
import { notePresence } from '../delivery/presence.ts'
import { readUnread } from './queries.ts'

export const liveUnread = liveOwn<NotificationEvent>({
  topic: topics.notifications,
  // At most two messages in any second, even if many users like something at once.
  pause: 600,
  transform: async (deps, viewer) => ({ type: 'notifications.changed', ...(await readUnread(deps, viewer)) }),
})

/** A subscriber counts as present (presence.ts). */
export function liveNotifications(
  deps: Pick<Deps, 'db' | 'bus' | 'redis' | 'prefix'>,
  viewer: SignedIn,
  input: z.output<typeof liveInput>,
  signal: AbortSignal,
) {
  notePresence(deps, viewer.id, signal)
  return liveUnread(deps, viewer, input, signal)
}
