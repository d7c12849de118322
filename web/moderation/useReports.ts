import { useRef } from 'react'
import type { ModerationEvent } from '../../shared/events.ts'
import { useKeptLive, useLivePlace } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

/** Keeps what moderators read fresh: where something was reported or decided, it is fetched again. */
export function useLiveReports(): void {
  const { moderation } = trpc.useUtils()
  const place = useLivePlace('')
  const refetch = () => moderation.invalidate()
  const isBegun = useRef(false)
  const subscription = trpc.moderation.live.useSubscription(
    { lastEventId: place.from || null },
    {
      onData({ id, data }: { id: string; data: ModerationEvent }) {
        place.reached(id)
        switch (data.type) {
          case 'live':
            // What happened between the first reading and here is read once more.
            if (isBegun.current) void refetch()
            isBegun.current = true
            break
          case 'reset':
          case 'moderation.changed':
            void refetch()
        }
      },
    },
  )
  useKeptLive(place, subscription, { refetch })
}
