import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listPlace, readListPlace, type ListPlace } from '../../shared/listPlace.ts'
import type { ListEntry, ListHead } from '../../shared/lists.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { MarkedTile } from '../logs/MarkedTile.tsx'
import { AlbumGrid } from '../ui/AlbumGrid.tsx'
import { classes } from '../ui/classes.ts'
import { Shelf } from '../ui/Shelf.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { ListControls } from './ListControls.tsx'
import { NotedAlbums } from './NotedAlbums.tsx'
import { Rank } from './Rank.tsx'

/** Time over which the viewers of a list spread their refetches after a change, in milliseconds. */
const WITHIN = 1_000

/** 'heard' has no meaning for visitors. */
function usePlace(isKnown: boolean): ListPlace {
  const { show = 'all', sort = 'order' } = readListPlace(useQuery())
  return listPlace(isKnown ? show : 'all', sort)
}

/** Refetched when the list's version changes. */
export function ListAlbums({ list }: { list: ListHead }) {
  const { id, version, ranked, noted, albumCount } = list
  const { viewer } = useViewer()
  const utils = trpc.useUtils()
  const place = usePlace(viewer !== null)
  const query = trpc.lists.albums.useInfiniteQuery(
    { id, ...place },
    {
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
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
      void utils.lists.progress.invalidate({ id })
    }, Math.random() * WITHIN)
    return () => clearTimeout(timer)
  }, [id, version, refetch, utils])
  return (
    <>
      {albumCount > 0 && <ListControls id={id} place={place} isKnown={viewer !== null} />}
      <div
        aria-busy={query.isPlaceholderData}
        className={classes(
          'transition-opacity duration-150',
          query.isPlaceholderData && 'opacity-40 delay-150',
        )}
      >
        <Shelf query={query} emptyText={emptyText(place)} emptyAction={null} skeleton={<AlbumGridSkeleton />}>
          {(albums) =>
            noted ? <NotedAlbums albums={albums} ranked={ranked} /> : <Grid albums={albums} ranked={ranked} />
          }
        </Shelf>
      </div>
    </>
  )
}

const emptyText = ({ show }: ListPlace) =>
  show === 'heard'
    ? texts.lists.noneHeard
    : show === 'unheard'
      ? texts.lists.allHeard
      : texts.catalog.noAlbums

function Grid({ albums, ranked }: { albums: ListEntry[]; ranked: boolean }) {
  return (
    <AlbumGrid
      albums={albums}
      label={texts.catalog.albums}
      tile={(album, index) => (
        <>
          {ranked && <Rank place={albums[index]!.place} />}
          <MarkedTile album={album} eager={index < 6} />
        </>
      )}
    />
  )
}
