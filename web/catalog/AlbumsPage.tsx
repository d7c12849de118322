import { keepPreviousData } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import type { AlbumPage } from '../../shared/catalog.ts'
import { debounce } from '../../shared/limits.ts'
import { messages } from '../../shared/messages.ts'
import { paths } from '../../shared/paths.ts'
import { useQuery } from '../layout/navigation.ts'
import { Page, PageHeading, usePageTitle } from '../layout/Page.tsx'
import { errorText, fiveMinutes, trpc } from '../trpc.ts'
import { AlbumGrid } from '../ui/AlbumGrid.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Record } from '../ui/Record.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { discoverPath, readPlace, type DiscoverPlace } from './discover.ts'
import { SearchBox } from './SearchBox.tsx'
import { useTypedQuery } from './useTypedQuery.ts'

/** Discover albums: the popular ones, or those that match the query. The address holds query and page. */
export default function AlbumsPage() {
  usePageTitle('Albums')
  const [, navigate] = useLocation()
  const results = useRef<HTMLElement>(null)
  const place = readPlace(useQuery())
  const { query, page } = place
  const albums = useAlbums(place)

  const search = useTypedQuery(
    query,
    (next) => navigate(discoverPath(paths.albums(), { query: next, page: 1 }), { replace: true }),
    debounce.discover,
  )
  const openPage = (next: number) => {
    navigate(discoverPath(paths.albums(), { query, page: next }))
    // The button that was pressed may be out of use on the new page; its albums come next.
    results.current?.focus({ preventScroll: true })
  }

  const count = albums.busy ? 0 : (albums.data?.albums.length ?? 0)
  const title = query === '' ? 'Popular albums' : `Results for “${query}”`
  return (
    <Page>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <PageHeading>Albums</PageHeading>
        <SearchBox label="Search albums" text={search.text} onType={search.type} onEnter={search.settle} />
      </div>
      <section
        ref={results}
        tabIndex={-1}
        aria-label={title}
        aria-busy={albums.busy}
        className="mt-8 outline-none"
      >
        <h2 className="mb-5 truncate text-muted">{title}</h2>
        <p role="status" className="sr-only">
          {count > 0 && `${count} ${count === 1 ? 'album' : 'albums'}`}
        </p>
        <Results {...albums} label={title} isSearch={query !== ''} />
      </section>
      <Pager page={page} hasNext={albums.data?.hasNext ?? false} onPage={openPage} busy={albums.busy} />
    </Page>
  )
}

type Albums = {
  data: AlbumPage | undefined
  /** the address asks for other albums than these, and they are on their way */
  busy: boolean
  error: unknown
  retry: () => void
  retrying: boolean
}

/** The albums of a place; until they come, those that were shown before. */
function useAlbums({ query, page }: DiscoverPlace): Albums {
  const options = {
    staleTime: fiveMinutes,
    placeholderData: keepPreviousData,
    trpc: { abortOnUnmount: true },
  }
  const isSearch = query !== ''
  const popular = trpc.catalog.popular.useQuery({ page }, { ...options, enabled: !isSearch })
  const search = trpc.catalog.search.useQuery({ query, page }, { ...options, enabled: isSearch })
  const [asked, other] = isSearch ? [search, popular] : [popular, search]
  return {
    data: asked.data ?? (asked.isPending ? other.data : undefined),
    busy: asked.isPending || asked.isPlaceholderData,
    error: asked.error,
    retry: () => void asked.refetch(),
    retrying: asked.isFetching,
  }
}

type ResultsProps = Albums & { label: string; isSearch: boolean }

function Results({ data, busy, error, retry, retrying, label, isSearch }: ResultsProps) {
  if (!data && error) {
    const { popularAlbumsFailed } = messages.catalog
    const text = isSearch ? messages.errorWith(errorText(error)) : popularAlbumsFailed
    return <ErrorState text={text} onRetry={retry} busy={retrying} />
  }
  if (!data || (busy && data.albums.length === 0)) return <AlbumGridSkeleton />
  if (data.albums.length === 0) {
    return <EmptyState icon={<Record className="size-24" />} text={messages.catalog.noAlbums} />
  }
  return (
    <div className={classes('transition-opacity duration-150', busy && 'opacity-40 delay-150')}>
      <AlbumGrid albums={data.albums} label={label} />
    </div>
  )
}
