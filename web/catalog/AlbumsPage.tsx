import { texts } from '../../shared/texts.ts'
import { paths } from '../../shared/paths.ts'
import { useQuery } from '../layout/navigation.ts'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { trpc } from '../trpc.ts'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { Discover, discoverOptions, foundAt } from './Discover.tsx'
import { readPlace } from './place.ts'

/** Discover albums. */
export default function AlbumsPage() {
  const place = readPlace(useQuery())
  const { query, page } = place
  const isSearch = query !== ''
  const popular = trpc.catalog.popular.useQuery({ page }, { ...discoverOptions, enabled: !isSearch })
  const search = trpc.catalog.search.useQuery({ query, page }, { ...discoverOptions, enabled: isSearch })
  const found = foundAt(place, popular, search)
  return (
    <Discover
      title="Albums"
      path={paths.albums()}
      place={place}
      found={found}
      items={found.data?.albums}
      noneText={texts.catalog.noAlbums}
      popularFailedText={texts.catalog.popularAlbumsFailed}
      skeleton={<AlbumGridSkeleton />}
      grid={(albums, label) => <MarkedGrid albums={albums} label={label} />}
    />
  )
}
