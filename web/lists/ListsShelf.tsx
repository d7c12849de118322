import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { Shelf } from '../ui/Shelf.tsx'
import { ListCards, ListCardSkeletons } from './ListCards.tsx'

export default function ListsShelf({ nickname }: { nickname: string }) {
  const query = trpc.lists.of.useInfiniteQuery({ nickname }, { getNextPageParam: ({ next }) => next })
  return (
    <Shelf
      query={query}
      emptyText={texts.lists.noLists}
      emptyAction={null}
      skeleton={<ListCardSkeletons count={3} />}
    >
      {(lists) => <ListCards lists={lists} label={texts.lists.title} />}
    </Shelf>
  )
}
