import { useState } from 'react'
import { debounce, limits } from '../../shared/limits.ts'
import { catalogueErrorText, fiveMinutes, isError, trpc } from '../lib/trpc.ts'
import { MoreResults, NotSetUp } from '../lists/MoreResults.tsx'
import { useAlbumSearch } from '../lists/useAlbumSearch.ts'
import { texts } from '../texts/arriving.ts'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { useDebounced } from '../ui/useDebounced.ts'
import { ChoiceGrid } from './ChoiceGrid.tsx'
import type { Picks } from './picks.ts'

/** The albums to pick from: the popular ones, or those that a search has found. */
export function AlbumChoice({ picks }: { picks: Picks }) {
  const [text, setText] = useState('')
  const [entered, setEntered] = useState('')
  const settled = useDebounced(text.trim(), debounce.search)
  // Enter skips the debounce.
  const query = entered === text.trim() ? entered : settled
  return (
    <>
      <SearchBox
        label={texts.catalog.searchAlbums}
        text={text}
        onType={setText}
        onEnter={() => setEntered(text.trim())}
      />
      {query === '' ? <Popular picks={picks} /> : <Found query={query} picks={picks} />}
    </>
  )
}

const heading = 'heading mt-8 mb-5 text-xl'

function Popular({ picks }: { picks: Picks }) {
  const popular = trpc.catalog.popular.useQuery({ page: 1, chart: 'trending' }, { staleTime: fiveMinutes })
  const albums = popular.data?.albums.slice(0, limits.discoverPage)
  return (
    <>
      <h2 className={heading}>{texts.home.trending}</h2>
      {albums ? (
        <>
          {popular.data?.withoutCatalogue && <NotSetUp className="mb-5" />}
          <ChoiceGrid albums={albums} label={texts.home.trending} picks={picks} />
        </>
      ) : popular.isError ? (
        <ErrorState
          text={catalogueErrorText(popular.error, texts.catalog.popularAlbumsFailed)}
          onRetry={() => void popular.refetch()}
          busy={popular.isFetching}
        />
      ) : (
        <AlbumGridSkeleton count={limits.discoverPage} />
      )}
    </>
  )
}

function Found({ query, picks }: { query: string; picks: Picks }) {
  const search = useAlbumSearch({ query, page: 1 })
  // Without any album of our own, a search fails as a whole.
  const failure = search.error && {
    isSetUp: !isError(search.error, 'catalog.notSetUp'),
    onRetry: () => void search.refetch(),
    busy: search.isFetching,
  }
  const more = failure ?? search.more
  return (
    <>
      {more && <MoreResults {...more} className="mt-3" />}
      <h2 className={heading}>{texts.catalog.albumsFound}</h2>
      {search.data && search.data.albums.length > 0 ? (
        <div aria-busy={search.isPlaceholderData}>
          <ChoiceGrid albums={search.data.albums} label={texts.catalog.albumsFound} picks={picks} />
        </div>
      ) : search.data || failure ? (
        <EmptyState text={texts.catalog.noAlbums} />
      ) : (
        <AlbumGridSkeleton count={6} />
      )}
    </>
  )
}
