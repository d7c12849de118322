import { useEffect, useRef } from 'react'
import type { ImportEvent } from '../../shared/events.ts'
import { activeStates, type ImportState } from '../../shared/importKinds.ts'
import type { ImportView } from '../../shared/imports.ts'
import { useKeptLive, useLivePlace } from '../lib/live.ts'
import { queryClient, trpc } from '../lib/trpc.ts'

/** Minimum interval between refetches of rows, in ms; their counts can change several times a second. */
const ROWS_EVERY = 2_000

export const isActive = ({ state }: { state: ImportState }): boolean => activeStates.includes(state)

/** The viewer's imports, newest first. */
export const useImportPages = () =>
  trpc.imports.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0, refetchOnWindowFocus: false },
  )

/** Keeps the cached imports in sync with the server, in whichever tab or device they were started. */
export function useLiveImports(live: string, refetch: () => Promise<unknown>): void {
  const utils = trpc.useUtils()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (id: number, next: (before: ImportView) => ImportView) =>
    utils.imports.list.setInfiniteData(
      {},
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === id ? next(item) : item)),
          })),
        },
    )
  const known = (id: number) =>
    utils.imports.list
      .getInfiniteData({})
      ?.pages.flatMap(({ items }) => items)
      .find((item) => item.id === id)

  const refetchRows = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void utils.imports.rows.invalidate()
    }, ROWS_EVERY)
  }
  const read = async (id: number) => {
    const before = known(id)
    if (!before) return void refetch()
    const now = await utils.imports.get.fetch({ id }, { staleTime: 0 })
    change(id, () => now)
    await utils.imports.rows.invalidate({ id })
    // The import changed data that other pages show.
    if (isActive(before) && !isActive(now)) void refetchOthers()
  }
  const applyEvent = (event: ImportEvent) => {
    switch (event.type) {
      case 'import.progressed': {
        const { progress } = event
        const before = known(progress.id)
        if (!before || before.state !== progress.state) return void read(progress.id).catch(refetch)
        if (JSON.stringify(before.counts) !== JSON.stringify(progress.counts)) refetchRows()
        return change(progress.id, (item) => ({ ...item, ...progress }))
      }
      case 'import.changed':
        return void read(event.id).catch(refetch)
      case 'reset':
        return void refetch()
      case 'live':
    }
  }

  const place = useLivePlace(live)
  const subscription = trpc.imports.live.useSubscription(
    { lastEventId: place.from },
    {
      onData({ id, data }) {
        place.reached(id)
        applyEvent(data)
      },
    },
  )
  useKeptLive(place, subscription, {
    refetch: async () => {
      await refetch()
      await utils.imports.rows.invalidate()
    },
  })
}

/** Invalidates every query except those of imports. */
const refetchOthers = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) => !(Array.isArray(first) && first[0] === 'imports'),
  })
