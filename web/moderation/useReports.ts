import type { ModerationEvent } from '../../shared/events.ts'
import { useLiveChanges } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

export function useLiveReports(): void {
  const { moderation } = trpc.useUtils()
  const refetch = () => moderation.invalidate()
  const onEvent = ({ type }: ModerationEvent) => {
    if (type === 'moderation.changed') void refetch()
  }
  useLiveChanges(trpc.moderation.live, { onEvent, refetch })
}
