import { useRef } from 'react'
import type { ModerationEvent } from '../../shared/events.ts'
import { useKeptLive, useLivePlace } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

/** Refetches moderation data whenever something is reported or decided. */
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
            // A repeated `live` means that the subscription started again without a position: events can be missing.
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
