import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'

export function FavoritesShelf({ nickname }: { nickname: string }) {
  const query = trpc.favorites.of.useInfiniteQuery({ nickname }, { getNextPageParam: ({ next }) => next })
  return (
    <Shelf query={query} emptyText={texts.favorites.none} skeleton={<AlbumGridSkeleton count={6} />}>
      {(albums) => <MarkedGrid albums={albums} label={texts.favorites.title} />}
    </Shelf>
  )
}
