import { useLiveChanges } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

/** Renders nothing: keeps prompts current that were fetched at this position of the event log. */
export function WatchPrompts({ from }: { from: string }) {
  const utils = trpc.useUtils()
  const refetch = () => utils.plays.prompts.invalidate()
  useLiveChanges(trpc.plays.live, {
    from,
    onEvent: (event) => void (event.type === 'prompts.changed' && refetch()),
    refetch,
  })
  return null
}
