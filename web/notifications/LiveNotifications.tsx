import { useEffect } from 'react'
import type { NotificationEvent } from '../../shared/events.ts'
import { useEvents } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { setUnread } from '../lib/unread.ts'
import { useRefreshProfiles } from '../people/usePeople.ts'

/** Renders nothing: syncs notifications with the server and other tabs, and refreshes profiles after changes of relations. */
export default function LiveNotifications() {
  const utils = trpc.useUtils()
  const { data } = trpc.notifications.unread.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const refetchAll = async () => {
    await Promise.all([utils.notifications.unread.invalidate(), utils.notifications.list.invalidate()])
  }
  const refreshProfiles = useRefreshProfiles()
  const applyEvent = (event: NotificationEvent) => {
    switch (event.type) {
      case 'notifications.changed': {
        const { type: _, ...state } = event
        // A response that is still under way may be older.
        void utils.notifications.unread.cancel()
        utils.notifications.unread.setData(undefined, state)
        return void utils.notifications.list.invalidate()
      }
      case 'reset':
        // This stream is open on every page; a reset can also mean that the viewer's relation to others changed.
        refreshProfiles()
        return void refetchAll()
      case 'live':
        return void refetchAll()
    }
  }

  useEvents(trpc.notifications.live, { input: {}, from: null, onEvent: applyEvent, refetch: refetchAll })

  const unread = data?.unread ?? 0
  useEffect(() => setUnread(unread), [unread])
  useEffect(() => () => setUnread(0), [])
  return null
}
