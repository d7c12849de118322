import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import type { ListenLaterItem } from '../../shared/listenLater.ts'
import { nextSequence, useLive } from '../lib/live.ts'
import { keptPages } from '../lib/livePages.ts'
import { errorText, trpc, trpcClient } from '../lib/trpc.ts'
import { noteListenLater, sayTakenOff } from '../logs/takenOff.ts'
import { toast } from '../ui/toast.ts'
import {
  applyEvent,
  initialState,
  keyOf,
  placeAt,
  readItems,
  refetchAfter,
  settleMove,
  requestMove,
  type NumberedPage,
} from './listenLaterState.ts'

/** The pages of the viewer's list. */
export const listenLaterQuery = () =>
  keptPages(getQueryKey(trpc.listenLater.list, undefined, 'infinite'), trpcClient.listenLater.list.query)

/** See listenLaterQuery. */
export const useListenLaterPages = () => useInfiniteQuery(listenLaterQuery())

const refOf = ({ artist, name }: AlbumCard): AlbumRef => ({ artist, album: name })

type Pages = { nickname: string; pages: NumberedPage[]; refetch: () => Promise<unknown> }

/** The list as it is at this moment, and how it is changed: shown at once, taken back where the server refuses. */
export function useLiveListenLater({ nickname, pages, refetch }: Pages) {
  const [state, setState] = useLive(trpc.listenLater.live, {
    input: {},
    from: pages[0]!.live,
    initialState,
    applyEvent,
    refetchAfter: (known) => refetchAfter(pages, known),
    refetch,
  })
  // One after the other: the last request is the one that stays.
  const scope = { id: 'listen later' }
  const moving = trpc.listenLater.move.useMutation({ scope })
  const setting = trpc.listenLater.set.useMutation({ scope })

  /** Shows an album where it is wanted while `send` asks for that. */
  const attempt = async (
    { album }: ListenLaterItem,
    position: number | null,
    send: () => Promise<ListenLaterItem | null>,
  ) => {
    const [key, number] = [keyOf(album), nextSequence()]
    setState((before) => requestMove(before, key, { number, position }))
    try {
      const item = await send()
      const at = nextSequence()
      setState((before) =>
        applyEvent(
          before,
          at,
          item ? { type: 'listenLater.placed', item } : { type: 'listenLater.removed', album },
        ),
      )
    } catch (error) {
      toast.error(errorText(error))
      // Somebody changed it elsewhere, or a call that was cut off has arrived all the same.
      void refetch()
    } finally {
      setState((before) => settleMove(before, key, number))
    }
  }

  const move = (items: readonly ListenLaterItem[], from: number, to: number) => {
    const item = items[from]!
    const { position, after, before } = placeAt(items, from, to)
    const beside = { ...(after && { after: refOf(after) }), ...(before && { before: refOf(before) }) }
    void attempt(item, position, () => moving.mutateAsync({ ...refOf(item.album), ...beside }))
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
