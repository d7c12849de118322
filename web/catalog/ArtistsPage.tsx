import { readPlace } from '../../shared/address.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { ArtistGrid, ArtistGridSkeleton } from './ArtistGrid.tsx'
import { Discover, discoverOptions, resultAt } from './Discover.tsx'

const words = {
  title: texts.catalog.artists,
  popular: texts.catalog.popularArtists,
  search: texts.catalog.searchArtists,
  count: texts.catalog.artistCount,
  none: texts.catalog.noArtists,
  popularFailed: texts.catalog.popularArtistsFailed,
}

export default function ArtistsPage() {
  const place = readPlace(useQuery())
  const { query, page } = place
  const isSearch = query !== ''
  const popular = trpc.catalog.popularArtists.useQuery({ page }, { ...discoverOptions, enabled: !isSearch })
  const search = trpc.catalog.searchArtists.useQuery(
    { query, page },
    { ...discoverOptions, enabled: isSearch },
  )
  const result = resultAt(place, popular, search)
  return (
    <Discover
      words={words}
      path={paths.artists()}
      place={place}
      found={result}
      items={result.data?.artists}
      skeleton={<ArtistGridSkeleton />}
      grid={(artists, label) => <ArtistGrid artists={artists} label={label} />}
    />
  )
}
