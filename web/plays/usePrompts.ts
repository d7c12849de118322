import { trpc } from '../lib/trpc.ts'

/** Fetched for each visit; WatchPrompts keeps the answer current. */
export const usePrompts = () =>
  trpc.plays.prompts.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: false })
