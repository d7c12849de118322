import { useEffect, useRef } from 'react'
import type { ImportEvent } from '../../shared/events.ts'
import { activeStates, type ImportState } from '../../shared/importKinds.ts'
import type { ImportView } from '../../shared/imports.ts'
import { useLiveChanges } from '../lib/live.ts'
import { queryClient, trpc, trpcClient } from '../lib/trpc.ts'

/** Minimum interval between refetches of rows, in ms; their counts can change several times a second. */
const ROWS_EVERY = 2_000

export const isActive = ({ state }: { state: ImportState }): boolean => activeStates.includes(state)

export const useImportPages = () =>
  trpc.imports.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0, refetchOnWindowFocus: false },
  )

export function useLiveImports(live: string, refetch: () => Promise<unknown>): void {
  const utils = trpc.useUtils()
  const { find, change } = useCachedImports()
  const refetchRows = useThrottled(() => void utils.imports.rows.invalidate(), ROWS_EVERY)
  /** the number of reads, by id */
  const reads = useRef(new Map<number, number>())
  const read = async (id: number) => {
    const previous = find(id)
    if (!previous) return void refetch()
    const number = (reads.current.get(id) ?? 0) + 1
    reads.current.set(id, number)
    const current = await trpcClient.imports.get.query({ id })
    // The answer of the read that began last is the newest.
    if (reads.current.get(id) !== number) return
    change(id, () => current)
    // A response that is under way may be older.
    void utils.imports.list.invalidate({}, { fetchStatus: 'fetching' })
    await utils.imports.rows.invalidate({ id })
    // The import changed data that other pages show.
    if (isActive(previous) && !isActive(current)) void refetchOthers()
  }
  const onEvent = (event: ImportEvent) => {
    if (event.type === 'import.changed') void read(event.id).catch(refetch)
    if (event.type !== 'import.progressed') return
    const { progress } = event
    const previous = find(progress.id)
    if (!previous || previous.state !== progress.state) return void read(progress.id).catch(refetch)
    if (JSON.stringify(previous.counts) !== JSON.stringify(progress.counts)) refetchRows()
    change(progress.id, (item) => ({ ...item, ...progress }))
  }
  useLiveChanges(trpc.imports.live, {
    from: live,
    onEvent,
    refetch: async () => {
      await refetch()
      await utils.imports.rows.invalidate()
    },
  })
}

export function useCachedImports() {
  const { list } = trpc.useUtils().imports
  const find = (id: number) =>
    list
      .getInfiniteData({})
      ?.pages.flatMap(({ items }) => items)
      .find((item) => item.id === id)
  const change = (id: number, next: (previous: ImportView) => ImportView) =>
    list.setInfiniteData({}, (data) => {
      if (!data) return data
      const items = (page: (typeof data.pages)[number]) =>
        page.items.map((item) => (item.id === id ? next(item) : item))
      return { ...data, pages: data.pages.map((page) => ({ ...page, items: items(page) })) }
    })
  return { find, change }
}

/** Returns a function that runs `work` after a time in milliseconds; calls meanwhile do nothing. */
function useThrottled(work: () => void, milliseconds: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      work()
    }, milliseconds)
  }
}

const refetchOthers = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) => !(Array.isArray(first) && first[0] === 'imports'),
  })
