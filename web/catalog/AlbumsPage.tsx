import { useLocation } from 'wouter'
import { readPlace } from '../../shared/address.ts'
import { albumChoiceQuery, isChoice, readAlbumChoice, type AlbumChoice } from '../../shared/albumChoice.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useQuery } from '../lib/navigation.ts'
import { fiveMinutes, trpc } from '../lib/trpc.ts'
import { useAlbumSearch } from '../lists/useAlbumSearch.ts'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { Choice, DecadeChoice } from './Choice.tsx'
import { Discover, discoverOptions, resultAt } from './Discover.tsx'

const words = {
  title: texts.catalog.albums,
  popular: texts.catalog.popularAlbums,
  search: texts.catalog.searchAlbums,
  count: texts.catalog.albumCount,
  none: texts.catalog.noAlbums,
  popularFailed: texts.catalog.popularAlbumsFailed,
}

const sorts = [
  ['', texts.catalog.popular],
  ['date', texts.lists.sorts.date],
  ['rating', texts.lists.sorts.rating],
] as const

export default function AlbumsPage() {
  const address = useQuery()
  const place = readPlace(address)
  const { query, page } = place
  const choice = query === '' ? readAlbumChoice(address) : {}
  const isSearch = query !== ''
  const isChosen = isChoice(choice)
  const popular = trpc.catalog.popular.useQuery(
    { page },
    { ...discoverOptions, enabled: !isSearch && !isChosen },
  )
  const chosen = trpc.catalog.browse.useQuery(
    { ...choice, page },
    { ...discoverOptions, staleTime: 0, enabled: isChosen },
  )
  const search = useAlbumSearch({ query, page }, isSearch)
  const result = resultAt(place, isChosen ? chosen : popular, search)
  const isNotSetUp = !isSearch && !isChosen && popular.data?.withoutCatalogue === 'notSetUp'
  return (
    <Discover
      words={words}
      path={paths.albums()}
      place={place}
      controls={!isSearch && <Choices choice={choice} />}
      choice={albumChoiceQuery(choice)}
      found={result}
      items={result.data?.albums}
      more={isNotSetUp ? { isSetUp: false, onRetry: result.retry, busy: result.busy } : search.more}
      skeleton={<AlbumGridSkeleton />}
      grid={(albums, label) => <MarkedGrid albums={albums} label={label} />}
    />
  )
}

function Choices({ choice }: { choice: AlbumChoice }) {
  const { decade, genre = null, sort = '' } = choice
  const [, navigate] = useLocation()
  const genres = trpc.catalog.genres.useQuery(
    { genre },
    { staleTime: fiveMinutes, placeholderData: (previous) => previous },
  )
  const choose = (next: AlbumChoice) =>
    navigate(paths.albums() + albumChoiceQuery({ ...choice, ...next }), { replace: true })
  return (
    <div className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:flex sm:flex-wrap">
      <DecadeChoice decade={decade ?? null} onChoose={(next) => choose({ decade: next ?? undefined })} />
      <Choice
        label={texts.catalog.genre}
        options={[['', texts.catalog.all], ...(genres.data ?? []).map((name) => [name, name] as const)]}
        value={genre ?? ''}
        onChoose={(next) => choose({ genre: next })}
      />
      <Choice
        label={texts.lists.sortBy}
        options={sorts}
        value={sort}
        onChoose={(next) => choose({ sort: next === '' ? undefined : next })}
      />
    </div>
  )
}
