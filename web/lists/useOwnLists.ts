import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useRef, useState } from 'react'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import type { OwnList } from '../../shared/lists.ts'
import type { Page } from '../../shared/page.ts'
import { texts } from '../../shared/texts.ts'
import { changeCached, refusalText, trpc } from '../lib/trpc.ts'
import { withWaitingAlbum } from '../offline/overlay.ts'
import { submit } from '../offline/submit.ts'
import { useWaitingOf } from '../offline/waitingList.ts'
import { toast } from '../ui/toast.ts'
import { refOf } from './editorState.ts'
import { useForgetLists } from './useForgetLists.ts'

type PendingChange = { contains: boolean; number: number }

function withChange(list: OwnList, change: PendingChange | undefined): OwnList {
  if (!change || change.contains === list.contains) return list
  return { ...list, contains: change.contains, albumCount: list.albumCount + (change.contains ? 1 : -1) }
}

/** A later change of the same list stays. */
function withoutChange(pending: ReadonlyMap<number, PendingChange>, id: number, number: number) {
  if (pending.get(id)?.number !== number) return pending
  const copy = new Map(pending)
  copy.delete(id)
  return copy
}

export function useOwnLists(album: AlbumCard) {
  const ref = refOf(album)
  const queryClient = useQueryClient()
  const forget = useForgetLists()
  // Fetched each time the dialog opens; no refetch moves the rows while it is open.
  const query = trpc.lists.mine.useInfiniteQuery(ref, {
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    staleTime: Infinity,
  })
  const { client } = trpc.useUtils()
  const lastNumber = useRef(0)
  const [pending, setPending] = useState<ReadonlyMap<number, PendingChange>>(new Map())
  const { mutateAsync, waiting, isWaiting } = useSetAlbum(ref)

  const write = (change: (list: OwnList) => OwnList) =>
    changeCached<InfiniteData<Page<OwnList>>>(
      queryClient,
      getQueryKey(trpc.lists.mine, ref, 'infinite'),
      (data) => ({
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })),
      }),
    )

  const set = async (list: OwnList, contains: boolean) => {
    const { id } = list
    const number = ++lastNumber.current
    setPending((previous) => new Map(previous).set(id, { contains, number }))
    try {
      const answer = await mutateAsync({ list, contained: contains })
      // Null if it waits on the device.
      if (answer) {
        write((other) => (other.id === id ? { ...other, contains, albumCount: answer.albumCount } : other))
        forget(id)
      }
    } catch (error) {
      toast.error(refusalText(error, texts.lists.updateFailed))
    }
    setPending((previous) => withoutChange(previous, id, number))
  }

  const create = async (name: string, submission: string) => {
    const { id } = await client.lists.create.mutate({ name, description: '', albums: [ref], submission })
    forget(id)
    await query.refetch()
    return id
  }

  const shown = (list: OwnList) => withChange(withWaitingAlbum(list, waiting), pending.get(list.id))
  const data = query.data && {
    pages: query.data.pages.map((page) => ({ ...page, items: page.items.map(shown) })),
  }
  return {
    query: { ...query, data },
    isWaiting,
    set: (list: OwnList, contains: boolean) => void set(list, contains),
    create,
  }
}

function useSetAlbum(ref: AlbumRef) {
  // Requests run one after the other, so that the last one wins.
  const { mutateAsync } = useMutation({
    mutationFn: ({ list, contained }: { list: OwnList; contained: boolean }) =>
      submit('lists.setAlbum', { ...ref, id: list.id, contained }, { place: list.name }),
    scope: { id: 'own lists' },
  })
  const waiting = useWaitingOf(ref)
  const isWaiting = ({ id }: OwnList) =>
    waiting.some((thing) => thing.procedure === 'lists.setAlbum' && thing.input.id === id)
  return { mutateAsync, waiting, isWaiting }
}
