import { useLiveChanges } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

/** Fetched for each visit, and again when plays or listenings change what is open. */
export function usePrompts() {
  return trpc.plays.prompts.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: false })
}

/** Keeps prompts current that were fetched at this position of the event log. */
export function useLivePrompts(from: string): void {
  const utils = trpc.useUtils()
  const refetch = () => utils.plays.prompts.invalidate()
  useLiveChanges(trpc.plays.live, {
    from,
    onEvent: (event) => void (event.type === 'prompts.changed' && refetch()),
    refetch,
  })
}
