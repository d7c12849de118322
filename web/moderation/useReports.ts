import { useLiveChanges } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

/** Refetches moderation data whenever something is reported or decided. */
export function useLiveReports(): void {
  const { moderation } = trpc.useUtils()
  const refetch = () => moderation.invalidate()
  useLiveChanges(trpc.moderation.live, { onEvent: () => void refetch(), refetch })
}
