import type { ShelfChoice } from '../../../shared/albumChoice.ts'
import { texts } from '../../../shared/texts.ts'
import { trpc } from '../../lib/trpc.ts'
import { AlbumGrid } from '../../ui/AlbumGrid.tsx'
import { Shelf } from '../../ui/Shelf.tsx'
import { AlbumGridSkeleton } from '../../ui/Skeleton.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { ListenMarks } from '../ListenMarks.tsx'
import { MarkedTile } from '../MarkedTile.tsx'

export function ListenedShelf({ nickname, choice }: { nickname: string; choice: ShelfChoice }) {
  const query = trpc.logs.listened.useInfiniteQuery(
    { nickname, ...choice },
    { getNextPageParam: ({ next }) => next },
  )
  return (
    <Shelf
      query={query}
      emptyText={choice.decade === undefined ? texts.logs.noListened : texts.catalog.noAlbums}
      skeleton={<AlbumGridSkeleton count={6} />}
    >
      {(entries) => (
        <AlbumGrid
          albums={entries.map(({ album }) => album)}
          label={texts.logs.listened}
          tile={(album, index) => (
            <MarkedTile
              album={album}
              eager={index < 6}
              note={
                // Always one line high, so that the cards of a row are aligned.
                <span className="mt-1 flex h-4 items-center gap-2">
                  <Stars rating={entries[index]!.rating} className="h-3.5" />
                  <ListenMarks
                    relisten={false}
                    visibility={entries[index]!.visibility}
                    hidden={entries[index]!.hidden}
                    className="size-3.5"
                  />
                </span>
              }
            />
          )}
        />
      )}
    </Shelf>
  )
}
