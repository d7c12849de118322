import { useEffect, useRef } from 'react'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'

/** The crowd before a list does not ask for its albums all at once when it changes. */
const WITHIN = 1_000

/** The albums of a list in its order, as far as one scrolls; another version of it is refetched. */
export function ListAlbums({ id, version }: { id: number; version: number }) {
  const query = trpc.lists.albums.useInfiniteQuery(
    { id },
    {
      getNextPageParam: ({ next }) => next,
      staleTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: 'always',
    },
  )
  const { refetch } = query
  const read = useRef(version)
  useEffect(() => {
    if (read.current === version) return
    const timer = setTimeout(() => {
      read.current = version
      void refetch()
    }, Math.random() * WITHIN)
    return () => clearTimeout(timer)
  }, [version, refetch])
  return (
    <Shelf
      query={query}
      emptyText={texts.catalog.noAlbums}
      emptyAction={null}
      skeleton={<AlbumGridSkeleton />}
    >
      {(albums) => <MarkedGrid albums={albums} label={texts.catalog.albums} />}
    </Shelf>
  )
}
