import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import type { ListenLaterItem } from '../../shared/listenLater.ts'
import { nextSequence, useLive } from '../lib/live.ts'
import { keptPages } from '../lib/livePages.ts'
import { refetchAfter } from '../lib/liveRows.ts'
import { errorText, trpc, trpcClient } from '../lib/trpc.ts'
import { noteListenLater, sayTakenOff } from '../logs/takenOff.ts'
import { toast } from '../ui/toast.ts'
import {
  applyEvent,
  initialState,
  keyOf,
  placeAt,
  readItems,
  settleMove,
  requestMove,
  type NumberedPage,
} from './listenLaterState.ts'

export const listenLaterQuery = () =>
  keptPages(getQueryKey(trpc.listenLater.list, undefined, 'infinite'), trpcClient.listenLater.list.query)

export const useListenLaterPages = () => useInfiniteQuery(listenLaterQuery())

const refOf = ({ artist, name }: AlbumCard): AlbumRef => ({ artist, album: name })

type Pages = { nickname: string; pages: NumberedPage[]; refetch: () => Promise<unknown> }

export function useLiveListenLater({ nickname, pages, refetch }: Pages) {
  const [state, setState] = useLive(trpc.listenLater.live, {
    input: {},
    from: pages[0]!.live,
    initialState,
    applyEvent,
    refetchAfter: (liveState) => refetchAfter(pages, liveState),
    refetch,
  })
  // Serialized, so that the last request is the final state.
  const scope = { id: 'listen later' }
  const moving = trpc.listenLater.move.useMutation({ scope })
  const setting = trpc.listenLater.set.useMutation({ scope })

  const attempt = async (
    { album }: ListenLaterItem,
    position: number | null,
    send: () => Promise<ListenLaterItem | null>,
  ) => {
    const [key, number] = [keyOf(album), nextSequence()]
    setState((previous) => requestMove(previous, key, { number, position }))
    try {
      const item = await send()
      const at = nextSequence()
      setState((previous) =>
        applyEvent(
          previous,
          at,
          item ? { type: 'listenLater.placed', item } : { type: 'listenLater.removed', album },
        ),
      )
    } catch (error) {
      toast.error(errorText(error))
      // Another tab changed the list, or a request that failed on the network still reached the server.
      void refetch()
    } finally {
      setState((previous) => settleMove(previous, key, number))
    }
  }

  const move = (items: readonly ListenLaterItem[], from: number, to: number) => {
    const item = items[from]!
    const { position, after, before } = placeAt(items, from, to)
    const neighbours = { ...(after && { after: refOf(after) }), ...(before && { before: refOf(before) }) }
    void attempt(item, position, () => moving.mutateAsync({ ...refOf(item.album), ...neighbours }))
  }
  const remove = (item: ListenLaterItem) => {
    const ref = refOf(item.album)
    void attempt(item, null, async () => {
      const { takenOff } = await setting.mutateAsync({ ...ref, wanted: false })
      noteListenLater(nickname, ref, false)
      if (takenOff) sayTakenOff(nickname, ref, takenOff)
      return null
    })
  }

  const items = useMemo(() => readItems(pages, state), [pages, state])
  return { items, move, remove }
}
