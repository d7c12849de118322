import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useRef, useState } from 'react'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { OwnList } from '../../shared/lists.ts'
import type { Page } from '../../shared/page.ts'
import { texts } from '../../shared/texts.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'
import { refOf } from './editorState.ts'
import { useForgetLists } from './useSaveList.ts'

type PendingChange = { contains: boolean; number: number }

function withChange(list: OwnList, change: PendingChange | undefined): OwnList {
  if (!change || change.contains === list.contains) return list
  return { ...list, contains: change.contains, albumCount: list.albumCount + (change.contains ? 1 : -1) }
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
  // Requests run one after the other, so that the last one wins.
  const { mutateAsync } = trpc.lists.setAlbum.useMutation({ scope: { id: 'own lists' } })

  const write = (change: (lists: OwnList[]) => OwnList[]) =>
    queryClient.setQueryData<InfiniteData<Page<OwnList>>>(
      getQueryKey(trpc.lists.mine, ref, 'infinite'),
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
    )

  const set = async ({ id }: OwnList, contains: boolean) => {
    const number = ++lastNumber.current
    setPending((previous) => new Map(previous).set(id, { contains, number }))
    try {
      const { albumCount } = await mutateAsync({ ...ref, id, contained: contains })
      write((lists) => lists.map((list) => (list.id === id ? { ...list, contains, albumCount } : list)))
      forget(id)
    } catch (error) {
      toast.error(refusalText(error, texts.lists.updateFailed))
    }
    setPending((previous) => {
      if (previous.get(id)?.number !== number) return previous
      const copy = new Map(previous)
      copy.delete(id)
      return copy
    })
  }

  const create = async (name: string, submission: string) => {
    const { id } = await client.lists.create.mutate({ name, description: '', albums: [ref], submission })
    forget(id)
    await query.refetch()
    return id
  }

  const data = query.data && {
    pages: query.data.pages.map((page) => ({
      ...page,
      items: page.items.map((list) => withChange(list, pending.get(list.id))),
    })),
  }
  return {
    query: { ...query, data },
    set: (list: OwnList, contains: boolean) => void set(list, contains),
    create,
  }
}
