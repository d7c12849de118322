import { useState } from 'react'
import type { OwnPlay, OwnPlaysPage } from '../../shared/plays.ts'
import { useLiveChanges } from '../lib/live.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'
import { useDebouncedRefetch } from './useDebouncedRefetch.ts'

export const useOwnPlays = () =>
  trpc.plays.mine.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0, refetchOnWindowFocus: false },
  )

type Pages = { pages: readonly OwnPlaysPage[]; refetch: () => Promise<unknown> }

/** The plays of the fetched pages, kept current; a deleted one is hidden at once, and comes back if that failed. */
export function useLivePlays({ pages, refetch }: Pages): {
  plays: OwnPlay[]
  remove: (id: number) => Promise<void>
} {
  const utils = trpc.useUtils()
  const refetchSoon = useDebouncedRefetch(refetch)
  useLiveChanges(trpc.plays.live, {
    from: pages[0]!.live,
    onEvent: ({ type }) => {
      if (type === 'plays.changed') refetchSoon()
      if (type === 'prompts.changed') void utils.plays.prompts.invalidate()
    },
    refetch: async () => {
      await Promise.all([refetch(), utils.plays.prompts.invalidate()])
    },
  })
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync } = trpc.plays.remove.useMutation()
  const remove = async (id: number) => {
    setRemoved((previous) => new Set(previous).add(id))
    try {
      await mutateAsync({ id })
    } catch (error) {
      toast.error(errorText(error))
      setRemoved((previous) => new Set([...previous].filter((other) => other !== id)))
    }
  }
  // A play that arrived meanwhile moves one from the end of a page to the next, which then has it, too.
  const plays = new Map(pages.flatMap(({ items }) => items.map((play) => [play.id, play])))
  return { plays: [...plays.values()].filter(({ id }) => !removed.has(id)), remove }
}
