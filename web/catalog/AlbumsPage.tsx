import { readPlace } from '../../shared/address.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { useAlbumSearch } from '../lists/useAlbumSearch.ts'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { Discover, discoverOptions, resultAt } from './Discover.tsx'

const words = {
  title: texts.catalog.albums,
  popular: texts.catalog.popularAlbums,
  search: texts.catalog.searchAlbums,
  count: texts.catalog.albumCount,
  none: texts.catalog.noAlbums,
  popularFailed: texts.catalog.popularAlbumsFailed,
}

export default function AlbumsPage() {
  const place = readPlace(useQuery())
  const { query, page } = place
  const isSearch = query !== ''
  const popular = trpc.catalog.popular.useQuery({ page }, { ...discoverOptions, enabled: !isSearch })
  const search = useAlbumSearch({ query, page }, isSearch)
  const result = resultAt(place, popular, search)
  return (
    <Discover
      words={words}
      path={paths.albums()}
      place={place}
      found={result}
      items={result.data?.albums}
      more={search.more}
      skeleton={<AlbumGridSkeleton />}
      grid={(albums, label) => <MarkedGrid albums={albums} label={label} />}
    />
  )
}
