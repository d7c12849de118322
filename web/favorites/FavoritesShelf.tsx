import type { ShelfChoice } from '../../shared/albumChoice.ts'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'

export function FavoritesShelf({ nickname, choice }: { nickname: string; choice: ShelfChoice }) {
  const query = trpc.favorites.of.useInfiniteQuery(
    { nickname, ...choice },
    { getNextPageParam: ({ next }) => next },
  )
  return (
    <Shelf
      query={query}
      emptyText={choice.decade === undefined ? texts.favorites.none : texts.catalog.noAlbums}
      skeleton={<AlbumGridSkeleton count={6} />}
    >
      {(albums) => <MarkedGrid albums={albums} label={texts.favorites.title} />}
    </Shelf>
  )
}
